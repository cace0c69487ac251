//! The wagers of baccarat: on hands against the banker's, on the banker's, on a tie.

use std::cmp::Ordering;

use croupier_kit::Odds;
use serde::Deserialize;

use crate::contract::{Payout, Seat, Settled};
use crate::law::{Cites, Rule};

/// A wager, by its place among the clauses of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wager(pub(crate) u8);

/// One wager of the game: its name, what it is on and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its name.
    pub name: Box<str>,
    /// What it is on.
    pub backs: Backs,
    /// What it pays.
    pub odds: Odds,
    /// The provision that defines it.
    pub cite: Rule,
    /// The provision that sets the odds.
    pub odds_cite: Rule,
    /// What a draw does to it, and on both hands also a win against one and a loss to the other.
    pub undecided: Undecided,
    /// The provision on that.
    pub undecided_cite: Rule,
    /// The other wagers of which its player must have one when betting closes.
    pub beside: Vec<Box<str>>,
    /// The provision that asks for it.
    pub beside_cite: Option<Rule>,
    /// What the game must be for the wager to be accepted at all.
    pub conditions: Vec<(Condition, Rule)>,
}

/// What a wager is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backs {
    /// An opposing hand.
    Hand(Seat),
    /// Two opposing hands together.
    Both,
    /// The banker's hand.
    Banker,
    /// Equal scores.
    Tie,
}

impl Backs {
    /// Whether this opposing hand is among what it is on.
    pub const fn is_on(self, seat: Seat) -> bool {
        match self {
            Self::Hand(hand) => hand == seat,
            Self::Both => true,
            Self::Banker | Self::Tie => false,
        }
    }
}

/// What becomes of a stake that neither wins nor loses outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// It is returned.
    Void,
    /// It is lost.
    Loses,
}

// reg. 5(7)(a) to (c)
/// What a game must be for a wager to be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The bank is the house's.
    HouseBank,
    /// One hand opposes the banker's.
    OneHand,
    /// Nobody has a choice about a third card.
    NoChoice,
}

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
            Backs::Both => both(fares(super::PLAYER)?, fares(super::LEFT)?),
            Backs::Banker => fares(super::PLAYER)?.reverse().into(),
            Backs::Tie if fares(super::PLAYER)? == Ordering::Equal => Fares::Wins,
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
