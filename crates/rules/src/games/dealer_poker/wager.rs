//! The ante and the raise.

use crate::contract::Seat;

/// The subject of a stake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The first stake, before the cards.
    Ante,
    /// The further stake of a hand that is not folded.
    Raise,
}

/// The player whose hand a stake is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
}
