//! Baccarat of every kind: punto banco in closed form, chemin de fer and baccarat banque as games of two sides.

mod banque;
mod chemin;
mod contest;
mod equilibrium;
mod firsts;
mod pivot;
mod prices;
mod punto;
mod results;
mod shoe;
mod simplex;
mod stake_gains;
mod strategy;
mod thirds;

use std::fmt;

use croupier_kit::Ratio;
use croupier_rules::games::baccarat::Pip;

pub use banque::{BanqueModel, HandStakes, banque, banque_reply};
pub use chemin::{CheminModel, chemin};
pub use equilibrium::{
    Certificate, DrawChoice, Equilibrium, HandShown, InformationSet, Knows, MixedStrategy, OwnCards, Sampling,
};
pub use prices::{best_play, prices};
pub use punto::{DealCounts, counts, punto, removals};
pub use results::Results;
pub use shoe::{PipCounts, ShoeError};

/// Why a table of baccarat has no price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BaccaratError {
    /// The shoe cannot be.
    Shoe(ShoeError),
    /// Somebody has a choice, or two hands oppose the banker's, where none may.
    Choices,
    /// One hand opposes the banker's where two should, or the other way about.
    Hands,
    /// First cards lie open at a table with choices: a side would see the other's cards.
    Open,
    /// The hands may choose on more scores than can be solved for.
    TooManyChoices,
    /// Nothing lies on either hand.
    NoStakes,
    /// A chance that is not between 0 and 1.
    NoChance,
    /// No equilibrium was proved.
    Unsolved,
}

impl fmt::Display for BaccaratError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe(error) => error.fmt(f),
            Self::Choices => f.write_str(
                "this needs one hand against the banker's, and nobody with a choice about a third card",
            ),
            Self::Hands => f.write_str("the table has another number of hands against the banker's"),
            Self::Open => f.write_str("first cards lie open here, and nothing is hidden from either side"),
            Self::TooManyChoices => {
                f.write_str("the first of two opposing hands may choose on too many scores to be solved for")
            }
            Self::NoStakes => {
                f.write_str("nothing lies on the hands: put a stake on the right, the left or both")
            }
            Self::NoChance => f.write_str("a chance to draw lies between 0 and 1"),
            Self::Unsolved => f.write_str("no equilibrium was proved"),
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
pub struct RemovalEffect {
    /// The value of the card that is gone.
    pub value: Pip,
    /// The wager.
    pub wager: String,
    /// What the player gains by it, per unit staked; negative where he loses.
    pub gain: Ratio,
}
