//! What a price query specifies besides the game and its settings.

use std::fmt;

use croupier_kit::{Money, Shoe};

/// What a price query specifies besides the game and its settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PriceQuery {
    /// The cards left in the shoe, if it is not full.
    pub shoe: Option<Shoe>,
    /// Whether it was left open which of several cards are left, so that they were spread evenly.
    pub spread: bool,
    /// Whether to compute exact fractions, or decimals where these are faster.
    pub precision: Precision,
    /// What the two sides know, in games where both sides decide.
    pub known: Option<Known>,
    /// A blackjack chart to play by instead of best play, in the format that [`crate::odds::chart_file`] writes.
    pub chart: Option<String>,
    /// The bet that is priced, where a commission is rounded.
    pub stake: Option<Money>,
    /// The stakes that the banker plays against, each with the name of its wager.
    pub against: Vec<(String, Money)>,
}

/// Exact fractions, or faster decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// Decimals with a proved error bound where fractions would take long.
    #[default]
    Decimals,
    /// Fractions, however long they take.
    Fractions,
}

/// What the two sides of a game know about their own cards, and how cards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Both know only totals, and every card is replaced before the next draw: the classical game.
    Replaced,
    /// Both know only totals; cards are dealt from a real shoe.
    Totals,
    /// The banker knows their own two cards; the player knows only their own total.
    BankersCards,
    /// Both sides know their own two cards.
    BothCards,
}

/// Why a query cannot be priced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PriceError {
    /// What was found.
    pub found: String,
    /// What is allowed instead.
    pub allowed: String,
}

impl PriceError {
    /// An error from what was found and what is allowed.
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

/// The error of a solver that cannot price a query.
pub(crate) fn impossible(error: impl fmt::Display) -> PriceError {
    PriceError::new("this cannot be priced", error.to_string())
}
