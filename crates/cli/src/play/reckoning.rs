//! Prices and best play of the table, reckoned beside the game so that nobody waits for them.

use std::sync::{Arc, OnceLock};

use croupier_maths::{Advisor, Price, PriceQuery};

use crate::table::TableOf;

/// What has been reckoned, or why it could not be.
type Known<T> = Arc<OnceLock<Result<T, String>>>;

/// Prices and best play, once they are there.
pub(super) struct Reckoning {
    prices: Known<Vec<Price>>,
    advisor: Known<Advisor>,
}

impl Reckoning {
    /// Begins to reckon.
    pub(super) fn begin(of: &TableOf<'_>) -> Self {
        let (prices, advisor): (Known<Vec<Price>>, Known<Advisor>) = Default::default();
        let (told, advised) = (Arc::clone(&prices), Arc::clone(&advisor));
        let game = of.game.table(&of.chosen);
        std::thread::spawn(move || {
            let report = croupier_maths::odds(&game, &PriceQuery::default());
            let _ = told.set(report.map(|report| report.prices).map_err(|error| error.to_string()));
            let _ = advised.set(Advisor::new(&game).map_err(|error| error.to_string()));
        });
        Self { prices, advisor }
    }

    /// The prices, if they are there by now.
    pub(super) fn prices(&self) -> Option<Result<&[Price], &str>> {
        self.prices.get().map(|known| known.as_deref().map_err(String::as_str))
    }

    /// One who knows best play, if he is there by now.
    pub(super) fn advisor(&self) -> Option<Result<&Advisor, &str>> {
        self.advisor.get().map(|known| known.as_ref().map_err(String::as_str))
    }

    /// Waits until everything has been reckoned.
    pub(super) fn wait(&self) {
        self.prices.wait();
        self.advisor.wait();
    }
}
