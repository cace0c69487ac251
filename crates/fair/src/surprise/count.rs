//! The exact distribution of Pearson's statistic, computed over all boards of the same length.
//!
//! The counts of a board are independent Poisson variables, conditional on their sum. So every term is between 0 and
//! 1, and no term that matters underflows.

use croupier_kit::{Ratio, gcd};
use dashu_int::IBig;

/// The maximum number of boards that are enumerated individually.
const BOARDS_MAX: f64 = 300_000.0;

/// The maximum number of steps to fill a table of sums: a few tenths of a second, enough for five spins per pocket.
const STEPS_MAX: f64 = 260_000_000.0;

/// The relative rounding tolerance: a board that is lower by no more than this counts as equally uneven.
const ROUNDING: f64 = 1e-9;

/// Counts, with the expected counts.
pub(super) struct Board<'a> {
    counts: &'a [u64],
    chances: &'a [Ratio],
    expected: Vec<f64>,
    results: u64,
}

#[allow(clippy::cast_precision_loss, reason = "counts stay below a thousand million")]
const fn float(count: u64) -> f64 {
    count as f64
}

impl<'a> Board<'a> {
    pub(super) fn new(counts: &'a [u64], chances: &'a [Ratio], results: u64) -> Self {
        let expected = |chance: &Ratio| chance.as_rational().to_f64().value() * float(results);
        Self { counts, chances, expected: chances.iter().map(expected).collect(), results }
    }

    /// Pearson's statistic.
    pub(super) fn statistic(&self) -> f64 {
        let part = |(count, expected): (&u64, &f64)| uneven(*count, *expected);
        self.counts.iter().zip(&self.expected).map(part).sum()
    }

    /// The exact probability of a board at least as uneven; `None` if it is too expensive to compute.
    pub(super) fn exact(&self) -> Option<f64> {
        if self.boards() <= BOARDS_MAX { Some(self.walk()) } else { self.table() }
    }

    /// The number of boards of this length.
    fn boards(&self) -> f64 {
        let others = self.counts.len() - 1;
        let ways = |ways: f64, kind: usize| {
            let kind = float(u64::try_from(kind).unwrap_or(u64::MAX));
            ways * (float(self.results) + kind) / kind
        };
        (1..=others).fold(1.0, ways)
    }

    /// The probability that the Poisson variables sum to the length of the board. Both methods divide by it.
    fn whole(&self) -> f64 {
        poisson(float(self.results), self.results).last().copied().unwrap_or(1.0)
    }

    /// Enumerates every board.
    fn walk(&self) -> f64 {
        let terms: Vec<Vec<f64>> = self.expected.iter().map(|mean| poisson(*mean, self.results)).collect();
        let least = self.statistic() * (1.0 - ROUNDING) - ROUNDING;
        let walk = Walk { expected: &self.expected, terms: &terms, least };
        (walk.from(0, self.results, 0.0, 1.0) / self.whole()).min(1.0)
    }

    /// Integer weights of the statistic: the factor of each squared count. `None` if they are too large.
    fn factors(&self) -> Option<Vec<u64>> {
        let common = self
            .chances
            .iter()
            .fold(IBig::ONE, |common, chance| lcm(&common, chance.as_rational().numerator()));
        // The inverse of a probability, multiplied by the number that makes all of them whole.
        let factor = |chance: &Ratio| {
            let inverse = Ratio::whole(common.clone()) / chance.clone();
            (*inverse.as_rational().denominator() == dashu_int::UBig::ONE)
                .then(|| u64::try_from(inverse.as_rational().numerator().clone()).ok())
                .flatten()
        };
        let factors: Vec<u64> = self.chances.iter().map(factor).collect::<Option<_>>()?;
        let divisor = factors.iter().copied().fold(0, gcd);
        Some(factors.into_iter().map(|factor| factor / divisor).collect())
    }

    /// Computes the probability with a table of (results so far, sum so far), which adds one kind of result at a time
    /// and covers all boards that are less uneven than this one.
    fn table(&self) -> Option<f64> {
        let factors = self.factors()?;
        let square = |(count, factor): (&u64, &u64)| count.checked_mul(*count)?.checked_mul(*factor);
        let squares = self.counts.iter().zip(&factors).map(square);
        let sum = squares.sum::<Option<u64>>()?;
        let steps: f64 = factors.iter().map(|factor| self.steps(sum, *factor)).sum();
        if steps > STEPS_MAX {
            return None;
        }
        let (results, sum) = (usize::try_from(self.results).ok()?, usize::try_from(sum).ok()?);
        let mut table = Sums::empty(results, sum);
        for (factor, mean) in factors.iter().zip(&self.expected) {
            table = table.with(usize::try_from(*factor).ok()?, &poisson(*mean, self.results));
        }
        let less: f64 = table.of(results).iter().sum();
        Some((1.0 - less / self.whole()).clamp(0.0, 1.0))
    }

