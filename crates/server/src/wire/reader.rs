//! Readers: the devices that post outcomes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::Phase;

/// What a reader has read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The reader's own number of the reading: each is higher than the one before. The same number is the same reading, however often it is sent.
    #[schema(minimum = 1)]
    pub sequence: u64,
    /// What was read, as a dealer enters it: `17`, `3 4` or `8S TH 6D`.
    #[schema(max_length = 4000, example = "17")]
    pub lines: String,
}

/// A reading that is on disk and waits for the dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReadingResult {
    /// The number of the reading.
    pub sequence: u64,
    /// Whether it had been received before.
    pub again: bool,
    /// The version of its event in the journal of the table.
    pub version: u64,
}

/// What a reader needs to know when it starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReaderState {
    /// The number of the reader.
    pub reader: u32,
    /// What it is called.
    pub name: Box<str>,
    /// The number of its last reading that was accepted; 0 before the first. The next one is higher.
    pub last: u64,
    /// The phase of the table.
    pub phase: Phase,
    /// Whom the table waits for, and what for; null while it is closed.
    pub awaited: Option<String>,
    /// Whether an outcome waits to be confirmed: nothing is accepted before the dealer has confirmed or dropped it.
    pub entry_waits: bool,
}

/// A reader of a table, for the staff.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReaderView {
    /// The number of the reader.
    pub reader: u32,
    /// What it is called.
    pub name: Box<str>,
    /// The number of its last reading that was accepted; 0 before the first.
    pub last: u64,
}
