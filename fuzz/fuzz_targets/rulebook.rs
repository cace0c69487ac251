//! Any text is a rulebook or a list of faults, each at a place in the text.
#![no_main]

use croupier_rules::book::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Book::read("fuzz.toml", text) {
        Ok(book) => assert!(!book.games().is_empty()),
        Err(error) => assert!(error.places().count() > 0),
    }
});
