//! Money in whole minor units. It is never a float and never wraps.

use std::fmt;
use std::str::FromStr;

/// An amount of money in minor units (cents, pence). It is negative for a loss.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Money(i64);

/// The error for an amount that is too large. Nothing was wrapped or rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the amount is too large to be counted exactly")
    }
}

impl std::error::Error for Overflow {}

impl Money {
    /// The amount zero.
    pub const ZERO: Self = Self(0);
    /// The largest amount that can be staked: 1,000,000,000,000.
    pub const AMOUNT_MAX: Self = Self(1_000_000_000_000 * 100);

    /// An amount of `units` minor units.
    pub const fn from_minor(units: i64) -> Self {
        Self(units)
    }

    /// The amount in minor units.
    pub const fn minor(self) -> i64 {
        self.0
    }

    /// The sum, or an error if it is too large.
    pub fn plus(self, other: Self) -> Result<Self, Overflow> {
        self.0.checked_add(other.0).map(Self).ok_or(Overflow)
    }

    /// The difference, or an error if it is too large.
    pub fn minus(self, other: Self) -> Result<Self, Overflow> {
        self.0.checked_sub(other.0).map(Self).ok_or(Overflow)
    }

    /// The amount multiplied by `factor`, or an error if it is too large.
    pub fn times(self, factor: i64) -> Result<Self, Overflow> {
        self.0.checked_mul(factor).map(Self).ok_or(Overflow)
    }

    /// `numerator / denominator` of the amount, if that is a whole number of minor units.
    ///
    /// Returns `Ok(None)` if it is not.
    pub fn fraction(self, numerator: i64, denominator: i64) -> Result<Option<Self>, Overflow> {
        // Almost every product fits into a word, and dividing a word costs far less than dividing two.
        if let Some(product) = self.0.checked_mul(numerator)
            && denominator > 0
        {
            return Ok((product % denominator == 0).then(|| Self(product / denominator)));
        }
        let product = i128::from(self.0) * i128::from(numerator);
        if denominator == 0 || product % i128::from(denominator) != 0 {
            return Ok(None);
        }
        i64::try_from(product / i128::from(denominator)).map(|units| Some(Self(units))).map_err(|_| Overflow)
    }

    /// The amount with the opposite sign.
    pub fn negated(self) -> Result<Self, Overflow> {
        self.0.checked_neg().map(Self).ok_or(Overflow)
    }
}

impl Money {
    /// Writes the amount as people do, without decimal places if it is whole: `100`, `-2.50`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_brief(self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut digits = Digits::new();
        let text = digits.write(self.0).ok_or(fmt::Error)?;
        out.write_str(text.strip_suffix(".00").unwrap_or(text))
    }
}

impl fmt::Display for Money {
    /// Always two decimal places: `100.00`, `-2.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = Digits::new();
        f.pad(digits.write(self.0).ok_or(fmt::Error)?)
    }
}

/// A buffer on the stack for the text of an amount: records and pages are full of amounts.
struct Digits([u8; Self::SIZE]);

impl Digits {
    /// Enough for a sign, the 19 digits of the largest amount, and the point.
    const SIZE: usize = 24;

    const fn new() -> Self {
        Self([b'0'; Self::SIZE])
    }

    /// Writes minor units from the right, as `-2.50`.
    fn write(&mut self, minor: i64) -> Option<&str> {
        let mut rest = minor.unsigned_abs();
        let mut from = Self::SIZE;
        while rest > 0 || from > Self::SIZE - 4 {
            from -= 1;
            if from == Self::SIZE - 3 {
                self.0[from] = b'.';
                continue;
            }
            self.0[from] = b'0' + u8::try_from(rest % 10).ok()?;
            rest /= 10;
        }
        if minor < 0 {
            from -= 1;
            self.0[from] = b'-';
        }
        std::str::from_utf8(&self.0[from..]).ok()
    }
}

/// Why a text is not a valid stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmountError {
    /// Not a decimal number.
    NotANumber,
    /// Zero or less.
    NotPositive,
    /// More than two decimal places.
    TooFine,
    /// Above [`Money::AMOUNT_MAX`].
    TooLarge,
}

