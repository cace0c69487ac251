//! The only wager, the state of a stake on it, and the result of a hand.

use super::deal::Hand;
use super::rules::{Clause, HandResult, InBetween};
use crate::contract::Seat;

/// The only wager: on the player's own hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager;

/// The hand that a stake is on, and whether the stake is carried over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
    pub(crate) carried: bool,
}

impl InBetween {
    /// Every clause, the ordinary win last.
    pub(super) fn clauses(&self) -> [&Clause; 5] {
        [&self.consecutive, &self.outside, &self.pair_only, &self.three_equal, &self.between]
    }

    /// The clause that applies to the cards of a hand, as far as they have been dealt.
    pub(super) fn outcome(&self, hand: Hand) -> Option<&Clause> {
        let [first, second, third] = hand.0;
        let (low, high) = (first.min(second), first.max(second));
        if low == 0 {
            return None;
        }
        let apart = high - low;
        match third {
            // Two consecutive cards decide the hand, unless the book lets it continue.
            _ if apart == 1 && (third == 0 || self.consecutive.result != HandResult::PlaysOn) => {
                Some(&self.consecutive)
            }
            0 => None,
            third if apart == 0 && third == low => Some(&self.three_equal),
            _ if apart == 0 => Some(&self.pair_only),
            third if low < third && third < high => Some(&self.between),
            _ => Some(&self.outside),
        }
    }
}
