//! The ways in which a proof can be false.

use std::fmt;

use croupier_kit::{Card, Pocket, Throw};

use crate::seed::Digest;

/// Where a proof is not what it claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discrepancy {
    /// The seed, hashed back along the chain, does not give the anchor.
    Chain {
        /// What the proof says the table published.
        claimed: Digest,
        /// What the seed gives.
        found: Digest,
    },
    /// The commitment is to another seed, round or device.
    Commitment {
        /// What the proof says was published.
        claimed: Digest,
        /// What the seed and the terms give.
        found: Digest,
    },
    /// The receipt is for other players' seeds.
    Receipt {
        /// What the proof says was published.
        claimed: Digest,
        /// What the commitment and the players' seeds give.
        found: Digest,
    },
    /// The ball came to rest in another pocket.
    Pocket {
        /// What the proof says.
        claimed: Pocket,
        /// What the seeds give.
        found: Pocket,
    },
    /// The dice show other sides.
    Throw {
        /// What the proof says.
        claimed: Throw,
        /// What the seeds give.
        found: Throw,
    },
    /// The shoe has too few or too many cards.
    CardCount {
        /// How many the proof lists.
        claimed: usize,
        /// How many the packs hold.
        found: usize,
    },
    /// Another card stands at a place in the shoe.
    Card {
        /// The first such place, 1 the first to come out.
        place: usize,
        /// What the proof says.
        claimed: Card,
        /// What the seeds give.
        found: Card,
    },
    /// The cutting card is elsewhere.
    Cut {
        /// What the proof says.
        claimed: Option<u16>,
        /// What the seeds give.
        found: Option<u16>,
    },
    /// The outcome is of another kind than the device gives.
    Kind,
    /// The anchor is not the one that was noted when the table opened.
    NotedAnchor {
        /// What the proof says.
        claimed: Digest,
        /// What was noted.
        noted: Digest,
    },
    /// The commitment is not the one that was noted before betting.
    NotedCommitment {
        /// What the proof says.
        claimed: Digest,
        /// What was noted.
        noted: Digest,
    },
    /// The receipt is not the one that was noted when the seeds were taken.
    NotedReceipt {
        /// What the proof says.
        claimed: Digest,
        /// What was noted.
        noted: Digest,
    },
    /// A player's seed is not in the proof as it was given.
    NotedSeed {
        /// Whose.
        seat: u16,
    },
}

impl Discrepancy {
    /// Its name, for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Chain { .. } => "chain",
            Self::Commitment { .. } => "commitment",
            Self::Receipt { .. } => "receipt",
            Self::Pocket { .. } => "pocket",
            Self::Throw { .. } => "throw",
            Self::CardCount { .. } => "card-count",
            Self::Card { .. } => "card",
            Self::Cut { .. } => "cut",
            Self::Kind => "kind",
            Self::NotedAnchor { .. } => "noted-anchor",
            Self::NotedCommitment { .. } => "noted-commitment",
            Self::NotedReceipt { .. } => "noted-receipt",
            Self::NotedSeed { .. } => "noted-seed",
        }
    }
}

fn behind(cut: Option<u16>) -> String {
    cut.map_or_else(|| "nowhere".to_owned(), |cards| format!("behind {cards} cards"))
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain { claimed, found } => {
                write!(f, "the seed hashes back to {found}, not to the anchor {claimed}")
            }
            Self::Commitment { claimed, found } => {
                write!(f, "seed, round and device make the commitment {found}, not {claimed}")
            }
            Self::Receipt { claimed, found } => {
                write!(f, "the players' seeds make the receipt {found}, not {claimed}")
            }
            Self::Pocket { claimed, found } => write!(f, "the ball falls into {found}, not {claimed}"),
            Self::Throw { claimed, found } => write!(f, "the dice show {found}, not {claimed}"),
            Self::CardCount { claimed, found } => write!(f, "the packs hold {found} cards, not {claimed}"),
            Self::Card { place, claimed, found } => write!(f, "card {place} is {found}, not {claimed}"),
            Self::Cut { claimed, found } => {
                write!(f, "the cutting card lies {}, not {}", behind(*found), behind(*claimed))
            }
            Self::Kind => f.write_str("the outcome is not one of this device"),
            Self::NotedAnchor { claimed, noted } => {
                write!(f, "the anchor is {claimed}, but {noted} was noted when the table opened")
            }
            Self::NotedCommitment { claimed, noted } => {
                write!(f, "the commitment is {claimed}, but {noted} was noted before betting")
            }
            Self::NotedReceipt { claimed, noted } => {
                write!(f, "the receipt is {claimed}, but {noted} was noted when the seeds were taken")
            }
            Self::NotedSeed { seat } => write!(f, "the seed of seat {seat} is not the one that was given"),
        }
    }
}

impl std::error::Error for Discrepancy {}
