//! The prices of the rules that bets were made under, each computed when a period needs it first.

use std::collections::{BTreeMap, BTreeSet};

use croupier_house::store::StoreError;
use croupier_house::table::FigureTerms;
use croupier_rules::book::Shelf;
use tokio::runtime::{Builder, Runtime};

use crate::error::{ServeError, failed};
use crate::figures::{TermPrices, price_terms};
use crate::game_cache::GameCache;

/// Numbers sets of rules, and prices them.
pub(super) struct TermPricer {
    shelf: &'static Shelf,
    games: GameCache,
    runtime: Runtime,
    numbers: BTreeMap<FigureTerms, i64>,
    prices: BTreeMap<i64, TermPrices>,
}

impl TermPricer {
    pub(super) fn new(shelf: &'static Shelf) -> Result<Self, ServeError> {
        let runtime = Builder::new_current_thread().build().map_err(failed)?;
        let (numbers, prices) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { shelf, games: GameCache::default(), runtime, numbers, prices })
    }

    pub(super) const fn shelf(&self) -> &'static Shelf {
        self.shelf
    }

    /// The number of a set of rules, from 1.
    pub(super) fn number(&mut self, terms: &FigureTerms) -> i64 {
        if let Some(known) = self.numbers.get(terms) {
            return *known;
        }
        let number = i64::try_from(self.numbers.len()).expect("a house has few sets of rules") + 1;
        self.numbers.insert(terms.clone(), number);
        number
    }

    /// All prices that are known, those of these sets of rules among them.
    pub(super) fn prices(
        &mut self,
        wanted: &BTreeSet<i64>,
    ) -> Result<&BTreeMap<i64, TermPrices>, StoreError> {
        let is_new = |number: &i64| wanted.contains(number) && !self.prices.contains_key(number);
        let new = self.numbers.iter().filter(|(_, number)| is_new(number));
        let new: BTreeMap<i64, FigureTerms> = new.map(|(terms, number)| (*number, terms.clone())).collect();
        if !new.is_empty() {
            let priced = self.runtime.block_on(price_terms(&self.games, self.shelf, new));
            self.prices.extend(priced.map_err(|problem| StoreError::Failed(problem.message))?);
        }
        Ok(&self.prices)
    }
}
