//! Statistics of a tally: mean, variance, confidence interval, and agreement with an exact price.

use croupier_maths::Figure;

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

/// Whether a simulation agrees with an exact price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Within three standard errors.
    Agrees,
    /// Between three and four standard errors: by chance this happens in one run in four hundred.
    Doubtful,
    /// Beyond four standard errors.
    Disagrees,
}

impl Agreement {
    /// The verdict on a distance `z`, in standard errors.
    pub fn of(z: f64) -> Self {
        match z.abs() {
            near if near <= 3.0 => Self::Agrees,
            far if far <= 4.0 => Self::Doubtful,
            _ => Self::Disagrees,
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
        assert_eq!(Agreement::of(stats.z(&Figure::near(8.0, 0.0))), Agreement::Disagrees);
        assert_eq!(Agreement::of(stats.z(&Figure::near(8.0, 9.0))), Agreement::Agrees);
    }
}
