//! The rules of an In-Between table: the order of ranks, and the result of each hand.

use croupier_kit::{Card, Odds, Shoe};

use super::deal::Ranks;
use super::limits::SEATS;
use crate::law::Cites;

/// The rules of an In-Between table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InBetween {
    /// The number of packs.
    pub packs: u8,
    /// The number of seats that the house has chosen; `None` if it is as many as the packs can serve.
    pub chosen_seats: Option<u8>,
    /// The position of each rank, indexed in the order of [`croupier_kit::Rank`]; 1 is the lowest.
    pub order: [u8; 13],
    /// The result of two consecutive cards.
    pub consecutive: Clause,
    /// The result of a third card between the two.
    pub between: Clause,
    /// The result of a third card equal to one of the two or outside them.
    pub outside: Clause,
    /// The result of three equal cards.
    pub three_equal: Clause,
    /// The result of two equal cards and a different third card.
    pub pair_only: Clause,
}

impl InBetween {
    /// The cards of a shoe, as far as the rules distinguish them.
    pub fn stock_of(&self, shoe: &Shoe) -> Ranks {
        let mut left = [0; 14];
        for card in Card::pack() {
            left[usize::from(self.order[card.rank() as usize])] += shoe.count(card);
        }
        Ranks(left)
    }

    /// The number of seats: as chosen, or as many as the packs can serve.
    pub fn seats(&self) -> u8 {
        self.chosen_seats.unwrap_or_else(|| seats_served(self.packs))
    }
}

/// The number of players that so many packs can serve with three cards each.
pub(super) fn seats_served(packs: u8) -> u8 {
    let served = u32::from(packs) * 52 / 3;
    u8::try_from(served).map_or(SEATS.to, |served| served.min(SEATS.to))
}

/// The result of a hand, with its provisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The result.
    pub result: HandResult,
    /// The provisions: first the deciding one, then the one on the odds.
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
