//! A stake on a box, and insurance.

use crate::contract::Seat;

/// What a stake at blackjack is on; the box by its seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// A hand of this box.
    Box(Seat),
    /// The dealer's blackjack, by the player of a bet on this box.
    Insurance(Seat),
}

/// Which hand of its box a stake follows, and what has been added to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    /// The place of the hand in the box.
    pub(super) place: u8,
    /// It was doubled.
    pub(super) doubled: bool,
    /// It was laid for a split.
    pub(super) further: bool,
    /// It is settled at evens.
    pub(super) even_money: bool,
}

impl Life {
    /// The life of a stake on the hand at this place of its box: the first hand's stake was laid before the first card, every other for a
    /// split.
    pub fn of_hand(place: u8) -> Self {
        Self { place, further: place > 0, ..Self::default() }
    }

    /// The same stake, doubled.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { doubled: true, ..self }
    }
}
