//! The books whose signs are looked at: those that are built in, and every example.

use std::path::Path;

use croupier_rules::book::Shelf;

pub(crate) fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        // A house file has no games of its own.
        if text.contains("\n[game.") {
            shelf.add(path.to_str().unwrap(), &text).unwrap();
        }
    }
    assert!(shelf.books().len() > 9, "the examples are there");
    shelf
}
