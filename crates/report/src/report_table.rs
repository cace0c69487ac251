//! The table that a report is about.

use croupier_maths::{Price, PriceQuery};
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::games::AnyGame;
use croupier_rules::law::Cites;

use crate::error::ReportError;

/// A game of a rulebook with the settings of one table.
pub struct ReportTable<'s> {
    /// The rulebook, as of a day.
    pub book: &'s Book,
    /// The game.
    pub game: &'s GameBook,
    /// The settings that the house has chosen.
    pub chosen: Chosen,
    /// The rules that follow from them.
    pub rules: AnyGame,
}

impl<'s> ReportTable<'s> {
    /// The table with these settings, which the rulebook must permit.
    #[must_use]
    pub fn new(book: &'s Book, game: &'s GameBook, chosen: Chosen) -> Self {
        let rules = game.table(&chosen);
        Self { book, game, chosen, rules }
    }

    /// The game as `RULEBOOK/GAME`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    /// The citations as text.
    #[must_use]
    pub fn cite(&self, cites: Cites) -> Vec<String> {
        cites.iter().map(|rule| self.book.citations().text(rule).to_owned()).collect()
    }
}

/// All prices of a table: of single wagers, then of combinations.
///
/// # Errors
/// When they cannot be computed.
pub fn table_prices(table: &ReportTable<'_>, ask: &PriceQuery) -> Result<Vec<Price>, ReportError> {
    let list = croupier_maths::odds(&table.rules, ask)
        .map_err(|error| ReportError::refused(format!("{}: {error}", table.name())))?;
    Ok(list.prices.into_iter().chain(list.combined).collect())
}
