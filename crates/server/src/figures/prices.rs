//! The prices of the rules that bets were made under.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::table::FigureTerms;
use croupier_maths::Price;
use croupier_rules::book::{Chosen, Shelf};
use jiff::civil::Date;

use crate::game_cache::{GameCache, TableRules};
use crate::wire::{Problem, Teaching};

/// A set of rules with the prices of its wagers.
#[derive(Clone)]
pub(crate) struct TermPrices {
    /// The game, as `RULEBOOK/GAME`.
    pub(crate) game: Box<str>,
    /// The prices; none if the rules cannot be priced.
    prices: Option<Arc<Vec<Price>>>,
}

impl TermPrices {
    /// The price of a wager that holds for bets of any amount; `None` if there is none, or nothing proves it.
    pub(crate) fn of(&self, wager: &str) -> Option<&Price> {
        let price = self.prices.as_ref()?.iter().find(|price| price.wager == wager)?;
        let is_rounded = price.commission.is_some_and(|commission| commission.breakage.is_some());
        let is_proved = !price.edge.is_estimated() && !price.variance.is_estimated();
        (is_proved && !is_rounded).then_some(price)
    }
}

/// The prices of all these rules, each computed once and then cached.
///
/// # Errors
/// When they cannot be computed now.
pub(crate) async fn price_terms(
    games: &GameCache,
    shelf: &'static Shelf,
    terms: BTreeMap<i64, FigureTerms>,
) -> Result<BTreeMap<i64, TermPrices>, Problem> {
    let mut priced = BTreeMap::new();
    for (number, terms) in terms {
        let prices = match rules_of(shelf, &terms) {
            Some(rules) => games.prices(rules).await?.as_ref().clone(),
            None => None,
        };
        priced.insert(number, TermPrices { game: terms.game, prices });
    }
    Ok(priced)
}

/// The rules as a table has them; `None` if the edition is not at hand, or amounts were too large to be counted with.
fn rules_of(shelf: &'static Shelf, terms: &FigureTerms) -> Option<TableRules> {
    if terms.uncounted {
        return None;
    }
    let edition = shelf.edition(blake3::Hash::from_bytes(terms.edition).to_hex().as_str())?;
    let day: Date = terms.day.parse().ok()?;
    let (book, game) = Shelf::game_of(edition, &terms.game, day).ok()?;
    let mut chosen = Chosen::default();
    for line in terms.settings.lines() {
        let (key, value) = line.split_once('=')?;
        chosen.choose(key, value, &game.envelope()).ok()?;
    }
    let (chosen, currency) = (Arc::new(chosen), String::new());
    Some(TableRules { book, game, chosen, currency, teaching: Teaching::Played })
}
