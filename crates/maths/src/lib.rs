//! Exact prices and best play for every table: enumeration over the rules themselves, and special solvers where that is
//! too slow, each proved equal to the enumeration on small shoes.

pub mod dice;
pub mod baccarat;
pub mod blackjack;
pub mod figure;
pub mod general;
pub mod odds;
pub mod poker;
pub mod price;
pub mod simple;

pub use figure::Figure;
pub use price::{Ending, Price};
