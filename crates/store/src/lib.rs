//! Storage of houses: `SQLite` behind the storage trait of the house, with group commit.
//!
//! [`SqliteStore`] stores houses in one file. Its [`GroupCommit`] is the writer thread: it takes everything that has been
//! submitted since the last sync, has an [`Engine`] write it, and only then reports. [`migrate`], [`backup`] and
//! [`restore`] serve every database of the program.

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