    fn steps(&self, sum: u64, factor: u64) -> f64 {
        let most = (float(sum) / float(factor)).sqrt().min(float(self.results)) + 1.0;
        float(self.results) * float(sum) * most
    }
}

fn uneven(count: u64, expected: f64) -> f64 {
    (float(count) - expected).powi(2) / expected
}

/// The Poisson probabilities of 0, 1, 2 … `most`, for the expected number `mean`.
fn poisson(mean: f64, most: u64) -> Vec<f64> {
    let term = |log: &mut f64, count: u64| {
        *log += if count == 0 { -mean } else { (mean / float(count)).ln() };
        Some(log.exp())
    };
    (0..=most).scan(0.0, term).collect()
}

fn lcm(a: &IBig, b: &IBig) -> IBig {
    use dashu_base::Gcd;
    let common: IBig = a.gcd(b).into();
    a / common * b
}

/// An enumeration of all boards.
struct Walk<'a> {
    expected: &'a [f64],
    terms: &'a [Vec<f64>],
    least: f64,
}

impl Walk<'_> {
    /// The probability of the boards that are at least as uneven and begin with the counts chosen so far.
    fn from(&self, kind: usize, left: u64, statistic: f64, chance: f64) -> f64 {
        let (mean, terms) = (self.expected[kind], &self.terms[kind]);
        let take = |count: u64| (statistic + uneven(count, mean), chance * terms[place(count)]);
        if kind + 1 == self.expected.len() {
            let (statistic, chance) = take(left);
            return if statistic >= self.least { chance } else { 0.0 };
        }
        let next = |count| {
            let (statistic, chance) = take(count);
            self.from(kind + 1, left - count, statistic, chance)
        };
        (0..=left).map(next).sum()
    }
}

fn place(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The probability of each pair of number of results and weighted sum of squares, for sums below a bound.
struct Sums {
    results: usize,
    bound: usize,
    chances: Vec<f64>,
}

impl Sums {
    /// The table before any kind of result is added: no results, sum 0.
    fn empty(results: usize, bound: usize) -> Self {
        let mut chances = vec![0.0; (results + 1) * bound];
        if let Some(none) = chances.first_mut() {
            *none = 1.0;
        }
        Self { results, bound, chances }
    }

    /// The probabilities by sum, for boards with `results` results.
    fn of(&self, results: usize) -> &[f64] {
        &self.chances[results * self.bound..(results + 1) * self.bound]
    }

    /// Adds one more kind of result, whose squared count has the weight `factor`.
    fn with(&self, factor: usize, terms: &[f64]) -> Self {
        let mut next = Self { chances: vec![0.0; self.chances.len()], ..*self };
        for results in 0..=self.results {
            for (count, term) in terms.iter().enumerate().take(self.results - results + 1) {
                let added = count * count * factor;
                if added >= self.bound {
                    break;
                }
                let row = (results + count) * self.bound + added;
                let from = &self.of(results)[..self.bound - added];
                next.chances[row..row + from.len()]
                    .iter_mut()
                    .zip(from)
                    .for_each(|(to, from)| *to += from * term);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_and_the_table_agree() {
        for (counts, ways) in [
            (vec![9, 1], vec![1, 1]),
            (vec![4, 0, 2, 2], vec![1, 1, 1, 1]),
            (vec![3, 2, 7], vec![1, 2, 3]),
            (vec![1, 5, 0, 4, 6], vec![4, 1, 3, 2, 2]),
        ] {
            let all: i32 = ways.iter().sum();
            let chances: Vec<Ratio> = ways.iter().map(|ways| Ratio::new(*ways, all)).collect();
            let board = Board::new(&counts, &chances, counts.iter().sum());
            let (walk, table) = (board.walk(), board.table().unwrap());
            assert!((walk - table).abs() < 1e-12, "{counts:?}: {walk} and {table}");
        }
    }
}
