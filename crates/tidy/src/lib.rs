//! Reads the sources of the workspace as text and reports what its architecture does not permit.
//!
//! Each check is a function from sources to offences, so that the tests can run it on the workspace, where it must find
//! nothing, and on a planted offence, which it must find.

pub mod graph;
pub mod log_lines;
pub mod names;
pub mod pages;
pub mod rust;
pub mod words;

use std::path::{Path, PathBuf};

/// Every file below a folder with one of these endings, in the order of their paths.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.to_str().is_some_and(|path| endings.iter().any(|ending| path.ends_with(ending))) {
            found.push(path);
        }
    }
    found.sort();
    found
}
