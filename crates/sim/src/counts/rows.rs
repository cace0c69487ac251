//! What a bet of one unit gains at each count.

use super::play::count_at;
use super::totals::{CountCell, CountTotals};

/// Counts that are rarer than this, among the rounds played, are put together with the next ones: what a unit gains there
/// could not be known.
const SHARE_LEAST: f64 = 0.002;

/// A figure with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimated {
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// The rounds played at some counts, with a bet of one unit on every box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountRow {
    /// The lowest count; `None` where there is none below.
    pub from: Option<i32>,
    /// The highest count; `None` where there is none above.
    pub to: Option<i32>,
    /// How many rounds were played.
    pub rounds: u64,
    /// Their share of all rounds dealt.
    pub share: f64,
    /// What a round gains, in bets.
    pub mean: Estimated,
    /// The mean square of what a round gains.
    pub square: f64,
}

/// The counts of a run as rows, in order.
#[derive(Clone, PartialEq, Debug)]
pub struct CountRows {
    /// The rounds that were dealt.
    pub dealt: u64,
    /// By count.
    pub rows: Vec<CountRow>,
    /// All rounds that were played.
    pub whole: CountRow,
    /// The covariance of what two boxes of a round gain; `None` with one box.
    pub covariance: Option<f64>,
}

impl CountRow {
    /// The variance of what a round gains.
    pub fn variance(&self) -> f64 {
        self.square - self.mean.value * self.mean.value
    }
}

#[allow(clippy::cast_precision_loss, reason = "sums are exact and become figures only at the end")]
impl CountRows {
    /// The rows of a run whose results are counted in `parts` of a bet. There are none where nothing was played.
    pub fn of(totals: &CountTotals, parts: i32, boxes: u8) -> Option<Self> {
        let played = totals.played();
        if played == 0 {
            return None;
        }
        let row = |(from, to, cell): (Option<i32>, Option<i32>, CountCell)| {
            let (rounds, unit) = (cell.rounds as f64, f64::from(parts));
            let mean = cell.won as f64 / (rounds * unit);
            let square = cell.squares as f64 / (rounds * unit * unit);
            let error = ((square - mean * mean).max(0.0) / rounds).sqrt();
            let share = rounds / totals.dealt as f64;
            CountRow { from, to, rounds: cell.rounds, share, mean: Estimated { value: mean, error }, square }
        };
        let rows = together(totals, SHARE_LEAST * played as f64).into_iter().map(row).collect();
        let all = totals.whole();
        let whole = row((None, None, all));
        let covariance = (boxes > 1).then(|| {
            let boxes = f64::from(boxes);
            let of_boxes = all.of_boxes as f64 / (all.rounds as f64 * f64::from(parts * parts));
            let one = whole.mean.value / boxes;
            (whole.square - of_boxes) / (boxes * (boxes - 1.0)) - one * one
        });
        Some(Self { dealt: totals.dealt, rows, whole, covariance })
    }
}

/// The first of these places up to which there are so many rounds.
#[allow(clippy::cast_precision_loss, reason = "a bound needs few digits")]
fn first_with(totals: &CountTotals, mut places: impl Iterator<Item = usize>, least: f64) -> Option<usize> {
    let mut rounds = 0;
    places.find(|place| {
        rounds += totals.cells[*place].rounds;
        rounds > 0 && rounds as f64 >= least
    })
}

/// The cells in order of the count, each with its first and last count. The first and the last of them have at least so many
/// rounds.
fn together(totals: &CountTotals, least: f64) -> Vec<(Option<i32>, Option<i32>, CountCell)> {
    let places = 0..totals.cells.len();
    let ends = (first_with(totals, places.clone(), least), first_with(totals, places.rev(), least));
    let (Some(first), Some(last)) = ends else {
        return Vec::new();
    };
    let last = last.max(first);
    let sum = |places: std::ops::Range<usize>| {
        let mut sum = CountCell::default();
        totals.cells[places].iter().for_each(|cell| sum.merge(cell).expect("counts of cells add up"));
        sum
    };
    let within = (first..=last).map(|place| {
        let from = if place == first { 0 } else { place };
        let to = if place == last { totals.cells.len() } else { place + 1 };
        let bounds = ((place > first).then(|| count_at(place)), (place < last).then(|| count_at(place)));
        (bounds.0, bounds.1, sum(from..to))
    });
    within.filter(|(_, _, cell)| cell.rounds > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::play::place_of;
    use super::*;

    fn totals(cells: &[(i32, u64)]) -> CountTotals {
        let mut totals = CountTotals::new();
        for (count, rounds) in cells {
            let cell = &mut totals.cells[place_of(*count)];
            (0..*rounds).for_each(|round| cell.add(if round % 2 == 0 { 2 } else { -2 }, 4));
            totals.dealt += rounds;
        }
        totals
    }

    #[test]
    fn rare_counts_are_put_together_at_both_ends() {
        let rows =
            CountRows::of(&totals(&[(-9, 1), (-2, 400), (0, 600), (3, 400), (5, 1), (7, 1)]), 2, 1).unwrap();
        let bounds: Vec<_> = rows.rows.iter().map(|row| (row.from, row.to, row.rounds)).collect();
        assert_eq!(bounds, [(None, Some(-2), 401), (Some(0), Some(0), 600), (Some(3), None, 402)]);
        assert_eq!(rows.rows.iter().map(|row| row.rounds).sum::<u64>(), rows.whole.rounds);
        assert_eq!(CountRows::of(&CountTotals::new(), 2, 1), None);
    }

    #[test]
    fn figures_are_in_bets() {
        let mut found = totals(&[(0, 1000)]);
        found.dealt = 4000;
        let row = CountRows::of(&found, 2, 1).unwrap().whole;
        assert_eq!((row.mean.value.to_bits(), row.square, row.share), (0, 1.0, 0.25));
        assert!((row.mean.error - 1.0 / 1000_f64.sqrt()).abs() < 1e-12);
    }
}
