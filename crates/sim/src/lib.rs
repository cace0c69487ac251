//! Simulation of every game through the same rules: seeded streams, policies, integer tallies, blocks and shards.

pub mod job;
mod play;
pub mod policy;
pub mod random;
pub mod setup;
pub mod stats;
pub mod tally;

pub use play::ShoeSpent;
pub use setup::{Found, Options, SetupError, Table, set_up};
pub use tally::Tally;
