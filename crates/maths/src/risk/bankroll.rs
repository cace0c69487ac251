//! A bankroll: a player's money and the bet of each round.

use std::fmt;

use croupier_kit::Money;

/// The largest number of steps that a float counts exactly.
const STEPS_MAX: i64 = 1 << f64::MANTISSA_DIGITS;

/// A player's money and the bet of each round. Both are above zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bankroll {
    held: Money,
    bet: Money,
}

/// The error for a bankroll of more steps than can be counted exactly. Nothing was rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManySteps {
    bankroll: Bankroll,
    per_bet: i64,
}

impl fmt::Display for TooManySteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Bankroll { held, bet }, per_bet) = (self.bankroll, self.per_bet);
        write!(
            f,
            "a bankroll of {held} with bets of {bet} is too large to be counted exactly: results come in steps of \
             1/{per_bet} of a bet, and at most {STEPS_MAX} of them can be counted; give a smaller bankroll or a larger bet"
        )
    }
}

impl std::error::Error for TooManySteps {}

impl Bankroll {
    /// A bankroll of `held` for bets of `bet`; `None` unless both are above zero.
    pub fn new(held: Money, bet: Money) -> Option<Self> {
        (held > Money::ZERO && bet > Money::ZERO).then_some(Self { held, bet })
    }

    /// The bankroll in bets.
    #[allow(clippy::cast_precision_loss, reason = "only for curves, whose error is larger")]
    pub(super) fn bets(self) -> f64 {
        self.held.minor() as f64 / self.bet.minor() as f64
    }

    /// The number of whole steps in the bankroll, with `per_bet` steps in one bet.
    pub(super) fn steps(self, per_bet: i64) -> Result<i64, TooManySteps> {
        let steps = i128::from(self.held.minor()) * i128::from(per_bet) / i128::from(self.bet.minor());
        let counted = i64::try_from(steps).ok().filter(|steps| *steps <= STEPS_MAX);
        counted.ok_or(TooManySteps { bankroll: self, per_bet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::risk::sums::whole;

    #[test]
    fn steps_are_counted_exactly_or_refused() {
        let of = |held, bet| Bankroll::new(Money::from_minor(held), Money::from_minor(bet)).unwrap();
        assert_eq!(of(1000, 300).steps(2), Ok(6));
        assert_eq!(of(999, 300).steps(10), Ok(33));
        assert_eq!(of(Money::AMOUNT_MAX.minor(), 1).steps(90), Ok(9_000_000_000_000_000));
        let refused = of(Money::AMOUNT_MAX.minor(), 1).steps(100).unwrap_err().to_string();
        assert!(refused.contains("1000000000000.00 with bets of 0.01 is too large"), "{refused}");
        assert!(whole(STEPS_MAX - 1) < whole(STEPS_MAX));
        assert_eq!(Bankroll::new(Money::ZERO, Money::from_minor(1)), None);
        assert_eq!(Bankroll::new(Money::from_minor(1), Money::ZERO), None);
    }
}
