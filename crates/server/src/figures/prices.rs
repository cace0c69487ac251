//! The prices of the rules that bets were made under.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::table::FigureTerms;
use croupier_kit::Ratio;
use croupier_maths::{Covariances, Price};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::table::BetsOfRound;
use jiff::civil::Date;

use crate::game_cache::{GameCache, TableRules};
use crate::wire::{Problem, Teaching};

/// A set of rules with the prices of its wagers.
#[derive(Clone)]
pub(crate) struct TermPrices {
    /// The game, as `RULEBOOK/GAME`.
    pub(crate) game: Box<str>,
    /// What is known of the rules; none if they cannot be priced.
    priced: Option<PricedRules>,
}

/// Rules with their prices.
#[derive(Clone)]
struct PricedRules {
    prices: Arc<Vec<Price>>,
    bets: BetsOfRound,
    /// The covariances of the wagers, if the same cards decide all bets of a round.
    covariances: Option<Arc<Covariances>>,
}

/// The price of a wager, and what it has in common with other bets of its round.
#[derive(Clone, Copy)]
pub(crate) struct WagerPrice<'p> {
    pub(crate) price: &'p Price,
    pub(crate) bets: BetsOfRound,
}

impl TermPrices {
    /// The price of a wager that holds for bets of any amount; `None` if there is none, or nothing proves its edge. Its variance
    /// may be an estimate.
    pub(crate) fn of(&self, wager: &str) -> Option<WagerPrice<'_>> {
        let priced = self.priced.as_ref()?;
        let price = priced.prices.iter().find(|price| price.wager == wager)?;
        let is_rounded = price.commission.is_some_and(|commission| commission.breakage.is_some());
        let is_proved = !price.edge.is_estimated();
        (is_proved && !is_rounded).then_some(WagerPrice { price, bets: priced.bets })
    }

    /// The covariance of the gains per unit of two wagers that the same cards decide; `None` if one of them has no price.
    pub(crate) fn covariance(&self, (one, other): (&str, &str)) -> Option<&Ratio> {
        self.of(one).zip(self.of(other))?;
        self.priced.as_ref()?.covariances.as_ref()?.of(one, other)
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
        let rules = match rules_of(shelf, &terms) {
            Some(rules) => price_rules(games, rules).await?,
            None => None,
        };
        priced.insert(number, TermPrices { game: terms.game, priced: rules });
    }
    Ok(priced)
}

/// The prices of rules; `None` if they cannot be priced. Where the same cards decide all bets, what is stored of them has
/// a variance only with the covariances.
async fn price_rules(games: &GameCache, rules: TableRules) -> Result<Option<PricedRules>, Problem> {
    let bets = rules.game.table(&rules.chosen).bets_of_round();
    let Some(prices) = games.prices(rules.clone()).await?.as_ref().clone() else { return Ok(None) };
    let covariances = match bets {
        BetsOfRound::Together => match games.covariances(rules).await?.as_ref().clone() {
            Some(covariances) => Some(covariances),
            None => return Ok(None),
        },
        BetsOfRound::Throws | BetsOfRound::OwnCards => None,
    };
    Ok(Some(PricedRules { prices, bets, covariances }))
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
