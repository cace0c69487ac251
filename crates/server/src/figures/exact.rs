//! Figures as exact numbers, for programs that compute with them.

use croupier_kit::Ratio;

use super::reckoning::{Mean, Reckoning, as_f64};
use crate::wire::{InexactReason, VarianceMethod};

/// Millionths in one.
const MILLION: i64 = 1_000_000;
/// Millionths of the currency in one minor unit.
const PER_MINOR: i64 = MILLION / 100;

/// The figures of a row. Amounts are in minor units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExactFigures {
    pub(crate) rounds: i64,
    pub(crate) bets: i64,
    pub(crate) staked: i128,
    pub(crate) returned: i128,
    pub(crate) drop: i128,
    pub(crate) unpriced: i64,
    /// What the house won of the bets that have a price.
    pub(crate) priced_win: i128,
    /// The mean of that, rounded, and as a fraction if all prices are.
    pub(crate) theoretical: i128,
    pub(crate) theoretical_exact: Option<Ratio>,
    /// Its variance in squares of minor units, if all variances are fractions.
    pub(crate) variance_exact: Option<Ratio>,
    pub(crate) spread: Option<WinSpread>,
    pub(crate) method: Option<VarianceMethod>,
    pub(crate) inexact: Vec<InexactReason>,
}

/// How far a win is from its mean. Without a variance there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WinSpread {
    /// The standard deviation in millionths of the currency.
    pub(crate) deviation: i64,
    /// The standard deviations from the mean to the win, in millionths.
    pub(crate) z: i64,
    /// The square of that, if mean and variance are fractions.
    pub(crate) z_squared: Option<Ratio>,
}

/// A figure is too large to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FigureTooLarge;

impl ExactFigures {
    /// The figures of sums.
    ///
    /// # Errors
    /// When one is too large to be written.
    pub(crate) fn of(sums: &Reckoning) -> Result<Self, FigureTooLarge> {
        let priced_win = sums.priced.0 - sums.priced.1;
        Ok(Self {
            rounds: sums.rounds,
            bets: sums.bets,
            staked: sums.staked,
            returned: sums.returned,
            drop: sums.drop.unwrap_or(0),
            unpriced: sums.unpriced,
            priced_win,
            theoretical: sums.mean.rounded(),
            theoretical_exact: sums.mean.exact().cloned(),
            variance_exact: sums.variance.exact().cloned(),
            spread: spread(priced_win, &sums.mean, &sums.variance)?,
            method: sums.method(),
            inexact: sums.inexact.iter().copied().collect(),
        })
    }

    /// Whether anything happened: a bet was decided, or cash went into a drop box.
    pub(crate) const fn is_active(&self) -> bool {
        self.rounds != 0 || self.bets != 0 || self.staked != 0 || self.drop != 0
    }
}

/// How far a win is from its mean; `None` without a variance.
fn spread(win: i128, mean: &Mean, variance: &Mean) -> Result<Option<WinSpread>, FigureTooLarge> {
    let deviation = match variance.exact() {
        Some(exact) if exact.is_zero() => return Ok(None),
        Some(exact) => {
            let per_minor = Ratio::whole(PER_MINOR);
            root(&(exact * &(&per_minor * &per_minor)))?
        }
        None if variance.value() <= 0.0 => return Ok(None),
        None => rounded(variance.value().sqrt() * as_f64(PER_MINOR.into()))?,
    };
    let (z, z_squared) = match mean.exact().zip(variance.exact()) {
        Some((mean, variance)) => {
            let above = &Ratio::whole(win) - mean;
            let square = &(&above * &above) / variance;
            let million = Ratio::whole(MILLION);
            let size = root(&(&square * &(&million * &million)))?;
            (if above < Ratio::zero() { -size } else { size }, Some(square))
        }
        None => {
            let z = (as_f64(win) - mean.value()) / variance.value().sqrt();
            (rounded(z * as_f64(MILLION.into()))?, None)
        }
    };
    Ok(Some(WinSpread { deviation, z, z_squared }))
}

/// The square root, rounded correctly. No square is negative.
fn root(square: &Ratio) -> Result<i64, FigureTooLarge> {
    square.rounded_root().and_then(|root| i64::try_from(root).ok()).ok_or(FigureTooLarge)
}

fn rounded(value: f64) -> Result<i64, FigureTooLarge> {
    format!("{value:.0}").parse().map_err(|_| FigureTooLarge)
}

#[cfg(test)]
mod tests {
    use croupier_house::table::FigureSums;

    use super::*;

    /// A bet of 10.00 on a number of a wheel with 37 pockets that won, and one that lost.
    #[test]
    fn z_is_rounded_correctly_and_its_square_is_exact() {
        let mut sums = Reckoning::default();
        // Over all pockets: what the house wins, and the squares of it.
        let (mean, squares) = (36 * 1000 - 35_000, 36 * 1000_i128.pow(2) + 35_000_i128.pow(2));
        let one = FigureSums {
            rounds: 1,
            bets: 1,
            staked: 1000,
            drawn: mean,
            spread: 37 * squares - mean * mean,
            ..FigureSums::default()
        };
        sums.add_wager(&FigureSums { returned: 36_000, ..one }, 37, None, true);
        sums.add_wager(&one, 37, None, true);
        let figures = ExactFigures::of(&sums).unwrap();
        assert_eq!((figures.bets, figures.priced_win, figures.theoretical), (2, -34_000, 54));
        assert_eq!(figures.theoretical_exact, Some(Ratio::new(2000, 37)));
        let variance = Ratio::new(2 * (37 * squares - mean * mean), 37 * 37);
        assert_eq!(figures.variance_exact, Some(variance.clone()));
        let above = Ratio::new(-34_000 * 37 - 2000, 37);
        let spread = figures.spread.unwrap();
        assert_eq!(spread.z_squared, Some(&(&above * &above) / &variance));
        // Computed apart with fifty digits: -4.12478956921…, 82.55949445205….
        assert_eq!((spread.z, spread.deviation), (-4_124_790, 82_559_494));
    }

    #[test]
    fn without_bets_nothing_is_active_and_there_is_no_spread() {
        let figures = ExactFigures::of(&Reckoning::default()).unwrap();
        assert!(!figures.is_active() && figures.spread.is_none() && figures.method.is_none());
        assert_eq!(rounded(f64::NAN), Err(FigureTooLarge));
        assert_eq!(rounded(1e30), Err(FigureTooLarge));
    }
}
