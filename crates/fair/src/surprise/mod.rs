//! How surprising a board of results is: the probability of a board at least as uneven if the device is fair.
//!
//! Unevenness is measured by Pearson's statistic, the sum of (seen − expected)² / expected. Where possible its
//! distribution is computed exactly, by counting all possible boards. For long boards the chi-square distribution of
//! `statrs` is used instead, and the answer says so. Results are assumed to be independent, which is only
//! approximately true for coups from one shoe.

mod count;

use std::fmt;

use croupier_kit::{Pocket, Ratio, Throw, Wheel};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use count::Board;

/// How surprising a board is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surprise {
    /// The probability of a board at least as uneven.
    pub p_value: f64,
    /// Pearson's statistic of this board.
    pub statistic: f64,
    /// How the p-value was computed.
    pub method: Method,
}

/// How a p-value was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every board of this length was counted; exact except for rounding in the thirteenth decimal place.
    Exact,
    /// From the chi-square distribution, which is a good approximation for a long board.
    ChiSquare {
        /// The degrees of freedom: the number of kinds of result minus one.
        freedom: u32,
    },
}

/// Why a board cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// The number of counts differs from the number of probabilities, or is less than two.
    Kinds {
        /// The number of counts.
        counts: usize,
        /// The number of probabilities.
        chances: usize,
    },
    /// A probability is not above 0, or the probabilities do not sum to 1.
    Chances,
    /// The wheel does not have this pocket.
    Pocket(Pocket),
    /// There are too many results.
    Long,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kinds { counts, chances } => {
                write!(
                    f,
                    "{counts} counts for {chances} chances: their numbers must be equal, and two or more"
                )
            }
            Self::Chances => f.write_str("chances must be above 0 and sum to 1"),
            Self::Pocket(pocket) => write!(f, "{pocket} is not on this wheel"),
            Self::Long => f.write_str("a board has at most a thousand million results"),
        }
    }
}

impl std::error::Error for BoardError {}

/// More results than any board shows. Up to this number every sum is exact.
const RESULTS_MAX: u64 = 1_000_000_000;

/// How surprising the counts of each kind of result are, given the probability of each kind.
pub fn surprise(counts: &[u64], chances: &[Ratio]) -> Result<Surprise, BoardError> {
    if counts.len() != chances.len() || counts.len() < 2 {
        return Err(BoardError::Kinds { counts: counts.len(), chances: chances.len() });
    }
    let sum: Ratio = chances.iter().cloned().sum();
    if sum != Ratio::one() || chances.iter().any(|chance| *chance <= Ratio::zero()) {
        return Err(BoardError::Chances);
    }
    let results = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
    let results = results.filter(|results| *results <= RESULTS_MAX).ok_or(BoardError::Long)?;
    if results == 0 {
        return Ok(Surprise { p_value: 1.0, statistic: 0.0, method: Method::Exact });
    }
    let board = Board::new(counts, chances, results);
    let statistic = board.statistic();
    let freedom = u32::try_from(counts.len() - 1).unwrap_or(u32::MAX);
    Ok(match board.exact() {
        Some(p_value) => Surprise { p_value, statistic, method: Method::Exact },
        None => {
            Surprise { p_value: tail(statistic, freedom), statistic, method: Method::ChiSquare { freedom } }
        }
    })
}

/// The probability that a chi-square variable is at least this large.
fn tail(statistic: f64, freedom: u32) -> f64 {
    ChiSquared::new(f64::from(freedom)).map_or(1.0, |chi_square| chi_square.sf(statistic))
}

/// How surprising the last results of a wheel are.
pub fn spins(wheel: &Wheel, results: &[Pocket]) -> Result<Surprise, BoardError> {
    let order = wheel.order();
    let mut counts = vec![0; order.len()];
    for pocket in results {
        let place = order.iter().position(|on_wheel| on_wheel == pocket);
        counts[place.ok_or(BoardError::Pocket(*pocket))?] += 1;
    }
    let chance = Ratio::new(1, order.len());
    surprise(&counts, &vec![chance; order.len()])
}

/// How surprising the totals of these throws are.
pub fn throws(results: &[Throw]) -> Result<Surprise, BoardError> {
    let (mut counts, mut ways) = ([0; 11], [0; 11]);
    results.iter().for_each(|throw| counts[usize::from(throw.score()) - 2] += 1);
    Throw::all().for_each(|throw| ways[usize::from(throw.score()) - 2] += 1);
    surprise(&counts, &ways.map(|ways: i32| Ratio::new(ways, 36)))
}
