//! The wagers of baccarat: on opposing hands, on the banker's hand, on a tie.

use std::cmp::Ordering;

use super::deal::{Deal, LEFT, PLAYER};
use super::facts::{FACTS, WINNER, compared};
use super::rules::{Baccarat, Backs, Clause, Undecided};
use crate::contract::{Payout, Seat, Settled};
use crate::law::Cites;
use crate::side::{FactReader, FactValue};

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
    /// known, and `value` the value of a fact.
    pub fn settle(
        &self,
        compare: impl Fn(Seat) -> Option<Ordering>,
        value: impl Fn(u8) -> Option<FactValue>,
    ) -> Option<Settled> {
        let result = match self.backs {
            Backs::Hand(seat) => compare(seat)?.into(),
            Backs::Both => both(compare(PLAYER)?, compare(LEFT)?),
            Backs::Banker => compare(PLAYER)?.reverse().into(),
            Backs::Tie if compare(PLAYER)? == Ordering::Equal => StakeResult::Wins,
            Backs::Tie => StakeResult::Loses,
        };
        Some(match result {
            StakeResult::Wins => match self.cases.applying(true, value)? {
                Some(case) => Settled::new(case.paid.payout(), Cites::from(self.cite).and(case.cite)),
                None => Settled::new(Payout::Win(self.odds), Cites::from(self.cite).and(self.odds_cite)),
            },
            StakeResult::Loses => Settled::new(Payout::Lose, self.cite),
            StakeResult::Neither => Settled::new(self.undecided.payout(), self.undecided_cite),
        })
    }
}

impl Clause {
    /// How a stake is settled by the facts of a coup with one opposing hand.
    pub fn settle_by_facts(&self, value: impl Fn(u8) -> Option<FactValue>) -> Option<Settled> {
        let compared = compared(value(WINNER)?);
        self.settle(|_| Some(compared), value)
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
    /// How a stake on a wager is settled.
    pub(super) fn settle(&self, clause: &Clause, deal: &Deal) -> Option<Settled> {
        clause.settle(|seat| self.against_banker(deal, seat), |fact| self.fact(deal, fact))
    }

    /// The value of a fact of the deal.
    fn fact(&self, deal: &Deal, fact: u8) -> Option<FactValue> {
        match FACTS[usize::from(fact)].reader {
            FactReader::Deal(read) => read(self, deal),
            FactReader::Cards(_) | FactReader::Whether(_) => {
                unreachable!("the reader of books permits main wagers no other facts")
            }
        }
    }

    /// The clause of a wager.
    pub fn clause(&self, wager: Wager) -> Option<&Clause> {
        self.clauses.get(usize::from(wager.0))
    }
}
