//! What a way of betting is worth: the win rate, and the figures by which counters compare games.
//!
//! A round gains *X* with mean *m* and variance *v*. Rounds are taken as independent. Standard errors follow from that of *m*;
//! that of *v* is a hundred times smaller and left out.

use super::rows::{CountRows, Estimated};

/// What a way of betting is worth, in units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountFigures {
    /// What a round gains, of those dealt.
    pub mean: Estimated,
    /// The variance of that.
    pub variance: f64,
    /// What is bet on all boxes in a round, of those dealt.
    pub bet: f64,
    /// The share of the rounds dealt in which there is a bet.
    pub played: f64,
}

/// A SCORE is what 100 rounds win with a bank of 10,000: with Kelly's bets that is a million times m² ÷ v.
const MILLION: f64 = 1e6;

impl CountFigures {
    /// The figures of so many units on each of `boxes` boxes, by row.
    #[allow(clippy::cast_precision_loss, reason = "a number of rounds needs few digits")]
    pub fn of(rows: &CountRows, units: &[u32], boxes: u8) -> Self {
        let bets = || rows.rows.iter().zip(units).map(|(row, bet)| (row, f64::from(*bet)));
        let mean: f64 = bets().map(|(row, bet)| row.share * bet * row.mean.value).sum();
        let square: f64 = bets().map(|(row, bet)| row.share * bet * bet * row.square).sum();
        let variance = square - mean * mean;
        let error = (variance.max(0.0) / rows.dealt as f64).sqrt();
        Self {
            mean: Estimated { value: mean, error },
            variance,
            bet: f64::from(boxes) * bets().map(|(row, bet)| row.share * bet).sum::<f64>(),
            played: bets().filter(|(_, bet)| *bet > 0.0).map(|(row, _)| row.share).sum(),
        }
    }

    /// A figure that follows from the mean, with its error.
    fn through(&self, figure: impl Fn(f64) -> f64) -> Estimated {
        let Estimated { value, error } = self.mean;
        // The slope at the mean, from points near it.
        let near = error / 1024.0;
        let slope =
            if near > 0.0 { (figure(value + near) - figure(value - near)) / (2.0 * near) } else { 0.0 };
        Estimated { value: figure(value), error: (slope * error).abs() }
    }

    /// What 100 rounds win, of those dealt.
    pub fn win_of_100(&self) -> Estimated {
        self.through(|mean| 100.0 * mean)
    }

    /// The standard deviation of 100 rounds.
    pub fn deviation_of_100(&self) -> f64 {
        10.0 * self.variance.sqrt()
    }

    /// The gain as a share of what is bet.
    pub fn edge(&self) -> Option<Estimated> {
        (self.bet > 0.0).then(|| self.through(|mean| mean / self.bet))
    }

    /// Whether it gains at all.
    pub fn gains(&self) -> bool {
        self.mean.value > 0.0
    }

    /// N0: the rounds after which the gain is one standard deviation. `None` where nothing is gained.
    pub fn n0(&self) -> Option<Estimated> {
        self.gains().then(|| self.through(|mean| self.variance / (mean * mean)))
    }

    /// SCORE: what 100 rounds win with a bank of 10,000 whose risk of ruin is 13.53 % (Schlesinger). It is a million for N0.
    pub fn score(&self) -> Option<Estimated> {
        self.gains().then(|| self.through(|mean| MILLION * mean * mean / self.variance))
    }

    /// The desirability index: a thousand times the gain in standard deviations. Its square is the SCORE.
    pub fn desirability(&self) -> Estimated {
        self.through(|mean| 1000.0 * mean / self.variance.sqrt())
    }

    /// The bank for which these bets are Kelly's: its risk of ruin is e^−2, which is 13.53 %.
    pub fn kelly_bank(&self) -> Option<Estimated> {
        self.gains().then(|| self.through(|mean| self.variance / mean))
    }

