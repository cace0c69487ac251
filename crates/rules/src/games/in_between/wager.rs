//! The one wager, what a stake on it remembers, and what a hand comes to.

use super::deal::Hand;
use super::rules::{Clause, HandResult, InBetween};
use crate::contract::Seat;

/// The one wager: one's own hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager;

/// Which hand a stake is on, and whether it is carried over.
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

    /// What the cards of a hand come to, as far as they have been dealt.
    pub(super) fn outcome(&self, hand: Hand) -> Option<&Clause> {
        let [first, second, third] = hand.0;
        let (low, high) = (first.min(second), first.max(second));
        if low == 0 {
            return None;
        }
        let apart = high - low;
        match third {
            // Two consecutive cards decide the hand, unless the book lets it play on.
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
