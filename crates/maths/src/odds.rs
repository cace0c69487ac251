//! The exact price of every wager of a table: one door for every game.

use std::fmt;

use croupier_kit::Rank;
use croupier_rules::contract::Game;
use croupier_rules::games::AnyGame;

use crate::price::Price;
use crate::{dice, poker, simple};

/// What is asked beside the table itself.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// What is left in the shoe, where it is not whole.
    pub shoe: Option<Composition>,
}

/// How many cards of each rank are in a shoe, from Two to Ace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Composition(pub [u16; 13]);

impl Composition {
    /// Whole packs.
    pub fn packs(packs: u8) -> Self {
        Self([4 * u16::from(packs); 13])
    }

    /// How many of a rank.
    pub fn count(&self, rank: Rank) -> u16 {
        self.0[rank as usize]
    }

    /// How many cards in all.
    pub fn cards(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether so many packs can hold it.
    ///
    /// # Errors
    /// When there are more of a rank than the packs hold.
    pub fn check(&self, packs: u8) -> Result<(), Impossible> {
        let most = 4 * u16::from(packs);
        match Rank::ALL.into_iter().find(|rank| self.count(*rank) > most) {
            Some(rank) => Err(Impossible::TooMany { rank, count: self.count(rank), packs }),
            None => Ok(()),
        }
    }
}

/// The prices of a table.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every wager, in the order of the rules.
    pub prices: Vec<Price>,
    /// Wagers that are made together, such as a line bet with all that may lie behind it.
    pub combined: Vec<Price>,
}

/// Why there is no such price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// The packs hold fewer of a rank.
    TooMany {
        /// The rank.
        rank: Rank,
        /// How many were said to be left.
        count: u16,
        /// The packs of the shoe.
        packs: u8,
    },
    /// A round cannot be dealt from so few.
    TooFew {
        /// How many there are.
        cards: u32,
        /// How many a round needs.
        least: u32,
    },
    /// The game is not dealt from a shoe that lasts.
    NoShoe,
    /// What the rules of the table ask for cannot be priced.
    Rules(String),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { rank, count, packs } => {
                let most = 4 * u16::from(*packs);
                write!(f, "{count} cards of rank {} cannot be left: {packs} packs hold {most}", rank.symbol())
            }
            Self::TooFew { cards, least } => {
                write!(f, "{cards} cards are too few to deal a round, which takes up to {least}")
            }
            Self::NoShoe => f.write_str("this game is not priced by what is left in a shoe"),
            Self::Rules(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Impossible {}

/// The exact price of every wager of a table at best play.
///
/// # Errors
/// When the shoe that was asked for cannot be.
pub fn odds(game: &AnyGame, ask: &Ask) -> Result<Report, Impossible> {
    let alone = |prices| Report { prices, combined: Vec::new() };
    if ask.shoe.is_some() && !is_priced_by_shoe(game) {
        return Err(Impossible::NoShoe);
    }
    Ok(match game {
        AnyGame::Roulette(game) => alone(simple::prices(game, &game.stock())),
        AnyGame::Dice(game) => Report { prices: dice::prices(game), combined: dice::combined(game) },
        AnyGame::InBetween(game) => alone(simple::prices(game, &game.stock())),
        AnyGame::Poker(game) => alone(vec![poker::analyse(game).price()]),
        AnyGame::Baccarat(_) | AnyGame::Blackjack(_) => alone(Vec::new()),
    })
}

/// Whether what is left in the shoe can be said.
const fn is_priced_by_shoe(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Baccarat(_) | AnyGame::Blackjack(_))
}
