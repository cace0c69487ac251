//! A stake on a box, and insurance.

use crate::contract::Seat;

/// The subject of a stake at blackjack, with the seat of the box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// A hand of this box.
    Box(Seat),
    /// The dealer's blackjack, insured by a player with a bet on this box.
    Insurance(Seat),
}

/// Which hand of its box a stake is on, and what has been done to the stake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    /// The place of the hand in the box.
    pub(super) place: u8,
    /// Whether the stake was doubled.
    pub(super) doubled: bool,
    /// Whether the stake was made for a split.
    pub(super) further: bool,
    /// Whether the stake is settled at evens.
    pub(super) even_money: bool,
}

impl Life {
    /// The state of a stake on the hand at this place of its box. The stake on the first hand was made before the
    /// first card; a stake on any other hand was made for a split.
    pub fn of_hand(place: u8) -> Self {
        Self { place, further: place > 0, ..Self::default() }
    }

    /// The same stake, doubled.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { doubled: true, ..self }
    }
}
