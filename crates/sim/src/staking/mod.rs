//! Staking strategies: a player with a bankroll who stakes flat, by a progression or by a card count, session after
//! session.
//!
//! The result of a round per unit does not depend on the amount staked. Rounds are therefore played by the rules as
//! usual, and the amounts are applied to their results. All amounts are whole minor units.

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

/// How the next stake follows from the earlier results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progression {
    /// Always one unit.
    Flat,
    /// Twice the stake after a loss, one unit after a win.
    Martingale,
    /// One unit more after a loss, one unit less after a win.
    Dalembert,
    /// One step up the Fibonacci numbers after a loss, two steps down after a win.
    Fibonacci,
    /// The sum of the first and last number of a line. They are struck out after a win; after a loss, the stake is
    /// appended.
    Labouchere,
    /// As many units as the hi-lo true count, at least one and at most this number.
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
    /// How the next stake is chosen.
    pub progression: Progression,
    /// One unit, in minor units of the currency.
    pub unit: i64,
    /// The money at the start of a session. A player without a bankroll has credit and is never ruined.
    pub bankroll: Option<i64>,
    /// The largest bet that the table accepts, in units.
    pub most: Option<i64>,
    /// The largest number of bets in a session.
    pub rounds: u64,
}

/// The amounts of a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BetAmounts {
    /// One part of the profit on one unit.
    pub(super) part: i64,
    /// One unit on every box.
    pub(super) bet: i64,
    pub(super) unit: i64,
    pub(super) bankroll: Option<i64>,
}

/// Why a player cannot stake in this way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StakingError {
    /// Exactly one wager is needed, and there are this many.
    Wagers(usize),
    /// The unit is below the minimum bet.
    BelowLeast(Money, Money),
    /// The unit is above the maximum bet.
    AboveMost(Money, Money),
    /// The unit cannot be paid in whole minor units.
    Parts(Money, i64),
    /// The unit is too large to be counted.
    Uncounted(Money),
    /// The bankroll is less than the first bet.
    Bankroll(Money, Money),
    /// There is no shoe to count: the game has none, or every round is dealt from a fresh one.
    NothingToCount,
    /// The spread of the count is zero, or exceeds every amount.
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
                let step = Money::from_minor(*parts);
                write!(
                    f,
                    "a unit of {unit} is not always paid in whole: take a multiple of {step}, which is the smallest \
                     stake that is, with a commission that is charged in advance"
                )
            }
            Self::Uncounted(unit) => write!(f, "a unit of {unit} is too large to be counted"),
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
    /// The staking of a player at a table with the given limits.
    ///
    /// # Errors
    /// When the limits do not permit it.
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

    /// The number of sessions in a block of about `rounds` rounds.
    pub(crate) const fn sessions_in(&self, rounds: u64) -> u64 {
        if self.rounds == 0 || self.rounds >= rounds { 1 } else { rounds / self.rounds }
    }

    /// The amounts of a bet on the wager, after checking that they suit it.
    ///
    /// # Errors
    /// When the wager cannot be staked on in this way.
    pub(crate) fn terms(&self, counted: &[CountedWager]) -> Result<BetAmounts, StakingError> {
        let [counted] = counted else { return Err(StakingError::Wagers(counted.len())) };
        let unit = Money::from_minor(self.unit);
        if self.unit <= 0 || self.unit % counted.parts != 0 {
            return Err(StakingError::Parts(unit, counted.parts));
        }
        let bet = unit.times(i64::from(counted.bets)).map_err(|_| StakingError::Uncounted(unit))?.minor();
        if let Some(bankroll) = self.bankroll.filter(|bankroll| *bankroll < bet) {
            return Err(StakingError::Bankroll(Money::from_minor(bankroll), Money::from_minor(bet)));
        }
        Ok(BetAmounts { part: self.unit / counted.parts, bet, unit: self.unit, bankroll: self.bankroll })
    }
}
