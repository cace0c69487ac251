//! Exact prices and best play for every table. They are computed by enumeration over the rules themselves, or by
//! special solvers where that is too slow. Each solver is proved equal to the enumeration on small shoes.
//!
//! ```
//! use croupier_maths::{PriceQuery, odds};
//! use croupier_rules::book::{Chosen, Shelf};
//! let shelf = Shelf::built_in();
//! let rules = shelf.game("scotland-1970/roulette").unwrap().1.table(&Chosen::default());
//! let prices = odds(&rules, &PriceQuery::default()).unwrap().prices;
//! assert_eq!(prices[0].wager, "numbers 1");
//! assert_eq!(prices[0].edge.exact().unwrap().to_string(), "1/37");
//! ```
//!
//! - [`odds()`] prices every wager of a table: the chances, the edge of the house per unit of the bet as made, and the
//!   variance. A [`Figure`] is an exact fraction where the game admits one, otherwise a decimal with a proved bound.
//! - [`PriceQuery`] asks for another shoe ([`parse_shoe`]), for fractions where decimals are faster, or for play by
//!   another chart.
//! - [`strategy()`] is best play, as charts with what every move is worth; [`Advisor`] answers for one hand.
//! - [`risk`] tells from a price how results spread, and how likely a bankroll is lost.
//! - [`general`] enumerates any game through its contract. The solvers of the families are tested against it.
//!
//! `examples/price.rs` is a program of forty lines.

pub mod advice;
pub mod baccarat;
pub mod blackjack;
pub mod clauses;
pub mod covariance;
pub mod dealer_poker;
pub mod dice;
mod family;
pub mod figure;
pub mod general;
mod in_between;
pub mod number;
pub mod odds;
pub mod poker;
pub mod price;
pub mod proof;
pub mod query;
pub mod removal;
pub mod risk;
pub mod roulette;
mod shoe_counts;
pub mod shoe_text;
pub mod simple;
mod single_stake;
pub mod strategy;

pub use advice::{Advice, MoveAdvice, PlayerView};
pub use clauses::Swap;
pub use covariance::Covariances;
pub use figure::Figure;
pub use odds::{Advisor, chart_file, covariances, odds, price_of, removals, strategy, swaps};
pub use price::{PayoutChance, Price, PriceList};
pub use query::{Known, Precision, PriceError, PriceQuery};
pub use removal::Removal;
pub use shoe_text::{WrittenShoe, parse_shoe};
pub use strategy::Strategy;
