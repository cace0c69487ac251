//! Dice at a simulated table.

use croupier_rules::book::Conduct;
use croupier_rules::games::dice::{self, Dice};

use crate::asked::{asked, plain};
use crate::family::{FamilySim, TableSetup, no_decisions};
use crate::kernel::DiceKernel;
use crate::options::{SetupError, SetupOptions};
use crate::play::PlainStake;
use crate::policy::{Policy, PolicyError};
use crate::table::PlainTable;

impl FamilySim for Dice {
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
        let table = with_lines(plain(self.clone(), &asked, options, 1, &mut counted)?);
        let kernel = DiceKernel::new(&table);
        Ok(TableSetup::new(table, counted, kernel))
    }
}

/// Adds the line stakes that bets behind a line depend on, whether or not they were requested, and links the bets to
/// them.
fn with_lines(mut table: PlainTable<Dice>) -> PlainTable<Dice> {
    let lines: Vec<u8> = table
        .stakes
        .stakes
        .iter()
        .filter_map(|stake| if let dice::Wager::Behind(line, _) = stake.wager { Some(line) } else { None })
        .collect();
    for line in lines {
        let wager = dice::Wager::Line(line);
        if table.stakes.stakes.iter().all(|stake| stake.wager != wager) {
            table.stakes.stakes.push(PlainStake::new(wager, dice::Life::default()));
        }
    }
    let places: Vec<dice::Wager> = table.stakes.stakes.iter().map(|stake| stake.wager).collect();
    for stake in &mut table.stakes.stakes {
        if let dice::Wager::Behind(line, point) = stake.wager {
            let place = places.iter().position(|wager| *wager == dice::Wager::Line(line));
            stake.behind = place.map(|place| (place, point));
        }
    }
    table.stakes.point = dice::Life::point;
    table
}
