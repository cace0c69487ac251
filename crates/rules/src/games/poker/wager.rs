//! The ante and the raises.

use crate::contract::Seat;

/// What a stake is on: always one's own hand, from one of three circles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The first stake, before the cards.
    Ante,
    /// A further one as large, in circle 1 or 2.
    Raise(u8),
}

/// Whose hand a stake is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
}