    /// The certainty equivalent of a round for whoever bets this share of Kelly's bets with a bank.
    pub fn certainty_equivalent(&self, bank: f64, kelly: f64) -> Estimated {
        self.through(|mean| mean - self.variance / (2.0 * kelly * bank))
    }

    /// The risk that a bank is lost, whatever time there is.
    pub fn ruin(&self, bank: f64) -> Estimated {
        self.through(|mean| (-2.0 * mean * bank / self.variance).exp().min(1.0))
    }

    /// The risk that a bank is lost before so much is won.
    pub fn ruin_before(&self, bank: f64, goal: f64) -> Estimated {
        self.through(|mean| ruin_before(2.0 * mean / self.variance, bank, goal))
    }
}

/// The chance that a Brownian motion with drift loses `bank` before it gains `goal`; `a` is twice the drift over the
/// variance.
fn ruin_before(a: f64, bank: f64, goal: f64) -> f64 {
    let whole = bank + goal;
    if (a * whole).abs() < 1e-9 {
        goal / whole
    } else if a > 0.0 {
        (-a * bank).exp() * (-a * goal).exp_m1() / (-a * whole).exp_m1()
    } else {
        (a * goal).exp_m1() / (a * whole).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(mean: f64, variance: f64) -> CountFigures {
        let mean = Estimated { value: mean, error: mean.abs() / 100.0 };
        CountFigures { mean, variance, bet: 2.0, played: 1.0 }
    }

    fn is_near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-6 * other.abs(), "{one} is not {other}");
    }

    /// The figures by hand: m = 0.02 and v = 4.
    #[test]
    fn figures_are_those_of_their_definitions() {
        let figures = figures(0.02, 4.0);
        let n0 = figures.n0().unwrap();
        is_near(n0.value, 10_000.0);
        // An error of one per cent in the mean is one of two per cent in its square.
        is_near(n0.error, 200.0);
        is_near(figures.score().unwrap().value, 100.0);
        is_near(figures.desirability().value, 10.0);
        is_near(figures.kelly_bank().unwrap().value, 200.0);
        is_near(figures.ruin(200.0).value, (-2.0_f64).exp());
        is_near(figures.certainty_equivalent(200.0, 1.0).value, 0.01);
        is_near(figures.win_of_100().value, 2.0);
        is_near(figures.deviation_of_100(), 20.0);
        is_near(figures.edge().unwrap().value, 0.01);
    }

    #[test]
    fn what_loses_has_no_n0_and_is_ruined() {
        let figures = figures(-0.02, 4.0);
        assert!(figures.n0().is_none() && figures.score().is_none() && figures.kelly_bank().is_none());
        is_near(figures.ruin(100.0).value, 1.0);
    }

    /// A walk of one unit up with probability 0.51 or down with 0.49, whose ruin is known (the gambler's ruin).
    #[test]
    fn ruin_before_a_goal_is_the_gamblers() {
        let (up, down) = (0.51_f64, 0.49_f64);
        let ratio = down / up;
        let exact = |bank: i32, goal: i32| {
            (ratio.powi(bank) - ratio.powi(bank + goal)) / (1.0 - ratio.powi(bank + goal))
        };
        // The walk and the motion with the same root of their equation: e^−a is the ratio.
        for (bank, goal) in [(10, 10), (50, 20), (5, 100)] {
            let (all, wanted) = (f64::from(bank), f64::from(goal));
            is_near(ruin_before(-ratio.ln(), all, wanted), exact(bank, goal));
            // Whoever plays from the other side loses when this one wins.
            is_near(ruin_before(ratio.ln(), wanted, all), 1.0 - exact(bank, goal));
        }
        is_near(ruin_before(0.0, 30.0, 10.0), 0.25);
        is_near(ruin_before(50.0, 1.0, 1e9), (-50.0_f64).exp());
        is_near(ruin_before(-50.0, 1.0, 1e9), 1.0);
    }
}
