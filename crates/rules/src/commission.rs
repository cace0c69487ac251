//! Commission: a charge on a wager, apart from its odds (reading A6).
//!
//! It is a share of the stake or of the win, charged in advance or on a win. In advance it is part of what is staked; on a
//! win it is taken from what is paid. Either way a win pays its odds on the bet, less the commission. A book can have a
//! rule for breakage; without one nothing is rounded, and a bet whose commission is not a whole number of minor units is
//! refused.

use std::fmt;
use std::str::FromStr;

use croupier_kit::{Money, Odds, Overflow, gcd};

use crate::contract::Payout;
use crate::law::Rule;

/// The commission on a wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commission {
    /// The rate.
    pub rate: Rate,
    /// What it is a share of.
    pub of: ChargedOn,
    /// When it is charged.
    pub when: ChargedWhen,
    /// How it is rounded; `None` if nothing is rounded.
    pub breakage: Option<Breakage>,
    /// The provision that sets it.
    pub cite: Rule,
}

/// What a commission is a share of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargedOn {
    /// The bet.
    Stake,
    /// What the bet wins.
    Win,
}

/// When a commission is charged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChargedWhen {
    /// With the bet, as part of the stake. It is returned with a stake that is void or cancelled.
    InAdvance,
    /// When the bet wins, from what is paid.
    OnWin,
}

/// How a commission is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Breakage {
    /// The direction.
    pub rounded: Rounded,
    /// To multiples of this amount.
    pub unit: Money,
}

/// The direction in which a commission is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rounded {
    /// In favour of the player.
    Down,
    /// In favour of the house.
    Up,
    /// To the nearest multiple, and halfway between two of them up.
    Nearest,
}

impl Commission {
    /// The commission on a bet that these odds pay; `None` if it is not a whole number of minor units and the book has no
    /// rule for breakage.
    ///
    /// # Errors
    /// If the amount overflows.
    pub fn on(self, bet: Money, odds: Odds) -> Result<Option<Money>, Overflow> {
        let (share, of) = self.share(odds);
        let exact = i128::from(bet.minor()) * share;
        let minor = match self.breakage {
            None if exact % of != 0 => return Ok(None),
            None => exact / of,
            Some(Breakage { rounded, unit }) => {
                let unit = i128::from(unit.minor());
                let step = of * unit;
                unit * match rounded {
                    Rounded::Down => exact.div_euclid(step),
                    Rounded::Up => (exact + step - 1).div_euclid(step),
                    Rounded::Nearest => (2 * exact + step).div_euclid(2 * step),
                }
            }
        };
        i64::try_from(minor).map(|minor| Some(Money::from_minor(minor))).map_err(|_| Overflow)
    }

    /// The smallest bet in minor units whose commission is a whole number of minor units. Every other such bet is a
    /// multiple of it.
    pub fn unit(self, odds: Odds) -> u64 {
        let (share, of) = self.share(odds);
        let wide = |number: i128| u64::try_from(number).expect("rates and odds are small and positive");
        if self.breakage.is_some() { 1 } else { wide(of) / gcd(wide(share), wide(of)) }
    }

    /// The smallest bet in minor units whose commission needs no rounding, also where a book has a rule for breakage;
    /// `None` if it is too large to be counted. Every other such bet is a multiple of it.
    pub fn unrounded_unit(self, odds: Odds) -> Option<u64> {
        let (share, of) = self.share(odds);
        let unit = self.breakage.map_or(1, |breakage| i128::from(breakage.unit.minor()));
        let (share, step) = (u64::try_from(share).ok()?, u64::try_from(of.checked_mul(unit)?).ok()?);
        Some(step / gcd(share, step))
    }

    /// Whether it leaves nothing of a win at these odds, before any breakage.
    pub fn takes_all(self, odds: Odds) -> bool {
        let (share, of) = self.share(odds);
        let (won, staked) = odds.terms();
        share * i128::from(staked) >= of * i128::from(won)
    }

    /// The share of a bet that it takes, as a fraction.
    fn share(self, odds: Odds) -> (i128, i128) {
        let (rate, of) = (i128::from(self.rate.parts), i128::from(Rate::WHOLE));
        match self.of {
            ChargedOn::Stake => (rate, of),
            ChargedOn::Win => {
                let (won, staked) = odds.terms();
                (rate * i128::from(won), of * i128::from(staked))
            }
        }
    }
}

