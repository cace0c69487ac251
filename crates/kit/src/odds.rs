//! Odds: the payment for a winning stake, as an exact ratio that is displayed as the rulebook writes it.

use std::fmt;
use std::str::FromStr;

use crate::money::{Money, Overflow};
use crate::ratio::Ratio;
use crate::whole::gcd;

/// Odds of *a* to *b*: a stake of *b* wins *a*. Both may be halves, as in `9½ to 5`.
///
/// They are not reduced: `6 to 4` remains `6 to 4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Odds {
    /// The winnings, in halves.
    to: u32,
    /// The stake for these winnings, in halves; never 0.
    on: u32,
}

/// Why these odds cannot pay a stake exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unpayable {
    /// The winnings are not a whole number of minor units.
    Fractional,
    /// The winnings are too large to be represented.
    TooLarge,
}

impl fmt::Display for Unpayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fractional => f.write_str("the winnings are no whole number of minor units"),
            Self::TooLarge => Overflow.fmt(f),
        }
    }
}

impl std::error::Error for Unpayable {}

impl Odds {
    /// 1 to 1.
    pub const EVENS: Self = Self { to: 2, on: 2 };

    /// Odds of `to` to `on`, in whole numbers.
    pub const fn new(to: u16, on: u16) -> Option<Self> {
        if on == 0 { None } else { Some(Self { to: to as u32 * 2, on: on as u32 * 2 }) }
    }

    /// The exact winnings of a stake at these odds.
    pub fn profit(self, stake: Money) -> Result<Money, Unpayable> {
        match stake.fraction(i64::from(self.to), i64::from(self.on)) {
            Ok(Some(profit)) => Ok(profit),
            Ok(None) => Err(Unpayable::Fractional),
            Err(Overflow) => Err(Unpayable::TooLarge),
        }
    }

    /// The smallest stake, in minor units, that can be paid exactly. Every payable stake is a multiple of it.
    pub const fn unit(self) -> u32 {
        self.on / self.common_divisor()
    }

    /// The largest figure of odds, before a half.
    pub const FIGURE_MAX: u16 = u16::MAX;

    /// The profit on a stake of one, as a fraction.
    pub fn ratio(self) -> Ratio {
        Ratio::new(i64::from(self.to), i64::from(self.on))
    }

    /// Profit and stake in lowest terms: (19, 10) for `9½ to 5`.
    pub const fn terms(self) -> (u32, u32) {
        let common = self.common_divisor();
        (self.to / common, self.on / common)
    }

    #[allow(clippy::cast_possible_truncation, reason = "a divisor is no larger than what it divides")]
    const fn common_divisor(self) -> u32 {
        gcd(self.to as u64, self.on as u64) as u32
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = |n: u32| match (n / 2, n % 2) {
            (0, 1) => "½".to_owned(),
            (whole, 1) => format!("{whole}½"),
            (whole, _) => whole.to_string(),
        };
        f.pad(&format!("{} to {}", halves(self.to), halves(self.on)))
    }
}

/// The error for a text that is not odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddsError(String);

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not odds: write them as in `35 to 1` or `9½ to 5`, with figures up to {}",
            self.0,
            Odds::FIGURE_MAX
        )
    }
}

impl std::error::Error for OddsError {}

impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Self, OddsError> {
        let halves = |part: &str| -> Option<u32> {
            let (whole, half) = match part.strip_suffix('½').or_else(|| part.strip_suffix(".5")) {
                Some(whole) => (whole, 1),
                None => (part, 0),
            };
            let whole = if whole.is_empty() && half == 1 { 0 } else { u32::from(whole.parse::<u16>().ok()?) };
            Some(whole * 2 + half)
        };
        text.split_once(" to ")
            .and_then(|(to, on)| Some(Self { to: halves(to.trim())?, on: halves(on.trim())? }))
            .filter(|odds| odds.on > 0)
            .ok_or_else(|| OddsError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn odds(text: &str) -> Odds {
        text.parse().unwrap()
    }

    #[test]
    fn odds_read_as_the_book_has_them() {
        for text in ["35 to 1", "9½ to 5", "7½ to 1", "19 to 20", "6 to 4", "½ to 1", "5 to 11"] {
            assert_eq!(odds(text).to_string(), text);
        }
        assert_eq!(odds("9.5 to 5"), odds("9½ to 5"));
    }

    #[test]
    fn what_is_not_odds_is_refused() {
        for text in ["", "35", "35:1", "35 to", "35 to 0", "-1 to 2", "a to b", "1 to 99999999"] {
            assert!(text.parse::<Odds>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_smallest_payable_stake() {
        assert_eq!(odds("5 to 11").unit(), 11);
        assert_eq!(odds("9½ to 5").unit(), 10);
        assert_eq!(odds("6 to 4").unit(), 2);
        assert_eq!(odds("35 to 1").unit(), 1);
        assert_eq!(odds("0 to 1").unit(), 1);
        assert_eq!(odds("9½ to 5").terms(), (19, 10));
    }

    #[test]
    fn nothing_is_rounded() {
        assert_eq!(odds("5 to 11").profit(Money::from_minor(100)), Err(Unpayable::Fractional));
        assert_eq!(odds("5 to 11").profit(Money::from_minor(2200)), Ok(Money::from_minor(1000)));
        assert_eq!(odds("35 to 1").profit(Money::from_minor(i64::MAX)), Err(Unpayable::TooLarge));
    }

    proptest! {
        #[test]
        fn a_stake_is_payable_just_when_it_is_a_multiple_of_the_unit(
            to in 0_u16..500, on in 1_u16..500, stake in 1_i64..1_000_000,
        ) {
            let odds = Odds::new(to, on).unwrap();
            prop_assert_eq!(odds.profit(Money::from_minor(stake)).is_ok(), stake % i64::from(odds.unit()) == 0);
            prop_assert_eq!(odds.to_string().parse::<Odds>(), Ok(odds));
        }
    }
}
