//! What a simulation asks of a family of games. Each family answers in its own file in `games`; what it does not
//! answer does not compile.

use std::sync::Arc;

use croupier_kit::Money;
use croupier_maths::{Price, PriceError, PriceQuery, odds};
use croupier_rules::book::Conduct;
use croupier_rules::games::FamilyRules;
use croupier_rules::offer::Offers;

use crate::kernel::PlayKernel;
use crate::options::{SetupError, SetupOptions};
use crate::policy::{BEST, Policy, PolicyError, USUAL};
use crate::staking::Counting;
use crate::table::SimulatedTable;
use crate::totals::CountedWager;

/// The simulation of a family.
pub(crate) trait FamilySim: Offers + FamilyRules + Clone {
    /// The policy with this name; a chart, if any, follows the name.
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError>;

    /// Whether even the usual policy is found by solving the game, which can take seconds.
    fn solves_usual(&self) -> bool {
        false
    }

    /// The exact price of every wager from a whole shoe under a policy; empty where it is not known.
    fn prices_of(
        &self,
        _policy: &Policy,
        _name: &str,
        stake: Option<Money>,
    ) -> Result<Vec<Price>, PriceError> {
        odds(&self.clone().into(), &PriceQuery { stake, ..PriceQuery::default() }).map(|list| list.prices)
    }

    /// Sets up a table with this policy.
    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError>;
}

/// A table that has been set up.
pub(crate) struct TableSetup {
    pub(crate) table: Arc<dyn SimulatedTable>,
    /// The wagers whose results are counted.
    pub(crate) counted: Vec<CountedWager>,
    /// The kernel, if there is one for this table.
    pub(crate) kernel: Option<Box<dyn PlayKernel>>,
    /// The count of the shoe that a player can bet by, if the game has one.
    pub(crate) counting: Option<Counting>,
}

impl TableSetup {
    /// A table with its kernel, at which nothing is counted but the wagers.
    pub(crate) fn new<K: PlayKernel + 'static>(
        table: impl SimulatedTable + 'static,
        counted: Vec<CountedWager>,
        kernel: Option<K>,
    ) -> Self {
        let kernel = kernel.map(|kernel| -> Box<dyn PlayKernel> { Box::new(kernel) });
        Self { table: Arc::new(table), counted, kernel, counting: None }
    }
}

/// The policy of a game in which no player decides.
pub(crate) fn no_decisions(name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
    match (name, chart) {
        (BEST | USUAL, None) => Ok(Policy::Chance),
        _ => Err(PolicyError::Family),
    }
}
