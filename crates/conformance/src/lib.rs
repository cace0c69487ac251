//! What every game must do, checked for every game of every rulebook.
//!
//! A new game passes if [`check_game`] returns no error. The random choices come from a seed, so that an error can be
//! reproduced.

mod census;
mod choice;
mod contract;
mod coverage;
mod falls;
mod made;
mod money;
mod outcomes;
mod table;

pub use census::census;
pub use choice::Choices;
pub use contract::{check_game, play_round};
pub use coverage::Coverage;
pub use falls::{CARDS_SEEN, Chained, CountedFalls, Falls, Simulated, Sourced};
pub use made::{BookMaker, Ended, MadeBook, take_through};
pub use outcomes::outcomes;
pub use table::{Played, play_table, play_table_with};
