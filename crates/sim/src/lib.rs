//! Simulation of every game through the same rules: seeded streams, policies, integer tallies, blocks and shards.

pub mod job;
mod kernel;
pub mod limit;
pub mod outcome;
pub mod part;
mod play;
pub mod policy;
pub mod random;
mod recall;
pub mod report;
pub mod run;
pub mod setup;
pub mod staking;
pub mod stats;
pub mod table;
pub mod tally;

pub use job::{Job, Shard, Shoes};
pub use part::{Part, merge};
pub use play::ShoeSpent;
pub use recall::{RecallError, prices, recall};
pub use run::{By, Crew, run};
pub use setup::{Options, SetupError, set_up};
pub use table::{Found, Table};
pub use tally::Tally;
