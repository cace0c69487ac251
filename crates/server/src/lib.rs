//! A server for houses: a JSON API, a WebSocket for each table, sessions, pages, metrics.
//!
//! The modules in order of dependency: each module uses only those above it.
//!
//! - [`wire`]: the JSON types of requests and responses, from which the OpenAPI document is generated.
//! - [`actor`]: one thread per house. It executes commands, writes them in groups, and publishes snapshots of tables
//!   when they are on disk.
//! - [`dealing`]: the sources of outcomes for automatic tables.
//! - [`scheduler`]: the timers of automatic tables, and robots. It sends commands in the same way as everybody else.
//! - [`presence`]: who is at which table; seats of those who are gone are cleared.
//! - [`sessions`]: accounts, sessions, limits on requests and sockets.
//! - [`door`]: timeouts and caps on connections, trusted proxies.
//! - `reports`: game mathematics and comparisons of books, computed one after another and cached.
//! - `setup`: reviews the draft of a house, and has the door to founding it in an empty folder.
//! - [`app`]: the state that all routes share; `gate` admits requests, `credentials` finds their sessions, `auth`
//!   authenticates them, `sequence` shows a client at least what it has seen, `routes` has the handlers, `router` combines them.
//! - [`storage`]: the journals in the data folder or in a database, and the index beside them.
//! - `node`: the server as one of several on a database: leases, followers, commands for other nodes.
//! - [`installation`]: a data folder with its houses; [`demo`] founds the demo houses, [`copies`] copies and restores
//!   a folder, [`doctor`] finds and repairs damage, [`checkpoints`] signs what the houses have written.
//! - [`export`]: writes rounds, wagers, ledger and events to files for other programs.
//! - [`migration`]: moves houses between a data folder and a database.
//! - [`nodes`]: how the nodes of a database stand, for the shell.
//! - [`generator_watch`]: tests the generator while the server runs; where it fails, automatic tables stop.
//! - [`recover`]: gives a manager access again, from the shell.
//! - [`serve`]: binds the [`listener`], serves, and shuts down; [`welcome`] is its start-up message.

pub mod actor;
mod advice;
pub mod app;
mod auth;
pub mod bounds;
mod charter_check;
pub mod checkpoints;
mod clock;
pub mod config;
pub mod copies;
mod credentials;
pub mod dealing;
pub mod demo;
pub mod doctor;
pub mod door;
mod edition_check;
pub mod error;
pub mod export;
mod figures;
mod file_notes;
pub mod file_reader;
mod folder;
mod game_cache;
mod gate;
pub mod generator_watch;
pub mod houses;
mod index_progress;
pub mod installation;
mod journal_reader;
pub mod listener;
mod lookup;
pub mod migration;
mod node;
pub mod nodes;
pub mod presence;
mod printed;
pub mod recover;
mod reports;
mod round_reader;
mod router;
mod routes;
pub mod scheduler;
pub mod sealed_secrets;
mod sequence;
pub mod serve;
pub mod sessions;
mod setup;
mod significant;
pub mod storage;
pub mod telemetry;
pub mod welcome;
pub mod wire;
mod withheld;

pub use folder::LOCK_FILE;
pub use routes::api::openapi;
