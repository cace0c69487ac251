//! Prices and best play of the table, computed in the background.

use std::sync::{Arc, OnceLock};

use croupier_maths::{Advisor, Price, PriceQuery};

use crate::table::SelectedTable;

/// A computed value, or why it could not be computed.
type Computed<T> = Arc<OnceLock<Result<T, String>>>;

/// Prices and best play, available when they are computed.
pub(super) struct Pricing {
    prices: Computed<Vec<Price>>,
    advisor: Computed<Advisor>,
}

impl Pricing {
    /// Starts the computation.
    pub(super) fn start(of: &SelectedTable<'_>) -> Self {
        let (prices, advisor): (Computed<Vec<Price>>, Computed<Advisor>) = Default::default();
        let (priced, advised) = (Arc::clone(&prices), Arc::clone(&advisor));
        let game = of.game.table(&of.chosen);
        std::thread::spawn(move || {
            let report = croupier_maths::odds(&game, &PriceQuery::default());
            let _ = priced.set(report.map(|report| report.prices).map_err(|error| error.to_string()));
            let _ = advised.set(Advisor::new(&game).map_err(|error| error.to_string()));
        });
        Self { prices, advisor }
    }

    /// The prices, if they are computed.
    pub(super) fn prices(&self) -> Option<Result<&[Price], &str>> {
        self.prices.get().map(|computed| computed.as_deref().map_err(String::as_str))
    }

    /// Best play, if it is computed.
    pub(super) fn advisor(&self) -> Option<Result<&Advisor, &str>> {
        self.advisor.get().map(|computed| computed.as_ref().map_err(String::as_str))
    }

    /// Waits until everything is computed.
    pub(super) fn wait(&self) {
        self.prices.wait();
        self.advisor.wait();
    }
}
