//! The numbers that solvers compute with: floating point for speed, fractions for proof.

use std::fmt::Debug;

use croupier_kit::Ratio;

use crate::figure::Figure;

/// A number to compute with.
pub trait Number: Clone + PartialOrd + Debug {
    /// A whole number.
    fn whole(number: i64) -> Self;
    /// The sum.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
    /// The quotient; the divisor is never 0.
    #[must_use]
    fn over(&self, other: &Self) -> Self;
    /// The nearest floating-point number.
    fn value(&self) -> f64;
    /// This number as a [`Figure`]. `within` is the error bound if the number is floating point; fractions ignore it.
    fn figure(&self, within: f64) -> Figure;

    /// Zero.
    fn zero() -> Self {
        Self::whole(0)
    }

    /// One.
    fn one() -> Self {
        Self::whole(1)
    }

    /// Whether it is zero.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Adds the product of two numbers.
    fn add_product(&mut self, one: &Self, other: &Self) {
        *self = self.plus(&one.times(other));
    }

    /// Adds a number.
    fn add(&mut self, other: &Self) {
        *self = self.plus(other);
    }
}

impl Number for f64 {
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "counts of cards and orders are far below 2^53")]
    fn whole(number: i64) -> Self {
        number as Self
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }

    #[inline]
    fn over(&self, other: &Self) -> Self {
        self / other
    }

    #[inline]
    fn value(&self) -> f64 {
        *self
    }

    fn figure(&self, within: f64) -> Figure {
        Figure::near(*self, within)
    }
}

impl Number for Ratio {
    fn whole(number: i64) -> Self {
        Self::whole(number)
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn value(&self) -> f64 {
        self.as_rational().to_f64().value()
    }

    fn figure(&self, _: f64) -> Figure {
        Figure::Exact(self.clone())
    }
}
