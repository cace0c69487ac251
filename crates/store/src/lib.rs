//! Storage of houses: an `SQLite` implementation of the storage trait, with group commit.
//!
//! [`SqliteStore`] stores the houses of a data folder in three files:
//! - `journal.db`: entries, heads, versions, balances and keys. One writer ([`GroupCommit`] and `append`), one
//!   sync for everything that has been submitted since the last one.
//! - `heads`: what each house has acknowledged ([`HeadFile`]), written and synced after the commit and before any
//!   answer, while the journal is synced for the next commands. A journal that lost its end is noticed by it.
//! - `index.db`: projections for looking up ([`Index`]), with a writer of their own. They can be made again.
//!
//! [`verify`] reads everything and names what is wrong; [`Repair`] makes again what follows from the entries. What both do
//! with the rows is the same for every store ([`check_rows`], [`rebuild`]). Every
//! database of the program uses [`migrate`], [`backup`] and [`restore`].

mod acknowledge;
mod background;
mod caches;
mod check;
mod checkpointer;
mod copy;
mod derived;
mod error;
mod findings;
mod folder_check;
mod group;
mod heads;
pub mod index;
mod journal_reader;
mod journal_rows;
mod key_pruning;
mod key_reader;
mod migrate;
mod overlap;
mod pool;
mod private;
mod read;
mod rebuild;
mod repair;
mod row_id;
mod rows;
mod schema;
mod sqlite;
mod store;
mod sums;
mod tree;
mod upgrade;
mod verify;
mod watch;
mod writer_thread;

pub use background::give_way;
pub use caches::remove_caches;
pub use check::TAIL_CHECKED;
pub use checkpointer::LOG_PAGES_MAX;
pub use copy::{backup, backup_folder, restore, restore_folder};
pub use derived::{JournalRows, RebuiltRows, each_entry};
pub use findings::{FINDINGS_MAX, Finding, HouseCheck, JournalPart};
pub use folder_check::verify;
pub use group::{Engine, GROUP_MAX, GroupCommit, OnCommitted, PendingCommit};
pub use heads::{HEAD_FILE, HeadFile};
pub use index::Index;
pub use journal_reader::JournalReader;
pub use journal_rows::accounts_of;
pub use key_pruning::{KEYS_PER_STEP, KeyPlace, KeyPruner, PruneStep};
pub use key_reader::{COMMAND_ENTRIES_MAX, KeyReader};
pub use migrate::migrate;
pub use overlap::UNACKNOWLEDGED_MAX;
pub use pool::{PooledReader, READER_WAIT, READERS_MAX, ReadPool};
pub use private::make_private;
pub use read::TAIL_SEARCHED;
pub use rebuild::rebuild;
pub use repair::Repair;
pub use row_id::SEQUENCE_MAX;
pub use rows::keys_in_order;
pub use schema::JOURNAL_FILE;
pub use sqlite::{Sqlite, StoreOptions};
pub use store::SqliteStore;
pub use sums::{BalanceUpdate, HeadUpdate, Sums, VersionUpdate};
pub use tree::{LogTree, LogTreeWriter, TREE_FILE};
pub use upgrade::{MIGRATION_CHUNK, Migration, MigrationProgress, MigrationStage};
pub use verify::check_rows;
pub use watch::watch;
pub use writer_thread::{SubmittedBatch, WriterThread};
