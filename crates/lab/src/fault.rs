//! A fault: its kind, its place, and the entries that stand there instead.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::good::Draft;

/// What faults have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultGroup {
    /// A fault that people ask about.
    Named,
    /// A field of an event has another value.
    Field,
    /// A field of the postings of an entry has another value.
    Posting,
    /// The time, originator, key, salt or journal of an entry is another one.
    Entry,
    /// An entry is missing.
    Deleted,
    /// An entry is there twice.
    Doubled,
    /// An entry has changed places with the next.
    Exchanged,
}

impl FaultGroup {
    /// All groups, in the order of reports.
    pub const ALL: [Self; 7] =
        [Self::Named, Self::Field, Self::Posting, Self::Entry, Self::Deleted, Self::Doubled, Self::Exchanged];

    /// The name that programs use.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Field => "field",
            Self::Posting => "posting",
            Self::Entry => "entry",
            Self::Deleted => "deleted",
            Self::Doubled => "doubled",
            Self::Exchanged => "exchanged",
        }
    }

    /// What was done, in a line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Named => "faults with a name",
            Self::Field => "fields of events altered",
            Self::Posting => "fields of postings altered, postings deleted, doubled and exchanged",
            Self::Entry => "times, originators, keys, salts and journals of entries altered",
            Self::Deleted => "entries deleted",
            Self::Doubled => "entries doubled",
            Self::Exchanged => "entries exchanged with the next",
        }
    }
}

/// The kind of a fault: its group, and what it is done to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FaultKind {
    /// The group.
    pub group: FaultGroup,
    /// The id of a named fault, the path of a field, or the kind of event.
    pub of: String,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.group.id(), self.of)
    }
}

impl Serialize for FaultKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Entries that stand in the place of others.
#[derive(Clone, Debug)]
pub(crate) struct Splice {
    /// The place of the first entry that is taken out, from 0.
    pub(crate) at: usize,
    /// The number of entries that are taken out.
    pub(crate) out: usize,
    /// What stands there instead.
    pub(crate) put: Vec<Draft>,
}

/// A fault that can be planted in a copy of a journal.
#[derive(Clone, Debug)]
pub struct PlantedFault {
    /// Its kind.
    pub kind: FaultKind,
    /// The place of the first entry that is another one, from 0.
    pub place: usize,
    /// What was changed, in words.
    pub what: String,
    /// In the order of their places, none within another.
    pub(crate) splices: Vec<Splice>,
}

impl PlantedFault {
    /// A fault at one place.
    pub(crate) fn at(
        group: FaultGroup,
        of: impl Into<String>,
        what: impl Into<String>,
        splice: Splice,
    ) -> Self {
        let kind = FaultKind { group, of: of.into() };
        Self { kind, place: splice.at, what: what.into(), splices: vec![splice] }
    }
}
