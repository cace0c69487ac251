//! Any text is a house that can be checked, or a list of faults, each at a place in the text.
#![no_main]

use std::sync::LazyLock;

use croupier_rules::book::Shelf;
use croupier_rules::house::{HouseFile, check};
use jiff::civil::date;
use libfuzzer_sys::fuzz_target;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

fuzz_target!(|text: &str| {
    match HouseFile::read("fuzz.toml", text, &SHELF) {
        Ok(house) => {
            for breach in check(&house, &SHELF, date(2020, 1, 1)) {
                assert!(text.get(breach.at).is_some());
            }
        }
        Err(error) => assert!(error.places().count() > 0),
    }
});
