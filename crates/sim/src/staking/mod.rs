//! Stakes for learning: a player with a bankroll who stakes flat, by a progression or by a count, session after session.
//!
//! What a round comes to per unit does not depend on how much is staked, so rounds are played by the rules as ever and
//! the amounts are laid over them. All amounts are whole minor units.

mod bettor;
mod counting;
mod progression;
mod sessions;

use std::fmt;

use croupier_kit::Money;
use serde::{Deserialize, Serialize};

pub(crate) use bettor::Bettor;
pub(crate) use counting::Counting;
pub use sessions::{Histogram, SessionTotals};

pub use crate::error::SessionError;
use crate::totals::CountedWager;

/// How the next stake follows from what came before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progression {
    /// Always one unit.
    Flat,
    /// Twice the stake after a loss, one unit after a win.
    Martingale,
    /// A unit more after a loss, a unit less after a win.
    Dalembert,
    /// One step up the Fibonacci numbers after a loss, two down after a win.
    Fibonacci,
    /// The first and last of a line of numbers, which are struck out after a win; a loss is written at its end.
    Labouchere,
    /// As many units as the true count of hi-lo has, between one and this many.
    Count(u32),
}

impl Progression {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Martingale => "martingale",
            Self::Dalembert => "dalembert",
            Self::Fibonacci => "fibonacci",
            Self::Labouchere => "labouchere",
            Self::Count(_) => "count",
        }
    }
}

/// How a player stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Staking {
    /// How the next stake follows.
    pub progression: Progression,
    /// One unit, in minor units of money.
    pub unit: i64,
    /// What a session begins with; a player without one has credit and is never ruined.
    pub bankroll: Option<i64>,
    /// The most units that the table takes in a bet.
    pub most: Option<i64>,
    /// How many bets a session has at most.
    pub rounds: u64,
}

/// What a bet is in money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BetAmounts {
    /// One part of the profit on one unit.
    pub(super) part: i64,
    /// One unit on every box.
    pub(super) bet: i64,
    pub(super) unit: i64,
    pub(super) bankroll: Option<i64>,
}

/// Why nobody can stake so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StakingError {
    /// There are several wagers, or none.
    Wagers(usize),
    /// The unit is below the least bet.
    BelowLeast(Money, Money),
    /// The unit is above the most.
    AboveMost(Money, Money),
    /// The unit does not pay in whole minor units.
    Parts(Money, i64),
    /// The bankroll is less than the first bet.
    Bankroll(Money, Money),
    /// What is counted is not dealt from a shoe that lasts.
    NothingToCount,
    /// The spread of the count is zero, or beyond any amount.
    Spread(u32),
}

impl fmt::Display for StakingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wagers(wagers) => {
                write!(f, "stakes are laid on one wager, and there are {wagers}: name one with --wager")
            }
            Self::BelowLeast(unit, least) => {
                write!(f, "a unit of {unit} is below the table's least bet of {least}")
            }
            Self::AboveMost(unit, most) => write!(f, "a unit of {unit} is above the table's most, {most}"),
            Self::Parts(unit, parts) => {
                write!(f, "a unit of {unit} is not always paid in whole: it must come out in {parts} parts")
            }
            Self::Bankroll(bankroll, bet) => {
                write!(f, "a bankroll of {bankroll} is less than the first bet of {bet}")
            }
            Self::NothingToCount => f.write_str(
                "only a shoe of blackjack that lasts can be counted: give --cut, such as --cut 75",
            ),
            Self::Spread(spread) => write!(f, "a spread of {spread} units cannot be staked"),
        }
    }
}

impl std::error::Error for StakingError {}

impl Staking {
    /// The staking of a player at a table with these limits.
    ///
    /// # Errors
    /// When nobody can stake so at this table.
    pub fn new(
        progression: Progression,
        unit: Money,
        bankroll: Option<Money>,
        limits: (Option<Money>, Option<Money>),
        rounds: u64,
    ) -> Result<Self, StakingError> {
        match limits {
            (Some(least), _) if unit < least => return Err(StakingError::BelowLeast(unit, least)),
            (_, Some(most)) if unit > most => return Err(StakingError::AboveMost(unit, most)),
            _ => {}
        }
        let most = limits.1.map(|most| most.minor() / unit.minor());
        if let Progression::Count(spread) = progression
            && (spread == 0 || i64::from(spread) > Money::AMOUNT_MAX.minor() / unit.minor())
        {
            return Err(StakingError::Spread(spread));
        }
        Ok(Self { progression, unit: unit.minor(), bankroll: bankroll.map(Money::minor), most, rounds })
    }

    /// How many sessions make a block of about so many rounds.
    pub(crate) const fn sessions_in(&self, rounds: u64) -> u64 {
        if self.rounds == 0 || self.rounds >= rounds { 1 } else { rounds / self.rounds }
    }

    /// What a bet on a wager is in money, checked against the wager.
    ///
    /// # Errors
    /// When the wager cannot be staked on so.
    pub(crate) fn terms(&self, counted: &[CountedWager]) -> Result<BetAmounts, StakingError> {
        let [counted] = counted else { return Err(StakingError::Wagers(counted.len())) };
        let unit = Money::from_minor(self.unit);
        if self.unit <= 0 || self.unit % counted.parts != 0 {
            return Err(StakingError::Parts(unit, counted.parts));
        }
        let bet = self.unit.saturating_mul(i64::from(counted.bets));
        if let Some(bankroll) = self.bankroll.filter(|bankroll| *bankroll < bet) {
            return Err(StakingError::Bankroll(Money::from_minor(bankroll), Money::from_minor(bet)));
        }
        Ok(BetAmounts { part: self.unit / counted.parts, bet, unit: self.unit, bankroll: self.bankroll })
    }
}
