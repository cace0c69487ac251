//! What the games of the house are and how they are best played: worked out once for each set of rules and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_maths::{Advisor, PriceQuery};
use croupier_rules::book::{Book, Chosen, GameBook};

use crate::routes::StrategySheet;
use crate::wire::{GameSheet, Problem, Teaching};

/// The rules of a table: a game of a book with what the house has chosen.
#[derive(Clone)]
pub struct Rules {
    /// The book.
    pub book: &'static Book,
    /// The game.
    pub game: &'static GameBook,
    /// What the house has chosen.
    pub chosen: Arc<Chosen>,
    /// Its currency.
    pub currency: String,
    /// Whether the table is one to learn at.
    pub teaching: Teaching,
}

impl Rules {
    /// What tells these rules from others: the same book under the same choices comes to the same.
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

/// Kept by the rules; a house has few sets of them.
#[derive(Default)]
pub struct Lessons {
    sheets: Kept<GameSheet>,
    advisors: Kept<Option<Advisor>>,
    strategies: Kept<Option<Arc<StrategySheet>>>,
}

type Kept<T> = Mutex<HashMap<String, Arc<T>>>;

fn known<T>(kept: &Kept<T>, key: &str) -> Option<Arc<T>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
}

/// Looks something up, or has it worked out away from those who serve; two who ask at once may both work.
async fn once<T: Send + Sync + 'static>(
    kept: &Kept<T>,
    key: String,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Arc<T>, Problem> {
    if let Some(known) = known(kept, &key) {
        return Ok(known);
    }
    let made = tokio::task::spawn_blocking(work).await;
    let made = Arc::new(made.map_err(|_| Problem::unavailable("this cannot be worked out now"))?);
    kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made));
    Ok(made)
}

impl Lessons {
    /// The sheet of a game.
    ///
    /// # Errors
    /// When it cannot be worked out now.
    pub async fn sheet(&self, rules: Rules) -> Result<Arc<GameSheet>, Problem> {
        once(&self.sheets, rules.key(), move || {
            GameSheet::of(rules.book, rules.game, &rules.chosen, &rules.currency, rules.teaching)
        })
        .await
    }

    /// Best play under these rules as a chart, where anybody decides anything.
    ///
    /// # Errors
    /// When it cannot be worked out now.
    pub async fn strategy(&self, rules: Rules) -> Result<Arc<Option<Arc<StrategySheet>>>, Problem> {
        once(&self.strategies, rules.key(), move || {
            let found = croupier_maths::strategy(&rules.game.table(&rules.chosen), &PriceQuery::default());
            found.ok().flatten().map(|strategy| Arc::new(StrategySheet::of(&rules, &strategy)))
        })
        .await
    }

    /// One who knows best play under these rules, where that is known.
    ///
    /// # Errors
    /// When it cannot be worked out now.
    pub async fn advisor(&self, rules: Rules) -> Result<Arc<Option<Advisor>>, Problem> {
        once(&self.advisors, rules.key(), move || Advisor::new(&rules.game.table(&rules.chosen)).ok()).await
    }
}
