//! The wagers of baccarat: on opposing hands, on the banker's hand, on a tie.

use std::cmp::Ordering;

use super::deal::{LEFT, PLAYER};
use super::rules::{Baccarat, Backs, Clause, Undecided};
use crate::contract::{Payout, Seat, Settled};
use crate::law::Cites;

/// A wager, by its index among the clauses of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager(pub(crate) u8);

/// The result of a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StakeResult {
    Wins,
    Loses,
    Neither,
}

impl From<Ordering> for StakeResult {
    fn from(hand_to_banker: Ordering) -> Self {
        match hand_to_banker {
            Ordering::Greater => Self::Wins,
            Ordering::Less => Self::Loses,
            Ordering::Equal => Self::Neither,
        }
    }
}

impl Clause {
    /// How a stake is settled; `compare` returns the comparison of an opposing hand with the banker's, once that is
    /// known.
    pub fn settle(&self, compare: impl Fn(Seat) -> Option<Ordering>) -> Option<Settled> {
        let result = match self.backs {
            Backs::Hand(seat) => compare(seat)?.into(),
            Backs::Both => both(compare(PLAYER)?, compare(LEFT)?),
            Backs::Banker => compare(PLAYER)?.reverse().into(),
            Backs::Tie if compare(PLAYER)? == Ordering::Equal => StakeResult::Wins,
            Backs::Tie => StakeResult::Loses,
        };
        Some(match result {
            StakeResult::Wins => {
                Settled::new(Payout::Win(self.odds), Cites::from(self.cite).and(self.odds_cite))
            }
            StakeResult::Loses => Settled::new(Payout::Lose, self.cite),
            StakeResult::Neither => Settled::new(self.undecided.payout(), self.undecided_cite),
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

/// A wager on two hands together wins or loses if both hands do; anything else is undecided (reg. 5(4)(b)).
fn both(right: Ordering, left: Ordering) -> StakeResult {
    if right == left { right.into() } else { StakeResult::Neither }
}

impl Baccarat {
    /// The clause of a wager.
    pub fn clause(&self, wager: Wager) -> Option<&Clause> {
        self.clauses.get(usize::from(wager.0))
    }
}
