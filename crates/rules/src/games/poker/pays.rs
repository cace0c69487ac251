//! A pay table: what each hand of five cards wins.

use croupier_kit::{HandSum, Odds, PokerHand};

use crate::contract::{Payout, Settled};
use crate::law::Rule;

/// What one hand is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pay {
    /// The odds.
    pub odds: Odds,
    /// The provision that sets them.
    pub cite: Rule,
}

/// What every hand is paid; what is not in the table loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayTable {
    pays: Box<[Option<Pay>; PokerHand::COUNT]>,
    usual: Odds,
    lost: Rule,
}

impl PayTable {
    /// A table in which nothing is paid yet; `usual` is what an ordinary win pays.
    pub(super) fn new(usual: Odds, lost: Rule) -> Self {
        Self { pays: Box::new([None; PokerHand::COUNT]), usual, lost }
    }

    /// Pays a hand, unless it is paid already.
    pub(super) fn pay(&mut self, hand: PokerHand, pay: Pay) -> bool {
        let slot = &mut self.pays[hand.index()];
        let free = slot.is_none();
        slot.get_or_insert(pay);
        free
    }

    /// What five cards win or lose.
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

    /// The provision on what is not paid.
    pub const fn lost(&self) -> Rule {
        self.lost
    }

    /// Everything that is paid, by the hand from the lowest.
    pub fn iter(&self) -> impl Iterator<Item = &Pay> {
        self.pays.iter().flatten()
    }

    /// What a hand is paid.
    pub fn of(&self, hand: PokerHand) -> Option<&Pay> {
        self.pays[hand.index()].as_ref()
    }
}