impl Commission {
    /// What the rate is taken of, when, and how it is rounded: `of the win, on a win`.
    pub fn basis(self) -> String {
        let of = match self.of {
            ChargedOn::Stake => "stake",
            ChargedOn::Win => "win",
        };
        let when = match self.when {
            ChargedWhen::InAdvance => "in advance",
            ChargedWhen::OnWin => "on a win",
        };
        let rounded = self.breakage.map(|Breakage { rounded, unit }| match rounded {
            Rounded::Down => format!(", rounded down to {unit}"),
            Rounded::Up => format!(", rounded up to {unit}"),
            Rounded::Nearest => format!(", rounded to the nearest {unit}"),
        });
        format!("of the {of}, {when}{}", rounded.unwrap_or_default())
    }
}

impl fmt::Display for Commission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rate, self.basis())
    }
}

/// What one bet is charged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Charge {
    /// The commission, if the wager has one.
    commission: Option<Commission>,
    /// What was charged with the bet.
    in_advance: Money,
}

impl Charge {
    /// What a bet on a wager with these ordinary odds is charged; `None` if that is not a whole number of minor units, or
    /// too large to be counted.
    ///
    /// # Panics
    /// If a commission is charged in advance on a wager without odds. The reader of books permits no such wager.
    pub fn new(commission: Option<Commission>, bet: Money, odds: Option<Odds>) -> Option<Self> {
        let in_advance = match commission {
            Some(commission) if commission.when == ChargedWhen::InAdvance => {
                let odds = odds.expect("a wager with commission in advance has odds");
                commission.on(bet, odds).ok()??
            }
            _ => Money::ZERO,
        };
        bet.plus(in_advance).ok().map(|_| Self { commission, in_advance })
    }

    /// The commission, if the wager has one.
    pub const fn commission(self) -> Option<Commission> {
        self.commission
    }

    /// What was charged with the bet.
    pub const fn in_advance(self) -> Money {
        self.in_advance
    }

    /// What is taken from the player for the bet that is charged.
    ///
    /// # Panics
    /// If the sum overflows. It was counted when the charge was made for this bet.
    pub fn with_bet(self, bet: Money) -> Money {
        bet.plus(self.in_advance).expect("the sum was counted when the charge was made")
    }

    /// The commission that the house has from a bet with this payout; `None` if it is not a whole number of minor units.
    ///
    /// # Errors
    /// If the amount overflows.
    pub fn taken(self, payout: Payout, bet: Money) -> Result<Option<Money>, Overflow> {
        match (self.commission, payout) {
            (None, _) | (_, Payout::Void) => Ok(Some(Money::ZERO)),
            (Some(commission), Payout::Win(odds)) if commission.when == ChargedWhen::OnWin => {
                commission.on(bet, odds)
            }
            (Some(_), _) => Ok(Some(self.in_advance)),
        }
    }

    /// The profit or loss of a bet, less commission; `None` if it is not a whole number of minor units.
    ///
    /// # Errors
    /// If an amount overflows.
    pub fn profit(self, payout: Payout, bet: Money) -> Result<Option<Money>, Overflow> {
        match (payout.profit(bet)?, self.taken(payout, bet)?) {
            (Some(profit), Some(taken)) => profit.minus(taken).map(Some),
            _ => Ok(None),
        }
    }
}

/// A rate in hundredths of a per cent: more than nothing and less than the whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rate {
    parts: u16,
}

impl Rate {
    /// The parts of the whole.
    const WHOLE: u16 = 10_000;
    /// The least rate.
    pub(crate) const LEAST: Self = Self { parts: 1 };
    /// The highest rate.
    pub(crate) const MOST: Self = Self { parts: Self::WHOLE - 1 };
}

/// The error for a text that is no rate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RateError;

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a rate is more than 0 % and less than 100 %, with at most two places: write it as in `5 %`",
        )
    }
}

impl std::error::Error for RateError {}

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let number = text.strip_suffix('%').ok_or(RateError)?.trim_end();
        // A per cent has as many parts as an amount has minor units.
        let parts = number.parse::<Money>().map_err(|_| RateError)?.minor();
        match u16::try_from(parts) {
            Ok(parts) if parts < Self::WHOLE => Ok(Self { parts }),
            _ => Err(RateError),
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, places) = (self.parts / 100, self.parts % 100);
        match places {
            0 => write!(f, "{whole} %"),
            _ if places % 10 == 0 => write!(f, "{whole}.{} %", places / 10),
            _ => write!(f, "{whole}.{places:02} %"),
        }
    }
}
