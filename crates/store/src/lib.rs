//! Where houses are kept: `SQLite` behind the storage trait of the house, many commands to one sync.
//!
//! [`Group`] is the one writer: a thread that takes whatever has come in since the last sync, has its [`Engine`] put it
//! on disk, and only then tells those who wait. [`Sqlite`] is the engine that keeps it.

mod group;
mod private;
mod read;
mod rows;
mod schema;
mod sqlite;
mod sums;

pub use group::{Engine, Group};
pub use private::keep_private;
pub use sqlite::{Options, Sqlite, SqliteStore};
