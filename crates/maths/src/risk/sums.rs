//! Sums of many equal bets: the distribution of the result, as fractions or as decimals with a known error.

use croupier_kit::Ratio;
use dashu_base::Gcd;
use dashu_int::UBig;

use crate::Figure;

/// The largest number of multiplications for an enumeration: about a second.
const WORK_MAX: f64 = 1.0e9;
/// The same limit for fractions, whose multiplications are much slower.
const EXACT_WORK_MAX: i64 = 400_000;
/// The mass that may be cut off at one end of a distribution each time.
const CUT: f64 = 1.0e-19;
/// The largest relative error of one operation.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// The probability of each sum. No mass is negative, so errors remain relative to it.
#[derive(Clone, Debug)]
pub(super) struct SumDistribution {
    /// The sum that the first mass belongs to.
    pub(super) low: i64,
    pub(super) mass: Vec<f64>,
    /// The mass that was cut off at the ends.
    pub(super) lost: f64,
    /// The largest relative error of each mass.
    pub(super) slack: f64,
    /// The largest total error caused by inexact probabilities of a single bet.
    pub(super) doubt: f64,
}

impl SumDistribution {
    /// The distribution of one bet.
    pub(super) fn of(steps: &[(i64, Figure)]) -> Self {
        let low = steps.first().map_or(0, |(step, _)| *step);
        let high = steps.last().map_or(0, |(step, _)| *step);
        let mut mass = vec![0.0; usize::try_from(high - low).expect("steps ascend") + 1];
        for (step, probability) in steps {
            mass[usize::try_from(step - low).expect("steps ascend")] += probability.value();
        }
        let doubt = steps.iter().map(|(_, probability)| probability.within()).sum();
        Self { low, mass, lost: 0.0, slack: ROUNDING, doubt }
    }

    /// The distribution of the sum of `rounds` bets; `None` if that would take too long.
    pub(super) fn power(&self, rounds: u32) -> Option<Self> {
        let mut sum = Self { low: 0, mass: vec![1.0], lost: 0.0, slack: 0.0, doubt: 0.0 };
        let mut work = 0.0;
        for bit in (0..u32::BITS - rounds.leading_zeros()).rev() {
            sum = sum.plus(&sum, &mut work)?;
            if rounds >> bit & 1 == 1 {
                sum = sum.plus(self, &mut work)?;
            }
        }
        Some(sum)
    }

    /// The distribution of the sum of two independent results.
    fn plus(&self, other: &Self, work: &mut f64) -> Option<Self> {
        let (long, short) = if self.mass.len() < other.mass.len() { (other, self) } else { (self, other) };
        let filled = short.mass.iter().filter(|part| **part > 0.0).count();
        let sizes = |size: usize| i64::try_from(size).map_or(f64::INFINITY, whole);
        *work += sizes(filled) * sizes(long.mass.len());
        if *work > WORK_MAX {
            return None;
        }
        let mut mass = vec![0.0; self.mass.len() + other.mass.len() - 1];
        for (place, part) in short.mass.iter().enumerate().filter(|(_, part)| **part > 0.0) {
            for (sum, other) in mass[place..].iter_mut().zip(&long.mass) {
                *sum += part * other;
            }
        }
        let rounding = (sizes(filled) + 1.0) * ROUNDING * 1.01;
        let slack = (1.0 + self.slack) * (1.0 + other.slack) * (1.0 + rounding) - 1.0;
        let sum = Self {
            low: self.low + other.low,
            mass,
            lost: self.lost + other.lost,
            slack,
            doubt: self.doubt + other.doubt,
        };
        Some(sum.trimmed())
    }

    /// The same distribution without the negligible mass at its ends.
    fn trimmed(mut self) -> Self {
        let light = |mass: &mut dyn Iterator<Item = &f64>| {
            let mut cut = 0.0;
            let places = mass.take_while(|part| {
                cut += **part;
                cut <= CUT
            });
            places.count()
        };
        let after = light(&mut self.mass.iter().rev());
        self.lost += self.mass.drain(self.mass.len() - after..).sum::<f64>();
        let before = light(&mut self.mass.iter());
        self.lost += self.mass.drain(..before).sum::<f64>();
        self.low += i64::try_from(before).expect("a vector is shorter than any number");
        self
    }

    /// The probability that the sum satisfies `is`.
    pub(super) fn chance(&self, is: impl Fn(i64) -> bool) -> Figure {
        let parts = (self.low..).zip(&self.mass).filter(|(sum, _)| is(*sum));
        let value: f64 = parts.map(|(_, part)| part).sum();
        let adding =
            whole(i64::try_from(self.mass.len()).expect("a vector is shorter than any number")) * ROUNDING;
        Figure::near(value, value * (self.slack + adding) * 1.01 + self.lost * 1.01 + self.doubt)
    }
}

/// The probabilities of being behind, level and ahead after `rounds` bets, as fractions; `None` if that would take
/// too long.
pub(super) fn sum_exactly(steps: &[(i64, Ratio)], rounds: u32) -> Option<[Ratio; 3]> {
    let (low, high) = (steps.first()?.0, steps.last()?.0);
    let width = (high - low).checked_mul(i64::from(rounds))?;
    let work = width.checked_mul(i64::from(rounds))?.checked_mul(i64::try_from(steps.len()).ok()?)?;
    if work > EXACT_WORK_MAX {
        return None;
    }
    let whole = steps.iter().fold(UBig::ONE, |lcm, (_, p)| {
        let of = p.as_rational().denominator();
        &lcm / (&lcm).gcd(of) * of
    });
    let weights: Vec<(usize, UBig)> =
        steps.iter().map(|(step, p)| weight(step - low, p, &whole)).collect::<Option<_>>()?;
    let mut ways = vec![UBig::ONE];
    for _ in 0..rounds {
        let mut next = vec![UBig::ZERO; ways.len() + usize::try_from(high - low).ok()?];
        for (place, count) in ways.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            for (step, weight) in &weights {
                next[place + step] += count * weight;
            }
        }
        ways = next;
    }
    let all = whole.pow(usize::try_from(rounds).ok()?);
    let mut sums = [UBig::ZERO, UBig::ZERO, UBig::ZERO];
    for (sum, count) in (low * i64::from(rounds)..).zip(ways) {
        sums[usize::try_from(sum.signum() + 1).ok()?] += count;
    }
    Some(sums.map(|sum| Ratio::new(sum, all.clone())))
}

/// A number of steps as a float. This is exact, because the number is always small enough.
#[allow(clippy::cast_precision_loss, reason = "steps and rounds stay far below 2^53")]
pub(super) const fn whole(steps: i64) -> f64 {
    steps as f64
}

/// A step, counted from the lowest, and its weight as a numerator over the common denominator `whole`.
fn weight(step: i64, probability: &Ratio, whole: &UBig) -> Option<(usize, UBig)> {
    let scaled = probability * &Ratio::whole(whole.clone());
    Some((usize::try_from(step).ok()?, UBig::try_from(scaled.as_rational().numerator().clone()).ok()?))
}
