//! A table of a house that is checked against its book, and what it lacks.

use std::ops::Range;

use jiff::civil::Date;

use super::file::HouseFile;
use super::table::HouseTable;
use crate::book::{Book, Chosen, GameBook, SHUFFLE, Values};

/// A table of a house, its book, and the day of the check.
pub(super) struct Case<'a> {
    pub(super) house: &'a HouseFile,
    pub(super) table: &'a HouseTable,
    pub(super) book: &'a Book,
    pub(super) game: &'a GameBook,
    pub(super) day: Date,
    pub(super) chosen: Chosen,
}

impl Case<'_> {
    /// The value of a property that a requirement depends on: a setting, or how the table shuffles.
    pub(super) fn value(&self, key: &str) -> Option<String> {
        let shuffle = || self.table.shuffle.as_ref().map(|shuffle| shuffle.get_ref().name().to_owned());
        let values = Values { settings: self.game.settings(), chosen: &self.chosen };
        if key == SHUFFLE { shuffle() } else { values.text(key).map(ToOwned::to_owned) }
    }
}

/// What is missing, and where it should be.
pub(super) struct Lack {
    pub(super) at: Range<usize>,
    pub(super) found: String,
    pub(super) allowed: String,
}

impl Lack {
    pub(super) fn new(at: Range<usize>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { at, found: found.into(), allowed: allowed.into() }
    }
}
