//! The example books that have laws and golden rounds, beside the built-in ones. A line here, and a book is held to them.

use croupier_rules::book::Shelf;

/// Names example books, and reads each at compile time.
macro_rules! examples {
    ($($id:literal),* $(,)?) => {
        &[$((
            concat!("examples/", $id, ".toml"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/", $id, ".toml")),
        )),*]
    };
}

/// The example books: file and text of each.
pub(crate) const EXAMPLES: &[(&str, &str)] = examples![
    "atlantic-city",
    "caribbean-stud",
    "france",
    "great-britain",
    "macau",
    "nevada",
    "three-card-poker"
];

/// Every book with its file: the built-in ones, then the examples.
#[allow(dead_code, reason = "one of the programs that share this file needs the books alone")]
pub(crate) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    Shelf::built_in_files().chain(EXAMPLES.iter().copied())
}

/// A shelf with every book.
pub(crate) fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    for (file, text) in EXAMPLES {
        shelf.add(file, text).unwrap_or_else(|error| panic!("{error}"));
    }
    shelf
}
