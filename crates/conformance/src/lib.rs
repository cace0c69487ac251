//! What every game must do, asked of every game of every book.
//!
//! A new game passes when [`check_game`] returns without a complaint. The random choices come from a seed, so that a
//! complaint can be reproduced.

mod census;
mod choice;
mod contract;
mod coverage;
mod money;
mod table;

pub use census::census;
pub use choice::Choices;
pub use contract::{check_game, play_round};
pub use coverage::Coverage;
pub use table::{Played, play_table};
