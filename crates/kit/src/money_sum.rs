//! Sums of money over any length of time. They cannot overflow.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

use crate::money::{Money, Overflow};

/// A sum of amounts, in minor units. An amount is less than 2^63 and a journal has fewer than 2^64 entries, so that the
/// sum is less than 2^127 and fits.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MoneySum(i128);

impl MoneySum {
    /// The sum zero.
    pub const ZERO: Self = Self(0);

    /// A sum of `units` minor units.
    pub const fn from_minor(units: i128) -> Self {
        Self(units)
    }

    /// The sum in minor units.
    pub const fn minor(self) -> i128 {
        self.0
    }
}

impl From<Money> for MoneySum {
    fn from(amount: Money) -> Self {
        Self(i128::from(amount.minor()))
    }
}

impl TryFrom<MoneySum> for Money {
    type Error = Overflow;

    fn try_from(sum: MoneySum) -> Result<Self, Overflow> {
        i64::try_from(sum.0).map(Self::from_minor).map_err(|_| Overflow)
    }
}

impl<T: Into<Self>> Add<T> for MoneySum {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self(self.0 + other.into().0)
    }
}

impl<T: Into<Self>> Sub<T> for MoneySum {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        Self(self.0 - other.into().0)
    }
}

impl<T: Into<Self>> AddAssign<T> for MoneySum {
    fn add_assign(&mut self, other: T) {
        *self = *self + other;
    }
}

impl Neg for MoneySum {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl std::iter::Sum<Money> for MoneySum {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for MoneySum {
    /// Always two decimal places, as an amount: `100.00`, `-2.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let units = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", units / 100, units % 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_larger_than_any_amount() {
        let most = Money::from_minor(i64::MAX);
        let mut sum: MoneySum = std::iter::repeat_n(most, 3).sum();
        assert_eq!(sum.minor(), 3 * i128::from(i64::MAX));
        assert_eq!(sum.to_string(), "276701161105643274.21");
        sum += Money::from_minor(-1);
        assert_eq!((sum - most - most).minor(), i128::from(i64::MAX) - 1);
        assert_eq!((Money::try_from(sum), Money::try_from(MoneySum::from(most))), (Err(Overflow), Ok(most)));
        assert_eq!((-MoneySum::from(Money::from_minor(250))).to_string(), "-2.50");
        assert!(MoneySum::from(most) < sum && sum > MoneySum::ZERO);
    }
}
