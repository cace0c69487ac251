//! Bets by count: how many units at each.

use super::figures::CountFigures;
use super::rows::{CountRow, CountRows};

/// The least and the most that is bet on a box while in play, in units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BetSpread {
    /// At least one.
    pub least: u32,
    /// At least the least.
    pub most: u32,
}

/// The units that are bet on each box, by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetRamp {
    /// In the order of the rows.
    pub bets: Vec<u32>,
}

/// The number of slopes that are tried.
const SLOPES: i32 = 400;

impl BetRamp {
    /// The same bet at every count.
    pub fn flat(rows: &CountRows, units: u32) -> Self {
        Self { bets: vec![units; rows.rows.len()] }
    }

    /// The bets of the highest SCORE. Without bounds they would be as the gain over the variance at each count, whatever the
    /// bank. Between bounds they are that times a slope, as Lagrange's multiplier has it, and the slope is tried.
    pub fn of_highest_score(rows: &CountRows, spread: BetSpread, boxes: u8) -> Self {
        let best = rows.rows.iter().map(worth_betting).fold(0.0, f64::max);
        if best <= 0.0 {
            return Self::flat(rows, spread.least);
        }
        let (low, high) = (f64::from(spread.least) / best, 20.0 * f64::from(spread.most) / best);
        let sloped = |step: i32| {
            let slope = low * (high / low).powf(f64::from(step) / f64::from(SLOPES));
            let bet = |row: &CountRow| units(slope * worth_betting(row), spread);
            Self { bets: rows.rows.iter().map(bet).collect() }
        };
        let score = |ramp: &Self| CountFigures::of(rows, &ramp.bets, boxes).desirability().value;
        let tried = (0..=SLOPES).map(sloped).map(|ramp| (score(&ramp), ramp));
        let best = tried.reduce(|one, other| if other.0 > one.0 { other } else { one });
        best.map_or_else(|| Self::flat(rows, spread.least), |(_, ramp)| ramp)
    }

    /// The bets of the highest certainty equivalent with a bank: this share of Kelly's bet at each count.
    pub fn for_bank(rows: &CountRows, spread: BetSpread, bank: f64, kelly: f64) -> Self {
        let bet = |row: &CountRow| {
            let wanted = kelly * bank * worth_betting(row);
            // Of the whole units beside it, the one that is worth more.
            let worth = |bet: u32| {
                let bet = f64::from(bet);
                bet * row.mean.value - bet * bet * row.square / (2.0 * kelly * bank)
            };
            let (below, above) = (units(wanted.floor(), spread), units(wanted.ceil(), spread));
            if worth(above) > worth(below) { above } else { below }
        };
        Self { bets: rows.rows.iter().map(bet).collect() }
    }
}

/// Kelly's bet for a bank of one: what a unit gains, over its mean square.
fn worth_betting(row: &CountRow) -> f64 {
    if row.square > 0.0 { row.mean.value / row.square } else { 0.0 }
}

/// The nearest whole units within the spread.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between bounds that are whole and positive"
)]
fn units(wanted: f64, spread: BetSpread) -> u32 {
    wanted.round().clamp(f64::from(spread.least), f64::from(spread.most)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::rows::Estimated;
    use super::*;

    /// Three counts: one that loses, one that gains a little and one that gains more.
    fn rows() -> CountRows {
        let row = |share: f64, mean: f64| CountRow {
            from: None,
            to: None,
            rounds: 1,
            share,
            mean: Estimated { value: mean, error: 0.0 },
            square: 1.3,
        };
        let rows = vec![row(0.8, -0.006), row(0.15, 0.005), row(0.05, 0.02)];
        CountRows { dealt: 1_000_000, whole: row(1.0, 0.0), rows, covariance: None }
    }

    /// All ramps of a small spread.
    fn every_ramp(spread: BetSpread) -> Vec<BetRamp> {
        let all = || spread.least..=spread.most;
        let pairs = all().flat_map(|one| all().map(move |two| (one, two)));
        pairs.flat_map(|(one, two)| all().map(move |three| BetRamp { bets: vec![one, two, three] })).collect()
    }

    #[test]
    fn no_other_ramp_has_a_higher_score() {
        let (rows, spread) = (rows(), BetSpread { least: 1, most: 12 });
        let score = |ramp: &BetRamp| CountFigures::of(&rows, &ramp.bets, 1).desirability().value;
        let found = BetRamp::of_highest_score(&rows, spread, 1);
        let best = every_ramp(spread).iter().map(score).fold(f64::MIN, f64::max);
        assert!(found.bets[0] == 1 && found.bets[2] == 12, "{found:?}");
        assert!(score(&found) > 0.999 * best, "{} of {best}", score(&found));
    }

    #[test]
    fn no_other_ramp_has_a_higher_certainty_equivalent() {
        let (rows, spread) = (rows(), BetSpread { least: 1, most: 12 });
        for (bank, kelly) in [(100.0, 1.0), (400.0, 1.0), (400.0, 0.5), (2000.0, 1.0)] {
            let worth = |ramp: &BetRamp| {
                CountFigures::of(&rows, &ramp.bets, 1).certainty_equivalent(bank, kelly).value
            };
            let found = BetRamp::for_bank(&rows, spread, bank, kelly);
            let best = every_ramp(spread).iter().map(worth).fold(f64::MIN, f64::max);
            // A ramp is found count by count, as if a round gained nothing on average: the difference is of second order.
            assert!(worth(&found) > best - 1e-6, "{bank}: {} of {best}", worth(&found));
        }
    }

    #[test]
    fn where_nothing_gains_the_least_is_bet() {
        let mut rows = rows();
        rows.rows.iter_mut().for_each(|row| row.mean.value = -0.01);
        let spread = BetSpread { least: 2, most: 12 };
        assert_eq!(BetRamp::of_highest_score(&rows, spread, 1).bets, [2, 2, 2]);
        assert_eq!(BetRamp::for_bank(&rows, spread, 100.0, 1.0).bets, [2, 2, 2]);
    }
}
