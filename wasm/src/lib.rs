//! The rules, the judge, the prices and the signs as WebAssembly: the library crates behind the types of JavaScript. It
//! has no rule, price or name of its own; texts of JSON are those that `croupier --json` prints, byte by byte.
//!
//! It has no clock, no threads and no files. Whoever calls it says which day's law applies, and calls it in a worker
//! where a price may take long.

mod inputs;
mod shelf;
mod types;

pub use shelf::Shelf;
