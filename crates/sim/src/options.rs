//! The options of a simulated table, and why one cannot be set up.

use std::fmt;

use croupier_kit::AmountError;
use croupier_rules::law::Refusal;

use crate::job::Shoes;

/// The options of a table beyond its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupOptions {
    /// When the cards are shuffled.
    pub shoes: Shoes,
    /// How many boxes are in play at blackjack.
    pub boxes: u8,
    /// The wagers, in notation or by name, each with its stake before it if it matters (`5 on red`); all wagers if empty.
    pub wagers: Vec<String>,
}

impl Default for SetupOptions {
    fn default() -> Self {
        Self { shoes: Shoes::Fresh, boxes: 1, wagers: Vec::new() }
    }
}

/// Why a table cannot be set up.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupError {
    /// The game does not offer this wager.
    Wager(String, Refusal),
    /// What stands before the wager is no stake.
    Stake(String, AmountError),
    /// The policy is for another family of games.
    Policy,
    /// The number of boxes that was asked for, and the largest number the table permits.
    Boxes(u8, u8),
    /// The cutting card cannot be placed at this percentage of the shoe.
    Cut(u8),
    /// The game has more outcomes or cards than the simulation can deal.
    Supply,
    /// The smallest bet on this wager on which no commission is rounded is too large to be paid.
    Rounded(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wager(words, refusal) => write!(f, "wager `{words}`: {refusal}"),
            Self::Stake(words, error) => {
                let stake = words.split(' ').next().unwrap_or(words);
                write!(f, "wager `{words}`: `{stake}` {error}")
            }
            Self::Policy => f.write_str("this policy is for another family of games"),
            Self::Boxes(asked, most) => write!(f, "{asked} boxes: the table has 1 to {most}"),
            Self::Cut(percent) => {
                write!(f, "a cutting card behind {percent} % of the shoe: 1 to 95 are possible")
            }
            Self::Supply => f.write_str("the game has more cards than can be dealt"),
            Self::Rounded(wager) => {
                write!(
                    f,
                    "wager `{wager}`: its commission is rounded, so that its result depends on the stake: write it before the wager, as in `5 on {wager}`"
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}
