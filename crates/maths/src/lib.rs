//! Exact prices and best play for every table. They are computed by enumeration over the rules themselves, or by
//! special solvers where that is too slow. Each solver is proved equal to the enumeration on small shoes.

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
