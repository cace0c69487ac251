//! Storage of houses: an `SQLite` implementation of the storage trait, with group commit.
//!
//! [`SqliteStore`] stores houses in one file. Its [`GroupCommit`] is the writer thread: it takes everything that has
//! been submitted since the last sync, lets an [`Engine`] write it, and only then reports the results. Every database
//! of the program uses [`migrate`], [`backup`] and [`restore`].

mod copy;
mod error;
mod group;
mod migrate;
mod private;
mod read;
mod rows;
mod schema;
mod sqlite;
mod sums;

pub use copy::{backup, restore};
pub use group::{Engine, GroupCommit, PendingCommit};
pub use migrate::migrate;
pub use private::make_private;
pub use sqlite::{Sqlite, SqliteStore, StoreOptions};
