//! The house on one port: a JSON API, a WebSocket a table, sessions, pages, metrics.
//!
//! - [`desk`]: one thread a house. It carries commands out, keeps them in groups and tells nobody of anything before it
//!   is on disk; views are made as they are carried out and published when they are kept.
//! - [`floor`]: the seam for whatever makes automatic tables go on. [`floor::Beats`] tells of every change that is on
//!   disk with the deadline of the phase; timers and robots give commands through [`desk::Desk`] as the house itself;
//!   what falls comes from the `Chance` in [`desk::Settings`]. [`serve::Fitted`] is where they are put in.
//! - [`wire`]: what requests and answers look like; the OpenAPI document is made from it.
//! - [`sessions`]: who is logged in, and how often somebody may ask.
//! - [`door`]: the port and the certificate; [`serve`] opens a data folder, its houses and the door.

pub mod app;
pub mod clock;
pub mod config;
pub mod copy;
pub mod desk;
pub mod door;
pub mod floor;
mod folder;
mod lessons;
mod pages;
pub mod records;
mod routes;
pub mod serve;
pub mod sessions;
pub mod wire;

pub use folder::LOCK_FILE;
pub use routes::{StrategySheet, document};
