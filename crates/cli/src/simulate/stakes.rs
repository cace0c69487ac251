//! How a player stakes in a simulation: flat, by a progression or by a count, with a bankroll.

use clap::{Args, ValueEnum};
use croupier_kit::Money;
use croupier_rules::book::Chosen;
use croupier_sim::Simulation;
use croupier_sim::job::Shoes;
use croupier_sim::staking::{Progression, Staking};

use crate::failure::Failure;

/// How many sessions are played when it is not said.
const SESSIONS: u64 = 10_000;
/// How many units the count stakes at most when it is not said.
const SPREAD: u32 = 8;
/// One unit when neither the player nor the table says.
const UNIT: Money = Money::from_minor(100);

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stakes {
    /// Always one unit
    Flat,
    /// Twice the stake after a loss, one unit after a win
    Martingale,
    /// A unit more after a loss, a unit less after a win
    Dalembert,
    /// One step up the Fibonacci numbers after a loss, two down after a win
    Fibonacci,
    /// First and last of the line 1 2 3 4, struck out after a win; a loss is written at its end
    Labouchere,
    /// At blackjack from a shoe: as many units as the true count of hi-lo
    Count,
}

#[derive(Args)]
pub(super) struct StakesArgs {
    /// Play sessions of --rounds bets each on one wager, and stake so
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "until_error")]
    stakes: Option<Stakes>,
    /// One unit of the stakes; the table's least bet, else 1, where it is not said
    #[arg(long, value_name = "AMOUNT", requires = "stakes")]
    unit: Option<Money>,
    /// What a session begins with; without it the player has credit and is never ruined
    #[arg(long, value_name = "AMOUNT", requires = "stakes")]
    bankroll: Option<Money>,
    /// How many sessions; 10000 where it is not said
    #[arg(long, value_name = "N", requires = "stakes")]
    sessions: Option<u64>,
    /// How many units --stakes count lays at most; 8 where it is not said
    #[arg(long, value_name = "UNITS", requires = "stakes")]
    spread: Option<u32>,
}

impl StakesArgs {
    /// The stakes at a table, and how many rounds all sessions have together.
    pub(super) fn asked(
        &self,
        rounds: u64,
        limits: &Chosen,
        table: &Simulation,
        shoes: Shoes,
    ) -> Result<(Option<Staking>, u64), Failure> {
        let Some(stakes) = self.stakes else { return Ok((None, rounds)) };
        let unit = self.unit.or(limits.stake_min).unwrap_or(UNIT);
        let limits = (limits.stake_min, limits.stake_max);
        let failure = |error: croupier_sim::staking::StakingError| {
            Failure::usage(format!("--stakes {}: {error}", self.progression(stakes).name()))
        };
        let staking =
            Staking::new(self.progression(stakes), unit, self.bankroll, limits, rounds).map_err(failure)?;
        table.check_staking(&staking, shoes).map_err(failure)?;
        Ok((Some(staking), self.all_rounds(rounds)?))
    }

    fn all_rounds(&self, rounds: u64) -> Result<u64, Failure> {
        match self.sessions.unwrap_or(SESSIONS) {
            0 => Err(Failure::usage("--sessions 0: there is nothing to simulate in no sessions")),
            sessions => sessions.checked_mul(rounds).ok_or_else(|| {
                Failure::usage(format!("{sessions} sessions of {rounds} rounds are more than can be counted"))
            }),
        }
    }

    fn progression(&self, stakes: Stakes) -> Progression {
        match stakes {
            Stakes::Flat => Progression::Flat,
            Stakes::Martingale => Progression::Martingale,
            Stakes::Dalembert => Progression::Dalembert,
            Stakes::Fibonacci => Progression::Fibonacci,
            Stakes::Labouchere => Progression::Labouchere,
            Stakes::Count => Progression::Count(self.spread.unwrap_or(SPREAD)),
        }
    }
}
