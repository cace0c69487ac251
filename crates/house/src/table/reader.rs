//! Readers: devices at a table that read what the wheel, the dice or the shoe gave. Their keys are with the passwords, outside the journal.

use std::collections::BTreeMap;

/// A reader of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeReader {
    /// What it is called.
    pub name: Box<str>,
    /// The number of its last reading that was accepted; 0 before the first.
    pub last: u64,
}

/// The readers of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutcomeReaders {
    /// The number of readers so far. Numbers are not used again.
    pub made: u32,
    /// Those that may post, by number.
    pub active: BTreeMap<u32, OutcomeReader>,
}

impl OutcomeReaders {
    /// What a reader is called, whether it may still post or not.
    pub(crate) fn name_of(&self, reader: u32) -> Box<str> {
        self.active.get(&reader).map_or_else(|| format!("reader {reader}").into(), |known| known.name.clone())
    }
}

/// An outcome that was entered and waits to be confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingEntry {
    /// The outcome, in the notation.
    pub lines: Box<str>,
    /// The reader that read it; `None` if the staff entered it.
    pub reader: Option<u32>,
}
