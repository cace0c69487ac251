//! Risk: how far results deviate from the expectation, for how long, and how likely a bankroll is to be lost.
//!
//! Probabilities are computed from the full distribution of a bet's profit if the price contains it. Small cases are
//! summed exactly as fractions, larger ones as decimals with a proved bound, and the largest use the normal curve
//! with the Berry–Esseen bound. If only mean and variance are known, the normal curve and Brownian motion are used as
//! approximations, and the result says so.

mod bankroll;
mod distribution;
mod ruin;
mod standing;
mod sums;

pub use bankroll::{Bankroll, TooManySteps};
pub use distribution::ProfitDistribution;
pub use ruin::{Formula, Ruin};
pub use standing::{After, How};

use crate::{Figure, Price};

/// The Berry–Esseen constant for sums of identically distributed terms, as proved by Shevtsova (2011).
const BERRY_ESSEEN: f64 = 0.4748;

/// The risk of repeatedly betting one unit on one wager.
#[derive(Clone, Debug)]
pub struct Risk {
    /// The player's average gain, in bets.
    mean: f64,
    /// The variance of the player's gain.
    variance: f64,
    /// The distribution of a bet's profit, if it is known.
    outcomes: Option<ProfitDistribution>,
}

impl Risk {
    /// The risk of a wager with this price.
    pub fn of(price: &Price) -> Self {
        Self {
            mean: -price.edge.value(),
            variance: price.variance.value(),
            outcomes: ProfitDistribution::of(&price.endings),
        }
    }

    /// The player's average gain per round, in bets.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of a round, in squared bets.
    pub const fn variance(&self) -> f64 {
        self.variance
    }

    /// The standard deviation of a round, in bets.
    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The number of rounds after which the expected result equals the standard deviation; `None` in a fair game.
    pub fn n_zero(&self) -> Option<f64> {
        (self.mean != 0.0).then(|| self.variance / (self.mean * self.mean))
    }

    /// The distribution of a bet's profit, if it is known.
    pub const fn outcomes(&self) -> Option<&ProfitDistribution> {
        self.outcomes.as_ref()
    }

    /// The player's position after `rounds` rounds.
    pub fn after(&self, rounds: u32) -> After {
        let counted = self.outcomes.as_ref().and_then(|outcomes| outcomes.after(rounds));
        counted.unwrap_or_else(|| self.after_by_the_curve(rounds))
    }

    fn after_by_the_curve(&self, rounds: u32) -> After {
        let rounds = f64::from(rounds);
        let bound = self.outcomes.as_ref().map(|outcomes| {
            BERRY_ESSEEN * outcomes.third_moment() / (self.variance.powf(1.5) * rounds.sqrt())
        });
        let at = -self.mean * rounds / (self.variance * rounds).sqrt();
        let within = bound.unwrap_or(1.0).min(1.0);
        After {
            ahead: Figure::near(normal(-at), within),
            level: None,
            behind: Figure::near(normal(at), within),
            how: if bound.is_some() { How::NormalBounded } else { How::Normal },
        }
    }
}

/// The area under the normal curve below this point.
pub fn normal(at: f64) -> f64 {
    0.5 * libm::erfc(-at / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests;
