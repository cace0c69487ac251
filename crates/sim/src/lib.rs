//! Simulation of every game through the same rules: seeded random streams, policies, integer tallies, blocks and
//! shards.
//!
//! ```
//! use croupier_rules::book::{Chosen, Shelf};
//! use croupier_sim::{PlayMethod, SetupOptions, policy::Policy, set_up, stats::Stats};
//! let shelf = Shelf::built_in();
//! let (_, game) = shelf.game("scotland-1970/roulette").unwrap();
//! let options = SetupOptions { wagers: vec!["red".to_owned()], ..SetupOptions::default() };
//! let table = set_up(&game.table(&Chosen::default()), game.conduct(), &Policy::Chance, &options).unwrap();
//! let (seed, block) = (1, 0);
//! let played = table.play(PlayMethod::Rules, seed, block, 10_000).unwrap();
//! let found = Stats::of(&played.tallies[0], table.counted()[0].whole());
//! assert_eq!(found.stakes, 10_000);
//! assert!((found.edge - 1.0 / 74.0).abs() < 4.0 * found.standard_error);
//! ```
//!
//! - [`set_up`] makes a table: rules, wagers, a [`policy::Policy`] that decides for the players and sees only what they
//!   see, and when the shoe is shuffled.
//! - A [`Job`] is played in blocks. Each has random streams of its own, so that its result does not depend on threads,
//!   machines or order; [`run()`] plays them on threads, and [`merge`] puts parts together.
//! - Results are counted in whole numbers ([`Tally`]) and become figures only at the end ([`stats::Stats`]).
//! - A kernel ([`PlayMethod::Kernel`]) settles every round as the rules do, faster; tests prove it.
//!
//! `examples/simulate.rs` is a program of forty lines.

mod asked;
pub mod batch;
pub mod counts;
mod error;
mod family;
mod games;
pub mod job;
mod kernel;
pub mod limit;
pub mod machine;
pub mod options;
pub mod part;
mod play;
pub mod policy;
mod prepare;
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
pub use prepare::{TableOfJob, prepare};
pub use random::StreamEdition;
pub use rebuild::{RebuildError, assumed, prices, rebuild};
pub use run::{RunOptions, run};
pub use setup::set_up;
pub use simulation::{PlayMethod, Simulation};
pub use tally::Tally;
pub use totals::{CountedWager, Totals};
