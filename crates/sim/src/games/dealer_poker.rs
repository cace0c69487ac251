//! Poker against a dealer's hand at a simulated table.

use croupier_rules::book::Conduct;
use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::dealer_poker::{DealerPoker, PLAYERS_MAX, Wager};
use croupier_rules::side::SideBet;
use croupier_rules::table::stake_unit;

use crate::asked::{Asked, asked, asked_sides};
use crate::family::{FamilySim, TableSetup};
use crate::job::Shoes;
use crate::kernel::DealerPokerKernel;
use crate::options::{SetupError, SetupOptions};
use crate::play::{Compared, Supply};
use crate::policy::{BEST, HandRaises, Policy, PolicyError, USUAL};
use crate::table::DecidedTable;
use crate::totals::CountedWager;

impl FamilySim for Seated<DealerPoker, PLAYERS_MAX> {
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
        match (name, chart) {
            (BEST | USUAL, None) => Ok(Policy::HandRaises(HandRaises::best(self))),
            _ => Err(PolicyError::Family),
        }
    }

    fn solves_usual(&self) -> bool {
        true
    }

    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError> {
        let Policy::HandRaises(raises) = policy else { return Err(SetupError::Policy) };
        let sides = asked_sides(self, conduct, options)?;
        let mut mains = options.clone();
        mains.wagers.retain(|words| sides.iter().all(|side| side.name != *words));
        let only_sides = mains.wagers.is_empty() && !options.wagers.is_empty();
        let main = if only_sides { None } else { asked(self, conduct, &mains)?.into_iter().next() };
        let ante = main.as_ref().map(|_| parts_of(self));
        let main = main.zip(ante).map(|(one, parts)| CountedWager { wager: one.name, parts, bets: 1 });
        let side =
            |one: &Asked<SideBet>| CountedWager { wager: one.name.clone(), parts: one.parts(), bets: 1 };
        let counted = main.into_iter().chain(sides.iter().map(side)).collect();
        let sides = sides.iter().map(|one| (one.wager, one.parts())).collect();
        let cards = 2 * usize::from(self.size.cards());
        let table = DecidedTable {
            game: Seated(self.0.clone()),
            supply: Supply::new(self, options.shoes, cards).ok_or(SetupError::Supply)?,
            stakes: Compared { ante, sides },
            policy: raises.clone(),
            places: Positions::first(1),
        };
        let kernel = DealerPokerKernel::new(&table, options.shoes == Shoes::Fresh);
        Ok(TableSetup::new(table, counted, kernel))
    }
}

/// The parts of an ante in which every result of a round is a whole number.
fn parts_of(game: &Seated<DealerPoker, PLAYERS_MAX>) -> i64 {
    stake_unit(game, Wager::Ante)
}
