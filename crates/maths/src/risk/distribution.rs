//! The distribution of the profit of one bet, in whole steps of the largest amount that divides all possible profits.

use std::collections::BTreeMap;

use croupier_kit::Ratio;
use dashu_base::Gcd;
use dashu_int::{IBig, UBig};

use super::standing::{After, How};
use super::sums::{SumDistribution, sum_exactly, whole};
use crate::{Figure, PayoutChance};

/// The largest supported profit or loss of a round in steps. Beyond it the lattice is too large to compute with.
const STEPS_MAX: i64 = 100_000;

/// The distribution of the profit of one bet.
#[derive(Clone, PartialEq, Debug)]
pub struct ProfitDistribution {
    /// The number of steps in one bet.
    pub(super) per_bet: i64,
    /// Each possible profit in steps with its probability.
    pub(super) steps: Vec<(i64, Figure)>,
}

impl ProfitDistribution {
    /// The distribution given by the endings of a price; `None` if there are no endings or they have no common
    /// lattice.
    pub fn of(endings: &[PayoutChance]) -> Option<Self> {
        let parts: Vec<(Ratio, &Figure)> =
            endings.iter().map(|e| (e.profit.clone(), &e.probability)).collect();
        if parts.is_empty() {
            return None;
        }
        let denominator = parts.iter().fold(UBig::ONE, |lcm, (profit, _)| {
            let of = profit.as_rational().denominator();
            &lcm / (&lcm).gcd(of) * of
        });
        let scaled =
            |profit: &Ratio| (profit * &Ratio::whole(denominator.clone())).as_rational().numerator().clone();
        let unit = parts.iter().fold(denominator.clone(), |gcd, (profit, _)| {
            let size = scaled(profit).into_parts().1;
            gcd.gcd(size)
        });
        let unit = IBig::from(unit);
        let mut steps: BTreeMap<i64, Figure> = BTreeMap::new();
        for (profit, probability) in &parts {
            let step = i64::try_from(scaled(profit) / &unit).ok().filter(|step| step.abs() <= STEPS_MAX)?;
            let sum =
                steps.get(&step).map_or_else(|| (*probability).clone(), |known| known.plus(probability));
            steps.insert(step, sum);
        }
        let per_bet = i64::try_from(IBig::from(denominator) / &unit).ok()?;
        let steps = steps.into_iter().filter(|(_, probability)| probability.value() > 0.0).collect();
        Some(Self { per_bet, steps })
    }

    /// The number of steps in one bet.
    pub const fn per_bet(&self) -> i64 {
        self.per_bet
    }

    /// Each possible profit in bets with its probability, in ascending order.
    pub fn profits(&self) -> impl Iterator<Item = (Ratio, &Figure)> {
        self.steps.iter().map(|(step, probability)| (Ratio::new(*step, self.per_bet), probability))
    }

    /// The mean in steps.
    pub(super) fn mean(&self) -> f64 {
        self.steps.iter().map(|(step, probability)| whole(*step) * probability.value()).sum()
    }

    /// The third absolute moment about the mean, in bets.
    pub(super) fn third_moment(&self) -> f64 {
        let (mean, bet) = (self.mean(), whole(self.per_bet));
        let term = |(step, p): &(i64, Figure)| ((whole(*step) - mean) / bet).abs().powi(3) * p.value();
        self.steps.iter().map(term).sum()
    }

    /// The player's position after `rounds` rounds, by enumeration; `None` if that would take too long.
    pub(super) fn after(&self, rounds: u32) -> Option<After> {
        self.after_exactly(rounds).or_else(|| self.after_in_decimals(rounds))
    }

    fn after_exactly(&self, rounds: u32) -> Option<After> {
        let exact: Option<Vec<(i64, Ratio)>> =
            self.steps.iter().map(|(step, p)| p.exact().map(|p| (*step, p.clone()))).collect();
        let [behind, level, ahead] = sum_exactly(&exact?, rounds)?;
        Some(After {
            ahead: ahead.into(),
            level: Some(level.into()),
            behind: behind.into(),
            how: How::Fractions,
        })
    }

    fn after_in_decimals(&self, rounds: u32) -> Option<After> {
        let spread = SumDistribution::of(&self.steps).power(rounds)?;
        let (behind, level, ahead) =
            (spread.chance(|s| s < 0), spread.chance(|s| s == 0), spread.chance(|s| s > 0));
        Some(After { ahead, level: Some(level), behind, how: How::Decimals })
    }
}
