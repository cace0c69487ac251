//! Simulation of every game through the same rules: seeded random streams, policies, integer tallies, blocks and
//! shards.

mod asked;
mod error;
mod family;
mod games;
pub mod job;
mod kernel;
pub mod limit;
pub mod options;
pub mod part;
mod play;
pub mod policy;
pub mod random;
mod rebuild;
pub mod report;
pub mod run;
pub mod session_report;
pub mod setup;
pub mod simulation;
pub mod staking;
pub mod stats;
mod table;
pub mod tally;
pub mod totals;

pub use asked::stake_and_wager;
pub use error::{SessionError, ShoeSpent};
pub use games::chart_from_file;
pub use job::{Job, Shard, Shoes};
pub use options::{SetupError, SetupOptions};
pub use part::{PartialResult, merge};
pub use rebuild::{RebuildError, assumed, prices, rebuild};
pub use run::{RunOptions, run};
pub use setup::set_up;
pub use simulation::{PlayMethod, Simulation};
pub use tally::Tally;
pub use totals::{CountedWager, Totals};
