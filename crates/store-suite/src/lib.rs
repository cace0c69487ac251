//! What the tests of stores share: batches, a house that was played, the suite that every store must pass, and a
//! `PostgreSQL` server of a test's own. For tests and benchmarks only.

mod batches;
mod chunks;
mod every_store;
mod played;
mod postgres_server;

pub use batches::{batch, batch_at, entry_at};
pub use chunks::{ChunkedEntry, change_entries, change_entry, chunked_entries};
pub use every_store::{Pruned, keys_are_removed_after_thirty_days, suite};
pub use played::{PlayedHouse, house, played, randomness};
pub use postgres_server::PostgresServer;
