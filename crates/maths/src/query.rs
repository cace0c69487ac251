//! What is asked of a price beside the game and its settings.

use std::fmt;

use croupier_kit::{Money, Shoe};

/// What is asked beside the game and its settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PriceQuery {
    /// What is left in the shoe, where that is not everything.
    pub shoe: Option<Shoe>,
    /// Fractions wherever the shoe is small enough for them, or what is quick.
    pub precision: Precision,
    /// What the two sides know, where a game has sides that think.
    pub known: Option<Known>,
    /// A chart to play blackjack by in place of best play, as [`crate::odds::chart_file`] writes it.
    pub chart: Option<String>,
    /// The stakes that a banker plays against, by the name of the wager.
    pub against: Vec<(String, Money)>,
}

/// Fractions or what is quick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// Decimals with a proved bound where fractions would take long.
    #[default]
    Decimals,
    /// Fractions, however long they take.
    Fractions,
}

/// What the two sides of a game know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Totals, and every card comes from a shoe that never changes: the classical game.
    Replaced,
    /// Totals alone, from a real shoe.
    Totals,
    /// The banker his own two cards, the player his total.
    BankersCards,
    /// Both their own two cards.
    BothCards,
}

/// What was asked cannot be priced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceError {
    /// What was found.
    pub found: String,
    /// What would be allowed.
    pub allowed: String,
}

impl PriceError {
    /// This was found where that is allowed.
    pub fn new(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { found: found.into(), allowed: allowed.into() }
    }
}

impl fmt::Display for PriceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.found, self.allowed)
    }
}

impl std::error::Error for PriceError {}
