//! The basic types of the trade: cards, packs and shoes, wheels and layouts, dice, odds, fractions and money.
//!
//! This crate contains no rules of any game. Everything is exact: money is in whole minor units, odds are ratios, and
//! probabilities are fractions of big integers. Nothing is rounded; what cannot be exact is an error that says why.
//!
//! ```
//! use croupier_kit::{Money, Odds};
//! let odds: Odds = "9½ to 5".parse().unwrap();
//! let stake: Money = "10".parse().unwrap();
//! assert_eq!(odds.profit(stake).unwrap().to_string(), "19.00");
//! // A cent cannot be paid at these odds.
//! assert!(odds.profit("0.01".parse().unwrap()).is_err());
//! ```
//!
//! # What is here
//! | for | types |
//! |---|---|
//! | cards | [`Card`], [`Rank`], [`Suit`]; a [`Shoe`] that knows what is left of its packs |
//! | the wheel | [`Wheel`], [`Pocket`], [`PocketSet`]; the [`Layout`] on which its numbers lie |
//! | dice | [`Throw`] |
//! | poker | [`PokerHand`] of five cards; a [`HandSum`] takes them one by one |
//! | money | [`Money`], [`MoneySum`], the fewest [`Chips`] |
//! | odds and chances | [`Odds`] as they are written, [`Ratio`] for every exact figure |
//!
//! All of them are read from text with `parse` and written with `Display`, in the same form:
//!
//! ```
//! use croupier_kit::{Card, Ratio, Shoe};
//! let ace: Card = "AS".parse().unwrap();
//! let mut shoe = Shoe::new(6);
//! shoe.take(ace).unwrap();
//! assert_eq!((shoe.count(ace), ace.to_string()), (5, "AS".to_owned()));
//! assert_eq!(Ratio::new(23, shoe.len()).to_decimal(4), "0.0740");
//! ```
//!
//! The feature `serde` reads and writes cards and amounts. `examples/pay.rs` is a program of forty lines.

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
