//! Exact fractions of big integers, used for probabilities and edges.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::FromStr;

use dashu_int::IBig;
use dashu_ratio::RBig;

/// An exact fraction in lowest terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ratio(RBig);

impl Ratio {
    /// `numerator / denominator`.
    ///
    /// # Panics
    /// When the denominator is 0.
    pub fn new(numerator: impl Into<IBig>, denominator: impl Into<IBig>) -> Self {
        Self(RBig::from(numerator.into()) / RBig::from(denominator.into()))
    }

    /// A whole number.
    pub fn whole(number: impl Into<IBig>) -> Self {
        Self(RBig::from(number.into()))
    }

    /// Zero.
    pub fn zero() -> Self {
        Self(RBig::ZERO)
    }

    /// One.
    pub fn one() -> Self {
        Self(RBig::ONE)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The underlying rational number, for further calculation.
    pub const fn as_rational(&self) -> &RBig {
        &self.0
    }

    /// The square root rounded to a whole number; `None` of a negative fraction. A root that ends with one half is rounded up.
    pub fn rounded_root(&self) -> Option<IBig> {
        if self.0 < RBig::ZERO {
            return None;
        }
        // The root plus one half is half of (the root of four times the fraction) plus one; rounding both steps down loses nothing.
        let doubled = (self.0.clone() * RBig::from(IBig::from(4))).floor().nth_root(2);
        Some((doubled + IBig::ONE) / IBig::from(2))
    }

    /// The fraction as a decimal with `places` decimal places, rounded half away from zero.
    pub fn to_decimal(&self, places: usize) -> String {
        let scale = RBig::from(IBig::from(10).pow(places));
        let scaled = self.0.clone() * scale;
        let half = RBig::ONE / RBig::from(IBig::from(2));
        let negative = scaled < RBig::ZERO;
        let size = if negative { -scaled } else { scaled };
        let digits = format!("{:0>width$}", (size + half).floor().to_string(), width = places + 1);
        let (whole, rest) = digits.split_at(digits.len() - places);
        let sign = if negative && digits.bytes().any(|b| b != b'0') { "-" } else { "" };
        if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Ratio {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        impl $trait<&Ratio> for &Ratio {
            type Output = Ratio;
            fn $method(self, other: &Ratio) -> Ratio {
                Ratio((&self.0).$method(&other.0))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Neg for Ratio {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::zero(), Add::add)
    }
}

impl fmt::Display for Ratio {
    /// Written as `1/37`, or `3` if the denominator is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// The error for a text that is not a fraction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatioError(String);

impl fmt::Display for RatioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a fraction: write it as in `1/37`", self.0)
    }
}

impl std::error::Error for RatioError {}

impl FromStr for Ratio {
    type Err = RatioError;

    fn from_str(text: &str) -> Result<Self, RatioError> {
        let error = || RatioError(text.to_owned());
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let numerator = numerator.parse::<IBig>().map_err(|_| error())?;
        let denominator = denominator.parse::<IBig>().map_err(|_| error())?;
        if denominator == IBig::ZERO { Err(error()) } else { Ok(Self::new(numerator, denominator)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_in_lowest_terms() {
        let third = Ratio::new(2, 6);
        assert_eq!(third.to_string(), "1/3");
        assert_eq!((third.clone() + third.clone() + third).to_string(), "1");
        assert_eq!("7/495".parse::<Ratio>(), Ok(Ratio::new(7, 495)));
        assert!("1/0".parse::<Ratio>().is_err());
        assert!("one".parse::<Ratio>().is_err());
    }

    #[test]
    fn roots_are_rounded_to_the_nearest_whole_number() {
        for number in 0..2_000_i64 {
            for denominator in 1..12_i64 {
                let root = Ratio::new(number, denominator).rounded_root().unwrap();
                let root = i64::try_from(root).unwrap();
                // (root - 1/2)² <= number / denominator < (root + 1/2)², in quarters.
                let (below, above) = (2 * root - 1, 2 * root + 1);
                assert!(4 * number < above * above * denominator, "{number}/{denominator}: {root}");
                assert!(
                    root == 0 || below * below * denominator <= 4 * number,
                    "{number}/{denominator}: {root}"
                );
            }
        }
        assert_eq!(Ratio::new(9, 4).rounded_root(), Some(IBig::from(2)));
        assert_eq!(Ratio::new(-1, 4).rounded_root(), None);
    }

    #[test]
    fn decimals_are_rounded_half_away_from_zero() {
        assert_eq!(Ratio::new(1, 37).to_decimal(6), "0.027027");
        assert_eq!(Ratio::new(-1, 8).to_decimal(2), "-0.13");
        assert_eq!(Ratio::new(-1, 1000).to_decimal(2), "0.00");
        assert_eq!(Ratio::new(5, 2).to_decimal(0), "3");
    }
}
