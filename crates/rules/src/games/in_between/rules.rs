//! The rules of an In-Between table: the order of ranks, and what each hand comes to.

use croupier_kit::Odds;

use crate::law::Cites;

/// The rules of an In-Between table.
#[derive(Clone, Debug)]
pub struct InBetween {
    /// How many packs.
    pub packs: u8,
    /// The place of each rank, by the order of [`croupier_kit::Rank`], 1 being the lowest.
    pub order: [u8; 13],
    /// What two consecutive cards do.
    pub consecutive: Clause,
    /// What a third card between the two does.
    pub between: Clause,
    /// What a third card equal to one of them or outside them does.
    pub outside: Clause,
    /// What three equal cards do.
    pub three_equal: Clause,
    /// What a third card does that differs from two equal ones.
    pub pair_only: Clause,
}

/// The result of a hand, and the provisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The result.
    pub result: HandResult,
    /// The provisions: what decides, then the odds.
    pub cites: Cites,
}

/// The result of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandResult {
    /// It wins at these odds.
    Wins(Odds),
    /// It loses.
    Loses,
    /// The stake is carried to the next hand, and no third card is dealt.
    StandOff,
    /// Nothing special: the hand continues.
    PlaysOn,
}
