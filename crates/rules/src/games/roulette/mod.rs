//! Roulette: one ball, a wheel of numbered pockets, wagers on sets of numbers (reg. 3; Mpumalanga section 3).

mod check;
mod deal;
mod draft;
mod fixed;
mod names;
mod offer;
mod play;
mod rules;
mod settings;
mod spins;
mod table;
mod wager;

pub use deal::{Deal, Move, Pockets};
pub(crate) use draft::RouletteBook;
pub use rules::{Call, Chip, Clause, Coverage, Roulette, SpinRules};
pub use spins::Spins;
pub use wager::Wager;
