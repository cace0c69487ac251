//! Risk: how far results stray from what is expected, for how long, and how likely a bankroll is to be lost.
//!
//! Chances are got from the whole distribution of what a bet comes to, where the price has it: summed exactly as
//! fractions while that is small, else as decimals with a proved bound, else by the normal curve with the bound of Berry
//! and Esseen. Where only mean and variance are known, the normal curve and Brownian motion stand in, and say so.

mod distribution;
mod ruin;
mod standing;
mod sums;

pub use distribution::ProfitDistribution;
pub use ruin::{Formula, Ruin};
pub use standing::{After, How};

use crate::{Figure, Price};

/// The constant of Berry and Esseen for sums of equal parts, as Shevtsova (2011) proved it.
const BERRY_ESSEEN: f64 = 0.4748;

/// The risk of betting one unit on one wager again and again.
#[derive(Clone, Debug)]
pub struct Risk {
    /// What the player gains on average, in bets.
    mean: f64,
    /// The variance of that.
    variance: f64,
    /// Everything that a bet can come to, where it is known.
    outcomes: Option<ProfitDistribution>,
}

impl Risk {
    /// The risk of a wager at this price.
    pub fn of(price: &Price) -> Self {
        Self {
            mean: -price.edge.value(),
            variance: price.variance.value(),
            outcomes: ProfitDistribution::of(&price.endings),
        }
    }

    /// What the player gains on average in a round, in bets.
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

    /// After how many rounds the expected result is as large as the standard deviation; `None` in a fair game.
    pub fn n_zero(&self) -> Option<f64> {
        (self.mean != 0.0).then(|| self.variance / (self.mean * self.mean))
    }

    /// Everything that a bet can come to, where it is known.
    pub const fn outcomes(&self) -> Option<&ProfitDistribution> {
        self.outcomes.as_ref()
    }

    /// Where the player stands after so many rounds.
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

/// The share of the normal curve below this point.
pub fn normal(at: f64) -> f64 {
    0.5 * libm::erfc(-at / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests;
