//! What a witness raises an alarm for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a house has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlarmKind {
    /// It signed two checkpoints of the same size that differ, or two of which neither extends the other.
    Fork,
    /// It shows a checkpoint that does not extend the one that was witnessed before: entries were changed or removed.
    Rewritten,
    /// It shows fewer entries than were witnessed before, and cannot show that they are the same.
    RolledBack,
    /// It began a new log: it was restored from a copy, or acknowledged entries were lost.
    NewLog,
    /// A log goes on that a newer one had replaced: the house runs twice.
    EarlierLog,
    /// Its log is signed with another key than before.
    KeyChanged,
    /// Another house answers at its address.
    OtherHouse,
    /// For longer than it may, it has shown nothing that could be checked.
    Silent,
}

impl AlarmKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Fork,
        Self::Rewritten,
        Self::RolledBack,
        Self::NewLog,
        Self::EarlierLog,
        Self::KeyChanged,
        Self::OtherHouse,
        Self::Silent,
    ];

    /// Whether the log can no longer be believed. It is not cosigned any more, and dismissing the alarm changes nothing.
    pub const fn is_final(self) -> bool {
        !matches!(self, Self::NewLog | Self::OtherHouse | Self::Silent)
    }

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::Rewritten => "rewritten",
            Self::RolledBack => "rolled-back",
            Self::NewLog => "new-log",
            Self::EarlierLog => "earlier-log",
            Self::KeyChanged => "key-changed",
            Self::OtherHouse => "other-house",
            Self::Silent => "silent",
        }
    }

    /// What happened, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Fork => "the house signed two histories",
            Self::Rewritten => "the past was changed",
            Self::RolledBack => "entries that were witnessed are gone",
            Self::NewLog => "the house began a new log",
            Self::EarlierLog => "a log goes on that was replaced: the house runs twice",
            Self::KeyChanged => "the log is signed with another key",
            Self::OtherHouse => "another house answers at this address",
            Self::Silent => "the house shows nothing that can be checked",
        }
    }
}

/// An alarm, with the evidence. It stays until somebody dismisses it, and even then it remains on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alarm {
    /// Its number, from 1.
    pub number: u64,
    /// What the house has done.
    pub kind: AlarmKind,
    /// The name of the log.
    pub log: String,
    /// When it was raised, in milliseconds since 1970.
    pub at: i64,
    /// What was found, in words.
    pub found: String,
    /// The checkpoint that was witnessed before, as a signed note.
    pub known: String,
    /// The checkpoint that contradicts it, as a signed note; empty where nothing was shown.
    pub shown: String,
    /// When somebody dismissed it, in milliseconds since 1970.
    #[serde(default)]
    pub dismissed: Option<i64>,
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alarm {}: {}: {}: {}", self.number, self.log, self.kind.meaning(), self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_name_in_json() {
        for kind in AlarmKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
