//! The ante and the raises.

use crate::contract::Seat;

/// The subject of a stake: always the player's own hand, in one of three circles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The first stake, before the cards.
    Ante,
    /// A further stake of the same size, in circle 1 or 2.
    Raise(u8),
}

/// The player whose hand a stake is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
}
