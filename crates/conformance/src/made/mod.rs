//! Books that nobody wrote: made from the declarations of the families, valid or one step off, and taken the whole way
//! from the reader to a live table.
//!
//! The forms come from the JSON Schema, which the readers make themselves. A new setting, clause or wager is therefore
//! tried without being named here.

mod form;
mod live;
mod maker;
mod way;

pub use maker::{BookMaker, MadeBook};
pub use way::{Ended, take_through};
