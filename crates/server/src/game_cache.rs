//! Games and their best play: computed once for each set of rules, then cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_maths::{Advisor, Covariances, Price, PriceError, PriceQuery, covariances, odds, parse_shoe};
use croupier_rules::book::{Book, Chosen, GameBook};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
        StrategyView::of(self.name(), chosen, strategy)
    }

    /// The name of the game, as `RULEBOOK/GAME`.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.book.id(), self.game.id())
    }

    /// What the edges of its wagers depend on.
    pub(crate) fn edge_key(&self) -> String {
        let chosen: Vec<String> = self.chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{} {} {chosen:?}", self.book.digest(), self.game.id())
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

/// The number of house files that are checked at the same time while somebody types them.
pub(crate) const CHECKS_AT_ONCE: usize = 2;

/// The cache. A house has only a few different sets of rules.
pub struct GameCache {
    games: Cache<GameInfo>,
    advisors: Cache<Option<Advisor>>,
    strategies: Cache<Option<Arc<StrategyView>>>,
    prices: Cache<Option<Arc<Vec<Price>>>>,
    covariances: Cache<Option<Arc<Covariances>>>,
    shoes: Arc<Semaphore>,
    checks: Arc<Semaphore>,
}

impl Default for GameCache {
    fn default() -> Self {
        Self {
            games: Cache::default(),
            advisors: Cache::default(),
            strategies: Cache::default(),
            prices: Cache::default(),
            covariances: Cache::default(),
            shoes: Arc::new(Semaphore::new(SHOES_AT_ONCE)),
            checks: Arc::new(Semaphore::new(CHECKS_AT_ONCE)),
        }
    }
}

/// Values by key, each computed once, or being computed. A computation that nobody waits for any more goes on, so that
/// requests that are given up do not start it again and again.
type Cache<T> = Mutex<HashMap<String, Computed<T>>>;

/// A value that is computed on a thread of its own; `None` if that failed.
type Computed<T> = Shared<BoxFuture<'static, Option<Arc<T>>>>;

/// The value of a key. It is computed on a separate thread, once for all who ask for it.
async fn get_or_compute<T: Send + Sync + 'static>(
    cache: &Cache<T>,
    key: String,
    compute: impl FnOnce() -> T + Send + 'static,
) -> Result<Arc<T>, Problem> {
    let computed = {
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        // Houses have few sets of rules. Where they change often, what is still used is computed again.
        if cache.len() >= GAMES_MAX && !cache.contains_key(&key) {
            cache.clear();
        }
        let start =
            || tokio::task::spawn_blocking(compute).map(|made| made.ok().map(Arc::new)).boxed().shared();
        cache.entry(key.clone()).or_insert_with(start).clone()
    };
    if let Some(made) = computed.await {
        return Ok(made);
    }
    cache.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    Err(Problem::unavailable("this cannot be computed now"))
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

    /// The prices of all wagers under these rules at best play; none if they cannot be priced.
    ///
    /// # Errors
    /// When they cannot be computed.
    pub async fn prices(&self, rules: TableRules) -> Result<Arc<Option<Arc<Vec<Price>>>>, Problem> {
        get_or_compute(&self.prices, rules.key(), move || {
            let list = odds(&rules.game.table(&rules.chosen), &PriceQuery::default());
            list.ok().map(|list| Arc::new(list.prices))
        })
        .await
    }

    /// The covariances of all wagers under these rules at best play; none unless the same cards decide all bets of a round.
    ///
    /// # Errors
    /// When they cannot be computed.
    pub(crate) async fn covariances(
        &self,
        rules: TableRules,
    ) -> Result<Arc<Option<Arc<Covariances>>>, Problem> {
        get_or_compute(&self.covariances, rules.key(), move || {
            covariances(&rules.game.table(&rules.chosen)).ok().flatten().map(Arc::new)
        })
        .await
    }

    /// The permit to check a house file; `None` while too many are checked.
    pub(crate) fn check_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.checks).try_acquire_owned().ok()
    }

    /// What a shoe is worth under these rules. Shoes are too many to be cached.
    ///
    /// # Errors
    /// When the shoe cannot be read or priced, or too many others are priced now.
    pub async fn shoe_value(&self, rules: TableRules, shoe: String) -> Result<ShoeValue, Problem> {
        let Ok(permit) = Arc::clone(&self.shoes).try_acquire_owned() else {
            return Err(Problem::new(
                ProblemCode::Rate,
                "another shoe is being priced",
                format!("at most {SHOES_AT_ONCE} at the same time: try again in a second"),
            ));
        };
        // The work holds the permit, not the request: one that is given up does not make room for another.
        let work = move || {
            let value = value_of(&rules, &shoe);
            drop(permit);
            value
        };
        let value = tokio::task::spawn_blocking(work).await;
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
    }

    #[test]
    fn what_many_ask_for_or_give_up_is_computed_once() {
        run(async {
            let (cache, count) = (Cache::<u32>::default(), Arc::new(AtomicUsize::new(0)));
            let ask = || {
                let count = Arc::clone(&count);
                get_or_compute(&cache, "key".to_owned(), move || {
                    std::thread::sleep(Duration::from_millis(100));
                    count.fetch_add(1, Ordering::Relaxed);
                    7
                })
            };
            for _ in 0..50 {
                // Begun, and given up at once.
                assert!(ask().now_or_never().is_none());
            }
            let (one, other) = futures_util::future::join(ask(), ask()).await;
            assert_eq!([*one.unwrap(), *other.unwrap()], [7, 7]);
            assert_eq!(count.load(Ordering::Relaxed), 1);
        });
    }

    #[test]
    fn a_computation_that_failed_is_tried_again() {
        run(async {
            let cache = Cache::<u32>::default();
            assert!(get_or_compute(&cache, "key".to_owned(), || panic!("no")).await.is_err());
            assert_eq!(*get_or_compute(&cache, "key".to_owned(), || 7).await.unwrap(), 7);
        });
    }

    #[test]
    fn a_shoe_that_nobody_waits_for_still_holds_its_place() {
        run(async {
            let shelf: &'static croupier_rules::book::Shelf =
                Box::leak(Box::new(croupier_rules::book::Shelf::built_in()));
            let (book, game) = shelf.game("mpumalanga/blackjack").unwrap();
            let rules = TableRules {
                book,
                game,
                chosen: Arc::default(),
                currency: "ZAR".to_owned(),
                teaching: Teaching::Learning,
            };
            let games = GameCache::default();
            let ask = || games.shoe_value(rules.clone(), "-5:2,-K:1".to_owned());
            assert!(ask().now_or_never().is_none(), "begun, and given up at once");
            assert_eq!(ask().await.unwrap_err().code, ProblemCode::Rate);
            let value = loop {
                match ask().await {
                    Ok(value) => break value,
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            };
            assert_eq!((value.cards, value.wager.as_str()), (6 * 52 - 3, "box"));
        });
    }
}
