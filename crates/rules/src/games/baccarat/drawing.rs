//! The rules on third cards: by the score, by the drawing table, or by choice.

use serde::Deserialize;

use super::deal::{Hand, Pip};
use crate::law::Rule;

/// What a hand does about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Third {
    /// It takes one.
    Draws,
    /// It takes none.
    Stands,
    /// As it chooses.
    Chooses,
}

/// A set of scores or of card values, 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Digits(u16);

impl Digits {
    /// The same set with one more digit.
    #[must_use]
    pub const fn with(self, digit: u8) -> Self {
        Self(self.0 | 1 << digit)
    }

    /// Whether the set contains this digit.
    pub const fn contains(self, digit: u8) -> bool {
        self.0 >> digit & 1 == 1
    }
}

/// When the banker draws, for each score of the banker's first two cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tableau {
    /// The third cards of the opposing hand on which the banker draws, by the banker's score.
    pub giving: [Digits; 10],
    /// The scores on which the banker draws when the opposing hand has stood (reading M14).
    pub stood: Digits,
}

impl Tableau {
    /// What the banker must do with this hand, given the third card of the opposing hand, if it took one.
    pub const fn third(&self, banker: &Hand, given: Option<Pip>) -> Third {
        let score = banker.score_of_two();
        let draws = match given {
            Some(pip) => self.giving[score as usize].contains(pip),
            None => self.stood.contains(score),
        };
        if draws { Third::Draws } else { Third::Stands }
    }
}

/// How the banker plays his hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Banker {
    /// As he chooses.
    Free,
    /// By the drawing table.
    Tableau,
}

/// The rules on third cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The scores of two cards that end the coup without third cards.
    pub naturals: Digits,
    /// What an opposing hand does, by the score of its first two cards.
    pub opposing: [Third; 10],
    /// How the banker plays.
    pub banker: Banker,
    /// The drawing table.
    pub tableau: Tableau,
    /// The provision that is cited for a card or a decision against these rules.
    pub rule: Option<Rule>,
}

impl Drawing {
    /// Whether the first two cards of this hand are a natural.
    pub const fn is_natural(&self, hand: &Hand) -> bool {
        hand.cards() >= 2 && self.naturals.contains(hand.score_of_two())
    }

    /// Whether nobody ever has a choice (reg. 5(7)(c)).
    pub fn leaves_no_choice(&self) -> bool {
        self.banker == Banker::Tableau && !self.opposing.contains(&Third::Chooses)
    }
}
