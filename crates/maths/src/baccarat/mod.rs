//! All kinds of baccarat: punto banco in closed form, chemin de fer and baccarat banque as two-sided games.

mod advisor;
mod banque;
mod chemin;
mod clauses;
mod contest;
mod equilibrium;
mod family;
mod firsts;
mod pivot;
mod prices;
mod punto;
mod results;
mod shoe;
mod sides;
mod simplex;
mod stake_gains;
mod strategy;
mod thirds;
mod together;

use std::fmt;

use croupier_kit::Ratio;
use croupier_rules::games::baccarat::Pip;

use crate::query::PriceError;

pub use banque::{BanqueModel, HandStakes, banque, banque_reply};
pub use chemin::{CheminModel, chemin};
pub use equilibrium::{
    Certificate, DrawChoice, Equilibrium, HandShown, InformationSet, Knows, MixedStrategy, OwnCards, Sampling,
};
pub use prices::{best_play, prices};
pub use punto::{DealCounts, counts, punto, punto_for, removals};
pub use results::Results;
pub use shoe::{PipCounts, ShoeError};

/// Why a baccarat table cannot be priced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BaccaratError {
    /// The shoe is impossible.
    Shoe(ShoeError),
    /// Somebody has a choice, or two hands oppose the banker's, where neither is supported.
    Choices,
    /// One hand opposes the banker's where two are required, or the reverse.
    Hands,
    /// The first cards are face up at a table with choices, so that a side would see the other's cards.
    Open,
    /// The hands have a choice on too many scores to be solved.
    TooManyChoices,
    /// Nothing is staked on either hand.
    NoStakes,
    /// A probability is not between 0 and 1.
    NoChance,
    /// No equilibrium was proved.
    Unsolved,
    /// A commission is rounded, and the bet is missing or cannot be paid.
    Bet(PriceError),
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
            Self::Bet(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BaccaratError {}

impl From<ShoeError> for BaccaratError {
    fn from(error: ShoeError) -> Self {
        Self::Shoe(error)
    }
}

/// The effect of removing one card from the shoe on the player's gain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovalEffect {
    /// The value of the removed card.
    pub value: Pip,
    /// The wager.
    pub wager: String,
    /// The player's gain from the removal, per unit staked; negative if the player loses by it.
    pub gain: Ratio,
}
