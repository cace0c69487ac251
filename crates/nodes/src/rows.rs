//! What a read of the members and leases in the database shows.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{HouseNumber, RunId};

/// Why a house is suspended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SuspensionReason {
    /// A node has applied an entry that the database no longer has: a standby was promoted without the tail.
    Ahead {
        /// The last sequence that the node applied.
        applied: u64,
        /// The last sequence of the database.
        found: u64,
    },
    /// The database has another entry at a sequence than the one that a node has applied.
    Forked {
        /// The sequence.
        sequence: u64,
    },
    /// An entry of the database cannot be applied.
    Damaged {
        /// Its sequence.
        sequence: u64,
    },
}

impl fmt::Display for SuspensionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead { applied, found } => write!(
                f,
                "entries up to {applied} were acknowledged and the database ends at {found}: \
                 a standby was promoted without the tail"
            ),
            Self::Forked { sequence } => {
                write!(f, "the database has another entry {sequence} than the one that was acknowledged")
            }
            Self::Damaged { sequence } => write!(f, "entry {sequence} of the database cannot be applied"),
        }
    }
}

/// A node, as it has announced itself in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberRow {
    /// Its run.
    pub run: RunId,
    /// The highest event format that it reads.
    pub format: u16,
    /// The check value of its house key.
    pub key_check: u64,
    /// How often it gave a sign of life.
    pub beats: u64,
    /// Whether it gives all its houses away.
    pub draining: bool,
}

/// The lease of a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaseRow {
    /// The house.
    pub house: HouseNumber,
    /// The run that owns it; `None` if nobody does.
    pub run: Option<RunId>,
    /// The fence. Only who knows it can write.
    pub fence: u64,
    /// How often the lease was renewed or claimed.
    pub renewals: u64,
    /// Why the house is suspended, if it is.
    pub suspended: Option<SuspensionReason>,
}

/// The members and leases at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClusterView {
    /// The highest event format that may be written.
    pub format: u16,
    /// The members, in the order of their runs.
    pub members: Vec<MemberRow>,
    /// The leases, one a house.
    pub leases: Vec<LeaseRow>,
}

/// Why a node may not join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinRefusal {
    /// It has another house key than the others.
    OtherKey,
    /// Entries may have been written that it cannot read.
    OldFormat {
        /// The format that it would have to read.
        needed: u16,
    },
}

impl fmt::Display for JoinRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKey => f.write_str("this node has another house key than the others: give it theirs"),
            Self::OldFormat { needed } => {
                write!(f, "events of format {needed} are written, which this build cannot read: upgrade it")
            }
        }
    }
}
