//! In-Between at a simulated table.

use croupier_rules::book::Conduct;
use croupier_rules::contract::Seated;
use croupier_rules::games::in_between::{InBetween, PLAYERS_MAX};

use crate::asked::{asked, plain};
use crate::family::{FamilySim, TableSetup, no_decisions};
use crate::job::Shoes;
use crate::kernel::InBetweenKernel;
use crate::options::{SetupError, SetupOptions};
use crate::policy::{Policy, PolicyError};

impl FamilySim for Seated<InBetween, PLAYERS_MAX> {
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
        let table = plain(Seated::<_, 1>(self.0.clone()), &asked, options, 3, &mut counted)?;
        let kernel = InBetweenKernel::new(&table, options.shoes == Shoes::Fresh);
        Ok(TableSetup::new(table, counted, kernel))
    }
}
