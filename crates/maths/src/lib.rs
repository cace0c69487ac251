//! Exact prices and best play for every table: enumeration over the rules themselves, and special solvers where that is
//! too slow, each proved equal to the enumeration on small shoes.

pub mod advice;
pub mod ask;
pub mod baccarat;
pub mod blackjack;
pub mod clauses;
pub mod dice;
pub mod figure;
pub mod general;
pub mod left;
pub mod odds;
pub mod poker;
pub mod price;
pub mod proof;
pub mod removal;
pub mod risk;
pub mod simple;
pub mod strategy;

pub use advice::{Advice, Advisor, Sight};
pub use ask::{Ask, Impossible, Known, Wanted};
pub use figure::Figure;
pub use left::read_shoe;
pub use odds::{Report, chart_file, odds, strategy};
pub use price::{Ending, Price};
pub use removal::{Removal, removals};
pub use strategy::Strategy;
