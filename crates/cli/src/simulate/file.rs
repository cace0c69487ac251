//! Parts of simulations as files, which are written completely or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use croupier_sim::part::PartialResult;

use crate::failure::Failure;

/// Reads a part.
pub(crate) fn read(path: &Path) -> Result<PartialResult, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::unreadable(&name, &error))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Failure::usage(format!("{name} is not a part of a simulation: {error}")))
}

/// Writes a part.
pub(crate) fn write(path: &Path, part: &PartialResult) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(part).map_err(|error| Failure::usage(error.to_string()))?;
    text.push('\n');
    write_whole(path, text.as_bytes())
}

/// Checks that a file can be written there, without leaving anything behind.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let beside = unfinished(path);
    let checked = if path.is_dir() {
        Err(std::io::ErrorKind::IsADirectory.into())
    } else {
        fs::File::create(&beside).and_then(|_| fs::remove_file(&beside))
    };
    checked.map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

/// The temporary name of a file while it is written.
fn unfinished(path: &Path) -> PathBuf {
    path.with_added_extension(format!("{}.unfinished", std::process::id()))
}

/// Writes a temporary file and renames it, so that nobody can read an incomplete file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = unfinished(path);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        // An incomplete file is useless.
        let _ = fs::remove_file(&beside);
        Failure::usage(format!("cannot write {}: {error}", path.display()))
    })
}
