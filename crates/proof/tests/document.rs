//! The table of docs/proof.md is what the tests that prove something have written.

use std::path::{Path, PathBuf};

use croupier_proof::{rows, with_table};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proof.md");

/// `CROUPIER_WRITE_PROOF=FOLDER` writes the rows of a folder into the table.
#[test]
fn the_table_has_a_place_in_the_document() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let made = match std::env::var_os("CROUPIER_WRITE_PROOF").map(PathBuf::from) {
        Some(folder) => with_table(&document, &rows(&folder).unwrap()),
        None => with_table(&document, &[]),
    };
    let made = made.expect("docs/proof.md has a place for the table");
    if std::env::var_os("CROUPIER_WRITE_PROOF").is_some() {
        std::fs::write(Path::new(DOCUMENT), made).unwrap();
    }
}
