//! The betting of a player in a simulation: flat, by a progression or by a count, with a bankroll.

use clap::{Args, ValueEnum};
use croupier_kit::Money;
use croupier_rules::book::Chosen;
use croupier_sim::Simulation;
use croupier_sim::job::Shoes;
use croupier_sim::staking::{Progression, Staking};

use crate::count::count;
use crate::failure::Failure;

/// The default number of sessions.
const SESSIONS: u64 = 10_000;
/// The default maximum bet when betting by count, in units.
const SPREAD: u32 = 8;
/// The default unit, if the table has no minimum bet.
const UNIT: Money = Money::from_minor(100);

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StakingRule {
    /// Always one unit
    Flat,
    /// Twice the last bet after a loss, one unit after a win
    Martingale,
    /// One unit more after a loss, one unit less after a win
    Dalembert,
    /// One step up the Fibonacci numbers after a loss, two down after a win
    Fibonacci,
    /// The sum of the first and last number of the line 1 2 3 4; a win removes both, a loss adds their sum at the end
    Labouchere,
    /// At blackjack from a shoe: as many units as the hi-lo true count
    Count,
}

#[derive(Args)]
pub(super) struct StakesArgs {
    /// Play sessions of at most --rounds bets on one wager, betting this way
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "until_error")]
    stakes: Option<StakingRule>,
    /// One unit: what is staked, with a commission that is charged in advance [default: the lowest bet of the table, else 1]
    #[arg(long, value_name = "AMOUNT", requires = "stakes")]
    unit: Option<Money>,
    /// The money at the start of a session [default: unlimited credit]
    #[arg(long, value_name = "AMOUNT", requires = "stakes")]
    bankroll: Option<Money>,
    /// How many sessions [default: 10000]
    #[arg(long, value_name = "N", requires = "stakes", value_parser = count::<u64>)]
    sessions: Option<u64>,
    /// The highest bet of --stakes count, in units [default: 8]
    #[arg(long, value_name = "UNITS", requires = "stakes", value_parser = count::<u32>)]
    spread: Option<u32>,
}

impl StakesArgs {
    /// Whether sessions are played.
    pub(super) const fn has_sessions(&self) -> bool {
        self.stakes.is_some()
    }

    /// The staking at a table, with the unit of the wager if it has one, and the total number of rounds of all sessions.
    pub(super) fn staking(
        &self,
        rounds: u64,
        wager_unit: Option<Money>,
        limits: &Chosen,
        table: &Simulation,
        shoes: Shoes,
    ) -> Result<(Option<Staking>, u64), Failure> {
        let Some(stakes) = self.stakes else { return Ok((None, rounds)) };
        if let (Some(unit), Some(stake)) = (self.unit, wager_unit)
            && unit != stake
        {
            return Err(Failure::usage(format!(
                "--unit {unit}, but {stake} is staked on the wager: say one of them"
            )));
        }
        let unit = self.unit.or(wager_unit).or(limits.stake_min).unwrap_or(UNIT);
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
            0 => Err(Failure::usage("--sessions 0: simulate at least one session")),
            sessions => sessions.checked_mul(rounds).ok_or_else(|| {
                Failure::usage(format!("{sessions} sessions of {rounds} rounds are too many to count"))
            }),
        }
    }

    fn progression(&self, stakes: StakingRule) -> Progression {
        match stakes {
            StakingRule::Flat => Progression::Flat,
            StakingRule::Martingale => Progression::Martingale,
            StakingRule::Dalembert => Progression::Dalembert,
            StakingRule::Fibonacci => Progression::Fibonacci,
            StakingRule::Labouchere => Progression::Labouchere,
            StakingRule::Count => Progression::Count(self.spread.unwrap_or(SPREAD)),
        }
    }
}
