//! Why a snapshot cannot be made or used.

use std::fmt;

use crate::ids::HouseId;

/// Why a snapshot cannot be made or used. A house whose snapshot is refused is replayed from its journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SnapshotError {
    /// It has a format that this version does not know, because a later one wrote it.
    Format(u16),
    /// The bytes are not a snapshot.
    Unreadable(String),
    /// The state cannot be encoded.
    Unwritable(String),
    /// It was made under a book or house file that is not available.
    Law(String),
    /// Its parts contradict each other.
    Contradiction(String),
    /// It was changed, or was sealed under another key.
    NotAuthentic(String),
    /// It belongs to this house, and not to the one that is opened.
    OtherHouse(HouseId),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(found) => write!(f, "state format {found} is unknown to this version"),
            Self::Unreadable(why) => write!(f, "the snapshot cannot be read: {why}"),
            Self::Unwritable(why) => write!(f, "the state cannot be encoded: {why}"),
            Self::Law(why) => write!(f, "the rules of the snapshot are not available: {why}"),
            Self::Contradiction(why) => write!(f, "the snapshot contradicts itself: {why}"),
            Self::NotAuthentic(why) => write!(f, "the snapshot is not authentic: {why}"),
            Self::OtherHouse(found) => write!(f, "the snapshot is of house {}", found.0),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl SnapshotError {
    pub(super) fn contradiction(why: impl fmt::Display) -> Self {
        Self::Contradiction(why.to_string())
    }
}
