//! Exact prices and best play for every table. They are computed by enumeration over the rules themselves, or by
//! special solvers where that is too slow. Each solver is proved equal to the enumeration on small shoes.

pub mod advice;
pub mod baccarat;
pub mod blackjack;
pub mod clauses;
pub mod dice;
pub mod figure;
pub mod general;
pub mod number;
pub mod odds;
pub mod poker;
pub mod price;
pub mod proof;
pub mod query;
pub mod removal;
pub mod risk;
pub mod shoe_text;
pub mod simple;
pub mod strategy;

pub use advice::{Advice, Advisor, MoveAdvice, PlayerView};
pub use figure::Figure;
pub use odds::{PriceList, chart_file, odds, strategy};
pub use price::{PayoutChance, Price};
pub use query::{Known, Precision, PriceError, PriceQuery};
pub use removal::{Removal, removals};
pub use shoe_text::parse_shoe;
pub use strategy::Strategy;
