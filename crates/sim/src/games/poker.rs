//! Arizona Hold-Em at a simulated table.

use croupier_maths::poker::analyse;
use croupier_rules::book::Conduct;
use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::poker::{HoldEm, PLAYERS_MAX};

use crate::asked::{Asked, asked};
use crate::family::{FamilySim, TableSetup};
use crate::job::Shoes;
use crate::kernel::PokerKernel;
use crate::options::{SetupError, SetupOptions};
use crate::play::{Raised, Supply};
use crate::policy::{BEST, Policy, PolicyError, Raises, USUAL};
use crate::table::DecidedTable;
use crate::totals::CountedWager;

impl FamilySim for Seated<HoldEm, PLAYERS_MAX> {
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
        match (name, chart) {
            (BEST | USUAL, None) => Ok(Policy::Raises(Raises::best(self))),
            _ => Err(PolicyError::Family),
        }
    }

    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError> {
        let Policy::Raises(raises) = policy else { return Err(SetupError::Policy) };
        let asked = asked(self, conduct, options)?;
        let parts = asked.first().map_or(1, Asked::parts);
        let counted =
            asked.into_iter().take(1).map(|one| CountedWager { wager: one.name, parts, bets: 1 }).collect();
        let table = DecidedTable {
            game: Seated(self.0.clone()),
            supply: Supply::new(self, options.shoes, 5).ok_or(SetupError::Supply)?,
            stakes: Raised { parts },
            policy: raises.clone(),
            places: Positions::first(1),
        };
        let kernel = PokerKernel::new(&table, options.shoes == Shoes::Fresh);
        Ok(TableSetup::new(table, counted, kernel))
    }
}

impl Raises {
    /// Raises whenever the visible cards have a positive expectation.
    pub fn best(game: &HoldEm) -> Self {
        let analysis = analyse(game);
        Self::new(|sees| match (sees.own, sees.common) {
            (own, None) => analysis.raises_on_three(own),
            ([a, b, c], Some(common)) => analysis.raises_on_four([a, b, c, common]),
        })
    }
}
