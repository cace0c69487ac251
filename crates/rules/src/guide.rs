//! What a newcomer reads first about a table: what one bets on, and how a round goes.
//!
//! The lines follow from the rules of the table, so that they are true for every book. Pages draw a picture beside a
//! line: the bet that it names on the layout of the table, or the cards of its example.

use croupier_kit::Card;

/// The most steps of a round. With the aim they are five lines.
pub const STEPS_MAX: usize = 4;

/// A table in five lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// What one bets on.
    pub aim: String,
    /// How a round goes, step by step.
    pub round: Vec<GuideStep>,
}

/// A step of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuideStep {
    /// What happens.
    pub text: String,
    /// An example of a bet, in the words of a record.
    pub bet: Option<String>,
    /// An example of cards.
    pub cards: Vec<Card>,
}

impl GuideStep {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), bet: None, cards: Vec::new() }
    }

    /// The same step, with a bet as its example.
    pub(crate) fn with_bet(self, bet: impl Into<String>) -> Self {
        Self { bet: Some(bet.into()), ..self }
    }

    /// The same step, with cards as its example.
    pub(crate) fn with_cards(self, cards: &[&str]) -> Self {
        let card = |card: &&str| card.parse().expect("an example names cards");
        Self { cards: cards.iter().map(card).collect(), ..self }
    }
}
