//! Roulette: one ball, a wheel of numbered pockets, wagers on sets of numbers (reg. 3; Mpumalanga section 3).

mod check;
mod deal;
mod draft;
mod fixed;
mod guide;
mod held;
mod kinds;
mod limits;
mod names;
mod numbers;
mod offer;
mod play;
mod prison;
mod rules;
mod settings;
mod spins;
mod table;
mod wager;
mod zero_draft;

pub use deal::{Deal, Move, Pockets};
pub(crate) use draft::RouletteBook;
pub use prison::{EnPrison, Life, OnZero, SecondZero};
pub use rules::{Call, Chip, Clause, Coverage, Roulette, SpinRules, ZeroRule};
pub use spins::Spins;
pub use wager::Wager;
