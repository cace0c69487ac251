//! Prices, best play and advice for a table of any game: each question is put to the game's own folder.

use croupier_rules::games::{AnyGame, FamilyRules};
use croupier_rules::with_game;

use crate::Strategy;
use crate::advice::{Advice, Advises, PlayerView};
use crate::clauses::Swap;
use crate::family::FamilyMaths;
use crate::price::PriceList;
use crate::query::{PriceError, PriceQuery};
use crate::removal::Removal;

/// The exact price of every wager of a table at best play.
///
/// # Errors
/// When the query cannot be priced, for example because the shoe is impossible.
pub fn odds(game: &AnyGame, ask: &PriceQuery) -> Result<PriceList, PriceError> {
    with_game!(game, game => price_list(game, ask))
}

fn price_list<G: FamilyMaths>(game: &G, ask: &PriceQuery) -> Result<PriceList, PriceError> {
    if ask.shoe.is_some() && !G::LASTS {
        return Err(PriceError::new("a shoe", "this game is not priced by what is left in a shoe"));
    }
    if ask.chart.is_some() {
        game.check_chart()?;
    }
    game.price_list(ask)
}

/// Best play; `None` for games without player decisions.
///
/// # Errors
/// When the query cannot be solved.
pub fn strategy(game: &AnyGame, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
    with_game!(game, game => game.best_play(ask))
}

/// The best chart of a blackjack table as a file, in the format that [`PriceQuery::chart`] accepts.
///
/// # Errors
/// When the game is not blackjack, or the query cannot be solved.
pub fn chart_file(game: &AnyGame, ask: &PriceQuery) -> Result<String, PriceError> {
    with_game!(game, game => game.chart_file(ask))
}

/// The effect of removing each card on every wager of a table that is dealt from a shoe.
///
/// # Errors
/// When the game has no shoe that lasts over several rounds, or the given shoe is impossible.
pub fn removals(game: &AnyGame, ask: &PriceQuery) -> Result<Vec<Removal>, PriceError> {
    with_game!(game, game => game.removals(ask))
}

/// One swap for every clause in which two tables of one family differ; none for tables of different families.
pub fn swaps(at: &AnyGame, from: &AnyGame) -> Vec<Swap> {
    with_game!(at, at => swaps_of(at, from))
}

fn swaps_of<G: FamilyMaths + FamilyRules>(at: &G, from: &AnyGame) -> Vec<Swap> {
    let Some(from) = G::of(from) else { return Vec::new() };
    at.swaps(from).into_iter().map(|swap| Swap { key: swap.key, game: swap.rules.into() }).collect()
}

/// Best play for one table, ready to give advice.
pub struct Advisor(Option<Box<dyn Advises>>);

impl Advisor {
    /// Solves a table.
    ///
    /// # Errors
    /// When best play cannot be computed for this table.
    pub fn new(game: &AnyGame) -> Result<Self, PriceError> {
        with_game!(game, game => game.advisor()).map(Self)
    }

    /// The best decision for this view; `None` if there is nothing to decide or the cards are impossible.
    pub fn advise(&self, sight: PlayerView<'_>) -> Option<Advice> {
        self.0.as_ref()?.advise(sight)
    }

    /// Whether to take insurance: the expected gain per unit of insurance, against zero for declining.
    pub fn on_insurance(&self) -> Option<Advice> {
        self.0.as_ref()?.on_insurance()
    }
}
