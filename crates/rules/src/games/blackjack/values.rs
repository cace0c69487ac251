//! The values of the cards (reg. 6(10), readings S2 and M20).

use croupier_kit::Rank;

/// The values of the cards under the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardValues {
    /// The values from the Two to the King.
    points: [u8; 12],
    /// The value of an Ace.
    ace: AceCounts,
}

/// What an Ace counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AceCounts {
    /// The first of a hand 11, unless that takes the hand over 21; every other 1.
    ElevenOrOne,
    /// Always 1.
    One,
}

impl CardValues {
    /// Card values for the numbers from Two to Ten, the pictures, and the Ace.
    pub fn new(numbers: [u8; 9], pictures: u8, ace: AceCounts) -> Self {
        let mut points = [pictures; 12];
        points[..9].copy_from_slice(&numbers);
        Self { points, ace }
    }

    /// The value of an Ace.
    pub const fn ace(&self) -> AceCounts {
        self.ace
    }

    /// The value of a card, with an Ace counted as 1.
    pub fn of(&self, rank: Rank) -> u8 {
        // The Ace is the last rank, and the only one without points of its own.
        self.points.get(rank as usize).copied().unwrap_or(1)
    }

    /// Whether this card may count 11.
    pub fn may_be_eleven(&self, rank: Rank) -> bool {
        rank == Rank::Ace && self.ace == AceCounts::ElevenOrOne
    }
}
