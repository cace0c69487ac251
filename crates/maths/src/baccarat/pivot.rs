//! The operations that the simplex needs from a number. Floats find the solution, fractions prove it.

use std::cmp::Ordering;

use croupier_kit::Ratio;

use crate::number::Number;

/// A number that the simplex can pivot on.
pub(crate) trait Pivot: Number {
    /// Whether the number is exact. Exact numbers use the rule that cannot cycle.
    const EXACT: bool;

    /// A whole number, divided by `scale` if this kind of number works best with values near one.
    fn scaled(whole: i128, scale: i128) -> Self;
    /// Whether it is less than, equal to or greater than zero, within the precision of this kind of number.
    fn sign(&self) -> Ordering;
    /// `self - factor * other`.
    #[must_use]
    fn less(&self, factor: &Self, other: &Self) -> Self;
    /// Compares two numbers, to find the smaller.
    fn compare(&self, other: &Self) -> Ordering;
    /// The approximate size, used only to choose a good pivot.
    fn size(&self) -> f64;
}

/// The largest float that is treated as zero.
const EPSILON: f64 = 1e-13;

impl Pivot for f64 {
    const EXACT: bool = false;

    #[allow(clippy::cast_precision_loss, reason = "floats only point the way")]
    fn scaled(whole: i128, scale: i128) -> Self {
        whole as Self / scale as Self
    }

    fn sign(&self) -> Ordering {
        if self.abs() <= EPSILON { Ordering::Equal } else { self.total_cmp(&0.0) }
    }

    fn less(&self, factor: &Self, other: &Self) -> Self {
        self - factor * other
    }

    fn compare(&self, other: &Self) -> Ordering {
        (self - other).sign()
    }

    fn size(&self) -> f64 {
        self.abs()
    }
}

impl Pivot for Ratio {
    const EXACT: bool = true;

    fn scaled(whole: i128, _: i128) -> Self {
        Self::whole(whole)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&Self::zero())
    }

    fn less(&self, factor: &Self, other: &Self) -> Self {
        if factor.is_zero() || other.is_zero() { self.clone() } else { self - &(factor * other) }
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn size(&self) -> f64 {
        if self.is_zero() { 0.0 } else { 1.0 }
    }
}
