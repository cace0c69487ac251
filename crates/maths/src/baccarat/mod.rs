//! Baccarat of every kind: punto banco in closed form, chemin de fer and baccarat banque as games of two sides.

mod firsts;
mod pricing;
mod punto;
mod shoe;

use std::fmt;

use croupier_kit::Ratio;
use croupier_rules::games::baccarat::Pip;

pub use pricing::Results;
pub use punto::{Counts, counts, punto, removals};
pub use shoe::{Composition, ShoeError};

/// Why a table of baccarat has no price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BaccaratError {
    /// The shoe cannot be.
    Shoe(ShoeError),
    /// Somebody has a choice, or two hands oppose the banker's, where none may.
    Choices,
}

impl fmt::Display for BaccaratError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe(error) => error.fmt(f),
            Self::Choices => f.write_str(
                "this needs one hand against the banker's, and nobody with a choice about a third card",
            ),
        }
    }
}

impl std::error::Error for BaccaratError {}

impl From<ShoeError> for BaccaratError {
    fn from(error: ShoeError) -> Self {
        Self::Shoe(error)
    }
}

/// What one card less in the shoe is worth to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The value of the card that is gone.
    pub value: Pip,
    /// The wager.
    pub wager: String,
    /// What the player gains by it, per unit staked; less than nought where he loses.
    pub gain: Ratio,
}
