//! The ways in which a proof can be false.

use std::fmt;

use croupier_kit::{Card, Pocket, Throw};

use crate::seed::Digest;

/// A difference between the claims of a proof and the recomputed values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discrepancy {
    /// Hashing the seed back along the chain does not give the anchor.
    Chain {
        /// The anchor in the proof.
        claimed: Digest,
        /// The value computed from the seed.
        found: Digest,
    },
    /// The commitment belongs to another seed, round or device.
    Commitment {
        /// The commitment in the proof.
        claimed: Digest,
        /// The value computed from the seed and the terms.
        found: Digest,
    },
    /// The receipt belongs to other players' seeds.
    Receipt {
        /// The receipt in the proof.
        claimed: Digest,
        /// The value computed from the commitment and the players' seeds.
        found: Digest,
    },
    /// The pocket is different.
    Pocket {
        /// The value in the proof.
        claimed: Pocket,
        /// The value computed from the seeds.
        found: Pocket,
    },
    /// The dice are different.
    Throw {
        /// The value in the proof.
        claimed: Throw,
        /// The value computed from the seeds.
        found: Throw,
    },
    /// The shoe has too few or too many cards.
    CardCount {
        /// The number of cards in the proof.
        claimed: usize,
        /// The number of cards in the packs.
        found: usize,
    },
    /// A card in the shoe is different.
    Card {
        /// The first such position; 1 is dealt first.
        place: usize,
        /// The card in the proof.
        claimed: Card,
        /// The card computed from the seeds.
        found: Card,
    },
    /// The position of the cutting card is different.
    Cut {
        /// The value in the proof.
        claimed: Option<u16>,
        /// The value computed from the seeds.
        found: Option<u16>,
    },
    /// The outcome is not of the kind that the device gives.
    Kind,
    /// The anchor is not the one that was noted when the table opened.
    NotedAnchor {
        /// The value in the proof.
        claimed: Digest,
        /// The value noted.
        noted: Digest,
    },
    /// The commitment is not the one that was noted before betting.
    NotedCommitment {
        /// The value in the proof.
        claimed: Digest,
        /// The value noted.
        noted: Digest,
    },
    /// The receipt is not the one that was noted when the seeds were closed.
    NotedReceipt {
        /// The value in the proof.
        claimed: Digest,
        /// The value noted.
        noted: Digest,
    },
    /// A player's seed is not in the proof as it was given.
    NotedSeed {
        /// The seat of the player.
        seat: u16,
    },
}

impl Discrepancy {
    /// Its name, to be read by programs.
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