impl fmt::Display for AmountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => {
                "is not an amount: write figures with at most two places, such as 100 or 2.50"
            }
            Self::NotPositive => "is not an amount: it must be more than 0",
            Self::TooFine => "is not an amount: it has more than two places",
            Self::TooLarge => "is not an amount: at most 1000000000000 may be put down",
        })
    }
}

impl std::error::Error for AmountError {}

impl FromStr for Money {
    type Err = AmountError;

    /// Parses a positive amount with at most two decimal places.
    fn from_str(text: &str) -> Result<Self, AmountError> {
        if let Some(rest) = text.strip_prefix('-') {
            return Err(rest.parse::<Self>().map_or(AmountError::NotANumber, |_| AmountError::NotPositive));
        }
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !figures(whole) || !figures(places) {
            return Err(AmountError::NotANumber);
        }
        if places.len() > 2 {
            return Err(AmountError::TooFine);
        }
        let cents = format!("{places:0<2}").parse::<i64>().map_err(|_| AmountError::NotANumber)?;
        let units =
            whole.parse::<i64>().ok().and_then(|w| w.checked_mul(100)).and_then(|w| w.checked_add(cents));
        match units {
            Some(0) => Err(AmountError::NotPositive),
            Some(units) if units <= Self::AMOUNT_MAX.0 => Ok(Self(units)),
            _ => Err(AmountError::TooLarge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_read_exactly() {
        let read = |text: &str| text.parse::<Money>().map(Money::minor);
        assert_eq!(read("100"), Ok(10_000));
        assert_eq!(read("2.5"), Ok(250));
        assert_eq!(read("0.01"), Ok(1));
        assert_eq!(read("1000000000000"), Ok(100_000_000_000_000));
        assert_eq!(read("1000000000000.01"), Err(AmountError::TooLarge));
        assert_eq!(read("99999999999999999999999"), Err(AmountError::TooLarge));
        assert_eq!(read("0.00"), Err(AmountError::NotPositive));
        assert_eq!(read("-5"), Err(AmountError::NotPositive));
        assert_eq!(read("1.234"), Err(AmountError::TooFine));
        for text in ["", ".5", "5.", "1,000", "ten", "+5", "1e3", "--5", "½", " 5"] {
            assert_eq!(read(text), Err(AmountError::NotANumber), "{text}");
        }
    }

    #[test]
    fn overflow_is_an_error_and_never_a_wrap() {
        let most = Money::from_minor(i64::MAX);
        assert_eq!(most.plus(Money::from_minor(1)), Err(Overflow));
        assert_eq!(most.times(2), Err(Overflow));
        assert_eq!(most.fraction(2, 1), Err(Overflow));
        assert_eq!(Money::from_minor(i64::MIN).negated(), Err(Overflow));
        assert_eq!(Money::from_minor(i64::MIN).minus(Money::from_minor(1)), Err(Overflow));
    }

    #[test]
    fn amounts_have_two_decimal_places_and_are_padded() {
        let written = |minor| Money(minor).to_string();
        for (minor, text) in [(0, "0.00"), (5, "0.05"), (-50, "-0.50"), (100, "1.00"), (-123_456, "-1234.56")]
        {
            assert_eq!(written(minor), text);
        }
        assert_eq!(written(i64::MAX), "92233720368547758.07");
        assert_eq!(written(i64::MIN), "-92233720368547758.08");
        assert_eq!(format!("[{:>8}]", Money(250)), "[    2.50]");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(units in 1..=Money::AMOUNT_MAX.0) {
            prop_assert_eq!(Money(units).to_string().parse::<Money>(), Ok(Money(units)));
        }

        #[test]
        fn a_fraction_is_exact_or_absent(units in -1_000_000_i64..1_000_000, n in -50_i64..50, d in 1_i64..50) {
            match Money(units).fraction(n, d).unwrap() {
                Some(part) => prop_assert_eq!(part.0 * d, units * n),
                None => prop_assert!(units * n % d != 0),
            }
        }
    }
}
