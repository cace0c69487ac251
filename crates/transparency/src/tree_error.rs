//! What can be wrong with a tree or a proof.

use std::fmt;

/// Why something cannot be made from a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// There is no such place in a tree of this size.
    Outside {
        /// The place: an index, or the size of an earlier tree.
        place: u64,
        /// The size of the tree.
        size: u64,
    },
    /// A node of the tree is not stored.
    Missing {
        /// Its height above the leaves.
        level: u8,
        /// Its position at this height.
        index: u64,
    },
    /// What is stored cannot be read.
    Unreadable(String),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { place, size } => {
                write!(f, "{place} is not in a tree of {size} entries: ask for a smaller one")
            }
            Self::Missing { level, index } => {
                write!(f, "node {index} of level {level} is not stored: make the tree again from the journal")
            }
            Self::Unreadable(why) => write!(f, "the tree cannot be read: {why}"),
        }
    }
}

impl std::error::Error for TreeError {}

/// Why a proof shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFailure {
    /// It is about a place that the tree does not have.
    Outside,
    /// It has another number of hashes than a proof about this place.
    Length,
    /// It does not lead to the root of the earlier tree.
    FirstRoot,
    /// It does not lead to the root of the tree.
    Root,
}

impl fmt::Display for ProofFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "the proof is about a place that is not in the tree",
            Self::Length => "the proof has not as many hashes as this place needs",
            Self::FirstRoot => "the proof does not lead to the root of the earlier checkpoint",
            Self::Root => "the proof does not lead to the root of the checkpoint",
        })
    }
}

impl std::error::Error for ProofFailure {}
