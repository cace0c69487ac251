//! The wagers of baccarat: on hands against the banker's, on the banker's, on a tie.

use std::cmp::Ordering;

use super::deal::{LEFT, PLAYER};
use super::rules::{Baccarat, Backs, Clause, Undecided};
use crate::contract::{Payout, Seat, Settled};
use crate::law::Cites;

/// A wager, by its place among the clauses of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager(pub(crate) u8);

/// How a stake fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fares {
    Wins,
    Loses,
    Neither,
}

impl From<Ordering> for Fares {
    fn from(hand_to_banker: Ordering) -> Self {
        match hand_to_banker {
            Ordering::Greater => Self::Wins,
            Ordering::Less => Self::Loses,
            Ordering::Equal => Self::Neither,
        }
    }
}

impl Clause {
    /// What becomes of a stake; `fares` says how an opposing hand has fared against the banker's, once that is known.
    pub fn settle(&self, fares: impl Fn(Seat) -> Option<Ordering>) -> Option<Settled> {
        let result = match self.backs {
            Backs::Hand(seat) => fares(seat)?.into(),
            Backs::Both => both(fares(PLAYER)?, fares(LEFT)?),
            Backs::Banker => fares(PLAYER)?.reverse().into(),
            Backs::Tie if fares(PLAYER)? == Ordering::Equal => Fares::Wins,
            Backs::Tie => Fares::Loses,
        };
        Some(match result {
            Fares::Wins => Settled::new(Payout::Win(self.odds), Cites::from(self.cite).and(self.odds_cite)),
            Fares::Loses => Settled::new(Payout::Lose, self.cite),
            Fares::Neither => Settled::new(self.undecided.payout(), self.undecided_cite),
        })
    }
}

impl Undecided {
    const fn payout(self) -> Payout {
        match self {
            Self::Void => Payout::Void,
            Self::Loses => Payout::Lose,
        }
    }
}

/// Two hands together win or lose where both do; anything else is neither (reg. 5(4)(b)).
fn both(right: Ordering, left: Ordering) -> Fares {
    if right == left { right.into() } else { Fares::Neither }
}

impl Baccarat {
    /// The clause of a wager.
    pub fn clause(&self, wager: Wager) -> Option<&Clause> {
        self.clauses.get(usize::from(wager.0))
    }
}
