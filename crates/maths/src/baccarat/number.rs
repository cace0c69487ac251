//! The two kinds of number that the simplex runs on: floats find the way, fractions prove it.

use std::cmp::Ordering;

use croupier_kit::Ratio;

/// A number to reckon with.
pub(crate) trait Number: Clone {
    /// A whole number, divided by a scale where the kind of number wants its figures near one.
    fn scaled(whole: i128, scale: i128) -> Self;
    /// A whole number.
    fn whole(whole: i8) -> Self;
    /// Whether it is less than, equal to or more than nought, as far as this kind of number can tell.
    fn sign(&self) -> Ordering;
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self - factor * other`.
    fn less(&self, factor: &Self, other: &Self) -> Self;
    /// `self * other`.
    fn times(&self, other: &Self) -> Self;
    /// `self / other`.
    fn over(&self, other: &Self) -> Self;
    /// Which of the two is the smaller.
    fn compare(&self, other: &Self) -> Ordering;
    /// How large it is, roughly: only to choose a good pivot.
    fn size(&self) -> f64;
    /// Whether the reckoning is exact, so that only the rule that cannot cycle will do.
    const EXACT: bool;
}

/// What a float cannot tell from nought.
const DUST: f64 = 1e-13;

impl Number for f64 {
    const EXACT: bool = false;

    #[allow(clippy::cast_precision_loss, reason = "floats only point the way")]
    fn scaled(whole: i128, scale: i128) -> Self {
        whole as Self / scale as Self
    }

    fn whole(whole: i8) -> Self {
        whole.into()
    }

    fn sign(&self) -> Ordering {
        if self.abs() <= DUST { Ordering::Equal } else { self.total_cmp(&0.0) }
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn less(&self, factor: &Self, other: &Self) -> Self {
        self - factor * other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn compare(&self, other: &Self) -> Ordering {
        (self - other).sign()
    }

    fn size(&self) -> f64 {
        self.abs()
    }
}

impl Number for Ratio {
    const EXACT: bool = true;

    fn scaled(whole: i128, _: i128) -> Self {
        Self::whole(whole)
    }

    fn whole(whole: i8) -> Self {
        Self::whole(whole)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&Self::zero())
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn less(&self, factor: &Self, other: &Self) -> Self {
        if factor.is_zero() || other.is_zero() { self.clone() } else { self - &(factor * other) }
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn size(&self) -> f64 {
        if self.is_zero() { 0.0 } else { 1.0 }
    }
}
