//! A pay table: the odds of each hand of five cards.

use croupier_kit::{HandSum, Odds, PokerHand};

use crate::contract::{Payout, Settled};
use crate::law::Rule;

/// The odds of one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pay {
    /// The odds.
    pub odds: Odds,
    /// The provision that sets them.
    pub cite: Rule,
}

/// The odds of every hand; a hand that is not in the table loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayTable {
    pays: Box<[Option<Pay>; PokerHand::COUNT]>,
    usual: Odds,
    lost: Rule,
}

impl PayTable {
    /// A table in which no hand is paid yet; `usual` is the odds of an ordinary win.
    pub(super) fn new(usual: Odds, lost: Rule) -> Self {
        Self { pays: Box::new([None; PokerHand::COUNT]), usual, lost }
    }

    /// Adds the odds of a hand; returns false if the hand is already paid.
    pub(super) fn pay(&mut self, hand: PokerHand, pay: Pay) -> bool {
        let slot = &mut self.pays[hand.index()];
        let free = slot.is_none();
        slot.get_or_insert(pay);
        free
    }

    /// The result of five cards.
    pub fn settle(&self, five: HandSum) -> Settled {
        match self.pays[five.index()] {
            Some(pay) => Settled::new(Payout::Win(pay.odds), pay.cite),
            None => Settled::new(Payout::Lose, self.lost),
        }
    }

    /// The odds of an ordinary win.
    pub const fn usual(&self) -> Odds {
        self.usual
    }

    /// The provision on hands that are not paid.
    pub const fn lost(&self) -> Rule {
        self.lost
    }

    /// Every paid hand, from the lowest.
    pub fn iter(&self) -> impl Iterator<Item = &Pay> {
        self.pays.iter().flatten()
    }

    /// The odds of a hand.
    pub fn of(&self, hand: PokerHand) -> Option<&Pay> {
        self.pays[hand.index()].as_ref()
    }
}
