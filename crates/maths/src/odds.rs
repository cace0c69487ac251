//! Prices, best play and advice for a table of any game: each question is put to the game's own folder.

use croupier_rules::book::Conduct;
use croupier_rules::games::{AnyGame, FamilyRules};
use croupier_rules::law::Refusal;
use croupier_rules::offer::{Laid, side_of, wager_named};
use croupier_rules::with_game;

use crate::Strategy;
use crate::advice::{Advice, Advises, PlayerView};
use crate::clauses::Swap;
use crate::covariance::Covariances;
use crate::family::FamilyMaths;
use crate::price::{Price, PriceList};
use crate::query::{PriceError, PriceQuery};
use crate::removal::Removal;
use crate::shoe_text::check_lasts;

/// The exact price of every wager of a table at best play.
///
/// # Errors
/// When the query cannot be priced, for example because the shoe is impossible.
pub fn odds(game: &AnyGame, ask: &PriceQuery) -> Result<PriceList, PriceError> {
    with_game!(game, game => price_list(game, ask))
}

fn price_list<G: FamilyMaths>(game: &G, ask: &PriceQuery) -> Result<PriceList, PriceError> {
    check_query(game, ask)?;
    if ask.chart.is_some() {
        game.check_chart()?;
    }
    game.price_list(ask)
}

/// The exact covariances of the wagers of a table at best play, from a whole shoe; `None` unless the same cards decide all
/// bets of a round.
///
/// # Errors
/// When best play cannot be computed, or a commission is rounded on every bet.
pub fn covariances(game: &AnyGame) -> Result<Option<Covariances>, PriceError> {
    with_game!(game, game => game.covariances())
}

/// Checks that the game depends on everything that the query says.
fn check_query<G: FamilyMaths>(game: &G, ask: &PriceQuery) -> Result<(), PriceError> {
    if ask.shoe.is_some() {
        check_lasts(game)?;
    }
    if ask.known.is_some() {
        game.check_known()?;
    }
    if !ask.against.is_empty() {
        game.check_against()?;
    }
    Ok(())
}

/// The price of one wager that a record can hold (`red`, `split 17 20`, `box 3`), or of one that the list names
/// (`numbers 18`, `box`). `list` has the prices of the table.
///
/// # Errors
/// When there is no such wager, or it cannot be priced.
pub fn price_of(
    game: &AnyGame,
    conduct: &Conduct,
    words: &str,
    ask: &PriceQuery,
    list: &[Price],
) -> Result<Price, PriceError> {
    let words: Vec<&str> = words.split_whitespace().collect();
    with_game!(game, game => named_price(game, conduct, &words, ask, list))
}

fn named_price<G: FamilyMaths>(
    game: &G,
    conduct: &Conduct,
    words: &[&str],
    ask: &PriceQuery,
    list: &[Price],
) -> Result<Price, PriceError> {
    let in_list = |name: &str| list.iter().find(|price| price.wager == name).cloned();
    let text = words.join(" ");
    if let Some(price) = in_list(&text) {
        return Ok(price);
    }
    let found = format!("the wager `{text}`");
    let refused = |refusal: Refusal| PriceError::new(found.as_str(), refusal.allowed);
    let unpriced = || PriceError::new(found.as_str(), "it has no price at this table");
    if let Some(side) = side_of(game, conduct, words) {
        let side = side.map_err(refused)?;
        return Ok(Price { wager: text, ..in_list(&side.name).ok_or_else(unpriced)? });
    }
    let wager = wager_named(game, conduct, words).map_err(refused)?;
    let price = match game.price_alone(wager, ask)? {
        Some(price) => Some(price),
        None => in_list(&game.wager_name(wager)),
    };
    let added = list.iter().find(|_| is_added(game, wager)).map(|main| {
        let allowed = format!("a decision adds it: it is part of the price of `{}`", main.wager);
        PriceError::new(found.as_str(), allowed)
    });
    let unpriced = || added.clone().unwrap_or_else(unpriced);
    Ok(Price { wager: game.words(wager), ..price.ok_or_else(unpriced)? })
}

/// Whether a decision lays this wager, such as a raise.
fn is_added<G: FamilyMaths>(game: &G, wager: G::Wager) -> bool {
    game.kinds().iter().any(|kind| kind.kind.laid == Laid::Raise && kind.wagers.contains(&wager))
}

/// Best play; `None` for games without player decisions.
///
/// # Errors
/// When the query cannot be solved.
pub fn strategy(game: &AnyGame, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
    with_game!(game, game => check_query(game, ask).and_then(|()| game.best_play(ask)))
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

    /// What to do when insurance is offered, with the expected gain of each choice in bets.
    pub fn on_insurance(&self, sight: PlayerView<'_>) -> Option<Advice> {
        self.0.as_ref()?.on_insurance(sight)
    }
}
