//! Statistics of a tally: mean, variance, confidence interval, and agreement with an exact price.

use croupier_maths::Figure;
use croupier_maths::risk::normal;

use crate::tally::Tally;

/// The statistics of one wager.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stats {
    /// The number of settled stakes.
    pub stakes: u64,
    /// The house's average gain per unit staked.
    pub edge: f64,
    /// The variance of the player's gain per unit staked.
    pub variance: f64,
    /// The skewness of the player's gain; zero if the gain does not vary.
    pub skewness: f64,
    /// The standard error of the edge.
    pub standard_error: f64,
}

/// Whether a simulation agrees with an exact price. Each verdict is one of several of a run, and corrected for their
/// number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// As near as three standard errors are for a single verdict.
    Agrees,
    /// As far as three to four standard errors are for a single verdict. By chance one run in 370 has such a verdict.
    Doubtful,
    /// Farther. By chance one run in 16,000 has such a verdict.
    Disagrees,
}

impl Agreement {
    /// The verdict on a distance `z`, in standard errors, which is one of `among` distances.
    ///
    /// The chance that any of them is as far is at most 1 − (1 − p)^among, if p is the chance of one. That is Šidák's
    /// inequality. It holds for normal distances however they depend on each other, as those of one run do.
    pub fn of(z: f64, among: usize) -> Self {
        let one = |z: f64| 2.0 * normal(-z.abs());
        #[allow(clippy::cast_precision_loss, reason = "a number of wagers is small")]
        let any = -f64::exp_m1(among.max(1) as f64 * f64::ln_1p(-one(z)));
        if any >= one(3.0) {
            Self::Agrees
        } else if any >= one(4.0) {
            Self::Doubtful
        } else {
            Self::Disagrees
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Doubtful => "doubtful",
            Self::Disagrees => "disagrees",
        }
    }
}

/// The half-width of a 95 % interval, in standard errors.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

#[allow(clippy::cast_precision_loss, reason = "sums are exact and become figures only at the end")]
impl Stats {
    /// The statistics of a tally whose profits are counted in `parts` of the stake.
    pub fn of(tally: &Tally, parts: i64) -> Self {
        let stakes = tally.stakes();
        let sums = |power: u32| -> i128 {
            tally
                .counts()
                .iter()
                .map(|(profit, times)| i128::from(*profit).pow(power) * i128::from(*times))
                .sum()
        };
        let (n, first, second) = (i128::from(stakes), sums(1), sums(2));
        if stakes == 0 {
            return Self { stakes, edge: 0.0, variance: 0.0, skewness: 0.0, standard_error: f64::INFINITY };
        }
        let (count, unit) = (stakes as f64, parts as f64);
        // The exact numerators preserve digits that subtracting two large means would lose.
        let variance = (n * second - first * first) as f64 / (count * count * unit * unit);
        let mean = first as f64 / (count * unit);
        let cubed = |(profit, times): &(i64, u64)| (*profit as f64 / unit - mean).powi(3) * *times as f64;
        let third: f64 = tally.counts().iter().map(cubed).sum::<f64>() / count;
        let skewness = if variance > 0.0 { third / variance.powf(1.5) } else { 0.0 };
        Self { stakes, edge: -mean, variance, skewness, standard_error: (variance / count).sqrt() }
    }

    /// The 95 % confidence interval of the edge.
    pub fn interval(&self) -> (f64, f64) {
        let half = CONFIDENCE * self.standard_error;
        (self.edge - half, self.edge + half)
    }

    /// The distance of the edge from a price, in standard errors. The price's own error bound is subtracted first.
    pub fn z(&self, price: &Figure) -> f64 {
        let apart = self.edge - price.value();
        let beyond = (apart.abs() - price.within()).max(0.0).copysign(apart);
        if beyond == 0.0 { 0.0 } else { beyond / self.standard_error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_kit::Ratio;

    #[test]
    fn a_number_at_roulette() {
        let mut tally = Tally::default();
        tally.add_times(35, 1);
        tally.add_times(-1, 36);
        let stats = Stats::of(&tally, 1);
        assert!((stats.edge - 1.0 / 37.0).abs() < 1e-15);
        // 36² · 36 / 37².
        assert!((stats.variance - 36.0_f64.powi(3) / 37.0_f64.powi(2)).abs() < 1e-12);
        assert!((stats.skewness - 35.0 / 6.0).abs() < 1e-12);
        assert!((stats.standard_error - (stats.variance / 37.0).sqrt()).abs() < 1e-15);
        assert_eq!(stats.z(&Ratio::new(1, 37).into()).to_bits() << 1, 0);
        assert_eq!(Agreement::of(stats.z(&Figure::near(8.0, 0.0)), 1), Agreement::Disagrees);
        assert_eq!(Agreement::of(stats.z(&Figure::near(8.0, 9.0)), 1), Agreement::Agrees);
    }

    /// The distances at which verdicts change, by Python's `statistics.NormalDist`, with p = 2 Φ(−3) or 2 Φ(−4):
    /// `NormalDist().inv_cdf(1 - (1 - (1 - p) ** (1 / n)) / 2)`.
    #[test]
    fn verdicts_are_corrected_for_their_number() {
        let table = [
            (1, 3.0, 4.0),
            (2, 3.204_960, 4.161_101),
            (10, 3.642_209, 4.514_908),
            (157, 4.298_198, 5.067_314),
            (1000, 4.692_153, 5.409_094),
        ];
        for (among, doubtful, disagrees) in table {
            for sign in [-1.0, 1.0] {
                let at = |z: f64| Agreement::of(sign * z, among);
                assert_eq!(at(doubtful - 2e-6), Agreement::Agrees, "{among}");
                assert_eq!(at(doubtful + 2e-6), Agreement::Doubtful, "{among}");
                assert_eq!(at(disagrees - 2e-6), Agreement::Doubtful, "{among}");
                assert_eq!(at(disagrees + 2e-6), Agreement::Disagrees, "{among}");
            }
            assert_eq!(Agreement::of(f64::INFINITY, among), Agreement::Disagrees);
        }
    }
}
