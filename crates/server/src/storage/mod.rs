//! The store of a server: the journals, and the index beside them.
//!
//! The journals lie in the data folder (SQLite, whose owner has locked the folder) or in a `PostgreSQL` database, where a
//! house is written only by the node that owns its lease. The index is a file of the data folder either way. It is a
//! cache: fed with what was just stored, complete to a stated sequence, and made again from the journals when it is
//! missing.

mod database_state;
mod demo_marks;
mod house_store;
mod key_lookup;
mod known_houses;
mod open;
mod tables;

pub(crate) use database_state::DatabaseState;
pub(crate) use demo_marks::{kind_of, mark_demo};
pub use house_store::HouseStore;
pub(crate) use key_lookup::KeyLookup;
pub(crate) use open::open_store;
pub(crate) use tables::{FileLog, TableRow, Tables, to_value, values};
