//! Exact prices and best play for every table: enumeration over the rules themselves, and special solvers where that is
//! too slow, each proved equal to the enumeration on small shoes.

pub mod figure;
pub mod price;

pub use figure::Figure;
pub use price::{Ending, Price};
