//! The basic types of the trade: cards, packs and shoes, wheels and layouts, dice, odds, fractions and money.
//!
//! This crate contains no rules of any game. Everything is exact: money is in whole minor units, odds are ratios, and
//! probabilities are fractions of big integers.
//!
//! ```
//! use croupier_kit::{Money, Odds};
//! let odds: Odds = "9½ to 5".parse().unwrap();
//! let stake: Money = "10".parse().unwrap();
//! assert_eq!(odds.profit(stake).unwrap().to_string(), "19.00");
//! ```

mod card;
mod chips;
mod dice;
mod layout;
mod money;
mod money_sum;
mod odds;
mod poker;
mod ratio;
mod shoe;
mod wheel;
mod whole;

pub use card::{Card, CardError, Rank, Suit};
pub use chips::{Chips, ChipsError, Stack, Unmade};
pub use dice::{Throw, ThrowError};
pub use layout::{Layout, Shape};
pub use money::{AmountError, Money, Overflow};
pub use money_sum::MoneySum;
pub use odds::{Odds, OddsError, Unpayable};
pub use poker::{HandSum, PokerHand};
pub use ratio::{Ratio, RatioError};
pub use shoe::{NotInShoe, PACKS_MAX, Shoe};
pub use wheel::{Pocket, PocketError, PocketSet, Wheel, WheelError};
pub use whole::{gcd, lcm};
