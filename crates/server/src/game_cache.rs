//! Games and their best play: computed once for each set of rules, then cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_maths::{Advisor, PriceError, PriceQuery, odds, parse_shoe};
use croupier_rules::book::{Book, Chosen, GameBook};
use tokio::sync::Semaphore;

use crate::wire::{GameInfo, Problem, ProblemCode, ShoeValue, StrategyView, Teaching};

/// The rules of a table: a game of a rulebook with the options that the house has chosen.
#[derive(Clone)]
pub struct TableRules {
    /// The book.
    pub book: &'static Book,
    /// The game.
    pub game: &'static GameBook,
    /// The options that the house has chosen.
    pub chosen: Arc<Chosen>,
    /// Its currency.
    pub currency: String,
    /// Whether the table is a learning table.
    pub teaching: Teaching,
}

impl TableRules {
    fn strategy_view(&self, strategy: &croupier_maths::Strategy) -> StrategyView {
        let chosen = self.chosen.iter().map(|(key, value)| (key, value.to_string()));
        StrategyView::of(format!("{}/{}", self.book.id(), self.game.id()), chosen, strategy)
    }

    /// The cache key. The same rulebook with the same options is the same game.
    fn key(&self) -> String {
        let chosen: Vec<String> = self.chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let limits = (self.chosen.stake_min, self.chosen.stake_max);
        format!(
            "{} {} {chosen:?} {limits:?} {} {:?}",
            self.book.digest(),
            self.game.id(),
            self.currency,
            self.teaching
        )
    }
}

/// The number of games in a cache. When it is full, it is emptied.
pub(crate) const GAMES_MAX: usize = 256;

/// The number of shoes that are priced at the same time. Each takes a processor for some tenths of a second.
pub(crate) const SHOES_AT_ONCE: usize = 1;

/// The cache. A house has only a few different sets of rules.
pub struct GameCache {
    games: Cache<GameInfo>,
    advisors: Cache<Option<Advisor>>,
    strategies: Cache<Option<Arc<StrategyView>>>,
    shoes: Semaphore,
}

impl Default for GameCache {
    fn default() -> Self {
        Self {
            games: Cache::default(),
            advisors: Cache::default(),
            strategies: Cache::default(),
            shoes: Semaphore::new(SHOES_AT_ONCE),
        }
    }
}

type Cache<T> = Mutex<HashMap<String, Arc<T>>>;

fn lookup<T>(cache: &Cache<T>, key: &str) -> Option<Arc<T>> {
    cache.lock().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
}

/// Returns the cached value, or computes it on a separate thread. Two simultaneous requests may both compute it.
async fn get_or_compute<T: Send + Sync + 'static>(
    cache: &Cache<T>,
    key: String,
    compute: impl FnOnce() -> T + Send + 'static,
) -> Result<Arc<T>, Problem> {
    if let Some(known) = lookup(cache, &key) {
        return Ok(known);
    }
    let made = tokio::task::spawn_blocking(compute).await;
    let made = Arc::new(made.map_err(|_| Problem::unavailable("this cannot be computed now"))?);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    // Houses have few sets of rules. Where they change often, what is still used is computed again.
    if cache.len() >= GAMES_MAX {
        cache.clear();
    }
    cache.insert(key, Arc::clone(&made));
    drop(cache);
    Ok(made)
}

fn value_of(rules: &TableRules, shoe: &str) -> Result<ShoeValue, Problem> {
    let refused = |error: PriceError| Problem::malformed(error.found, error.allowed);
    let game = rules.game.table(&rules.chosen);
    let written = parse_shoe(&game, shoe).map_err(refused)?;
    let cards = written.shoe.len();
    let ask = PriceQuery { shoe: Some(written.shoe), spread: written.spread, ..PriceQuery::default() };
    let list = odds(&game, &ask).map_err(refused)?;
    ShoeValue::of(cards, &list.prices).ok_or_else(|| Problem::unavailable("this game has no prices"))
}

impl GameCache {
    /// A game in the form that pages show.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub async fn game(&self, rules: TableRules) -> Result<Arc<GameInfo>, Problem> {
        get_or_compute(&self.games, rules.key(), move || {
            GameInfo::of(rules.book, rules.game, &rules.chosen, &rules.currency, rules.teaching)
        })
        .await
    }

    /// Best play under these rules as charts, if the game has decisions.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub async fn strategy(&self, rules: TableRules) -> Result<Arc<Option<Arc<StrategyView>>>, Problem> {
        get_or_compute(&self.strategies, rules.key(), move || {
            let found = croupier_maths::strategy(&rules.game.table(&rules.chosen), &PriceQuery::default());
            found.ok().flatten().map(|strategy| Arc::new(rules.strategy_view(&strategy)))
        })
        .await
    }

    /// What a shoe is worth under these rules. Shoes are too many to be cached.
    ///
    /// # Errors
    /// When the shoe cannot be read or priced, or too many others are priced now.
    pub async fn shoe_value(&self, rules: TableRules, shoe: String) -> Result<ShoeValue, Problem> {
        let Ok(_permit) = self.shoes.try_acquire() else {
            return Err(Problem::new(
                ProblemCode::Rate,
                "another shoe is being priced",
                format!("at most {SHOES_AT_ONCE} at the same time: try again in a second"),
            ));
        };
        let value = tokio::task::spawn_blocking(move || value_of(&rules, &shoe)).await;
        value.map_err(|_| Problem::unavailable("this cannot be computed now"))?
    }

    /// An advisor on best play under these rules, if best play is known.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub async fn advisor(&self, rules: TableRules) -> Result<Arc<Option<Advisor>>, Problem> {
        get_or_compute(&self.advisors, rules.key(), move || {
            Advisor::new(&rules.game.table(&rules.chosen)).ok()
        })
        .await
    }
}
