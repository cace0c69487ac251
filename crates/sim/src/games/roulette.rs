//! Roulette at a simulated table.

use croupier_maths::roulette::best_halves;
use croupier_rules::book::Conduct;
use croupier_rules::games::roulette::Roulette;

use crate::asked::{asked, plain};
use crate::family::{FamilySim, TableSetup, no_decisions};
use crate::kernel::RouletteKernel;
use crate::options::{SetupError, SetupOptions};
use crate::policy::{Policy, PolicyError};

impl FamilySim for Roulette {
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
        no_decisions(name, chart)
    }

    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError> {
        let Policy::Chance = policy else { return Err(SetupError::Policy) };
        let mut counted = Vec::new();
        let asked = asked(self, conduct, options)?;
        let table = plain(best_halves(self), &asked, options, 1, &mut counted)?;
        let kernel = RouletteKernel::new(&table);
        Ok(TableSetup::new(table, counted, kernel))
    }
}
