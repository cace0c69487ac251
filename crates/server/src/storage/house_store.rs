//! The store of a server.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};
use croupier_postgres::{PostgresOptions, PostgresStore, PostgresTables};
use croupier_store::index::IndexWriter;
use croupier_store::{Index, JournalReader, LogTree, LogTreeWriter, Migration, SqliteStore, StoreOptions};

use super::key_lookup::KeyLookup;
use super::known_houses::check_known_houses;

/// The store of a server: the journals of its houses, the index, and the trees of their transparency logs.
pub struct HouseStore {
    // Dropped first: its thread reads the journals.
    _tree_writer: LogTreeWriter,
    tree: Arc<LogTree>,
    journals: Journals,
    index: Arc<Index>,
}

/// Where the journals are.
enum Journals {
    /// In the data folder.
    Folder(Box<SqliteStore>),
    /// In a database.
    Database(DatabaseJournals),
}

/// Journals in a database.
struct DatabaseJournals {
    // Dropped in this order: first the thread.
    _index_writer: IndexWriter,
    store: Arc<PostgresStore>,
}

impl HouseStore {
    /// Opens the store of a data folder.
    ///
    /// # Errors
    /// As [`SqliteStore::open_with`].
    pub(crate) fn open_folder(
        folder: &Path,
        options: StoreOptions,
        migration: Migration<'_>,
    ) -> Result<Self, StoreError> {
        let busy = options.busy;
        let store = SqliteStore::open_with(folder, options, migration)?;
        let index = Arc::clone(store.index());
        let reader: Arc<dyn Store> = Arc::new(JournalReader::open(folder)?);
        let (tree, tree_writer) = open_tree(folder, busy, reader, &index)?;
        let journals = Journals::Folder(Box::new(store));
        Ok(Self { _tree_writer: tree_writer, tree, journals, index })
    }

    /// Opens a store in a database, with its index in a folder. It owns no house yet.
    ///
    /// # Errors
    /// When the database or the index cannot be opened.
    pub(crate) fn open_database(
        folder: &Path,
        busy: Duration,
        address: &str,
        options: PostgresOptions,
    ) -> Result<Self, StoreError> {
        let store = Arc::new(PostgresStore::open(address, options)?);
        check_known_houses(folder, &store)?;
        let journals: Arc<dyn Store> = Arc::clone(&store) as Arc<dyn Store>;
        let (index, index_writer) = Index::open_beside(folder, busy, &journals)?;
        let followed = Arc::clone(&index);
        store.on_commit(move |heads, entries| followed.follow(heads, entries));
        let (tree, tree_writer) = open_tree(folder, busy, journals, &index)?;
        let database = DatabaseJournals { _index_writer: index_writer, store };
        Ok(Self { _tree_writer: tree_writer, tree, journals: Journals::Database(database), index })
    }

    fn journals(&self) -> &dyn Store {
        match &self.journals {
            Journals::Folder(store) => &**store,
            Journals::Database(database) => &*database.store,
        }
    }

    /// The index: rounds, statements, ledger and paperwork for looking up.
    pub const fn index(&self) -> &Arc<Index> {
        &self.index
    }

    /// The trees of the houses' transparency logs.
    pub const fn tree(&self) -> &Arc<LogTree> {
        &self.tree
    }

    /// The tables for accounts and checkpoints in the database that has the journals; `None` for a data folder, which has
    /// files for them.
    pub(crate) fn tables(&self) -> Option<PostgresTables> {
        match &self.journals {
            Journals::Folder(_) => None,
            Journals::Database(database) => Some(database.store.tables()),
        }
    }

    /// What looks up the keys of commands, on a connection of its own where that matters.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn key_lookup(&self) -> Result<KeyLookup, StoreError> {
        Ok(match &self.journals {
            Journals::Folder(store) => KeyLookup::Folder(store.key_reader()?),
            Journals::Database(database) => KeyLookup::Database(Arc::clone(&database.store)),
        })
    }

    /// The journals for work in the background, on a connection of its own where that matters.
    ///
    /// # Errors
    /// When they cannot be opened.
    pub(crate) fn background_reader(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match &self.journals {
            Journals::Folder(store) => Arc::new(JournalReader::open(store.folder())?),
            Journals::Database(database) => Arc::clone(&database.store) as Arc<dyn Store>,
        })
    }

    /// Tests whether a house can be written, without changing anything.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn probe(&self, house: HouseId) -> Result<(), StoreError> {
        match &self.journals {
            Journals::Folder(store) => {
                let account = Account { house, unit: Unit::Cash, location: Location::Cage };
                let penny = |by| BalanceChange { account, by, may_overdraw: true };
                store.append(Batch { changes: vec![penny(1), penny(-1)], ..Batch::default() })
            }
            // The node that drives the house knows.
            Journals::Database(_) => Ok(()),
        }
    }

    /// The store in the database that has the journals; `None` for a data folder.
    pub(crate) fn database(&self) -> Option<&Arc<PostgresStore>> {
        match &self.journals {
            Journals::Folder(_) => None,
            Journals::Database(database) => Some(&database.store),
        }
    }
}

/// Opens the trees of a folder. They get the entries that the index has just projected.
fn open_tree(
    folder: &Path,
    busy: Duration,
    journals: Arc<dyn Store>,
    index: &Index,
) -> Result<(Arc<LogTree>, LogTreeWriter), StoreError> {
    let (tree, writer) = LogTree::open(folder, busy, journals)?;
    let followed = Arc::clone(&tree);
    index.on_projected(Box::new(move |house, groups| followed.follow(house, groups)))?;
    Ok((tree, writer))
}

impl Store for HouseStore {
    fn submit(&self, batch: Batch, done: OnStored) {
        self.journals().submit(batch, done);
    }

    fn append(&self, batch: Batch) -> Result<(), StoreError> {
        self.journals().append(batch)
    }

    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        self.journals().houses()
    }

    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        self.journals().head(house)
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.journals().version(stream)
    }

    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        self.journals().entries(house, from_sequence, most)
    }

    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.journals().read(stream, from_version, most)
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        self.journals().balances(house)
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        self.journals().find_key(key)
    }

    /// Snapshots lie beside the index, because a house that is opened from one needs what the index has up to it.
    fn put_snapshot(&self, house: HouseId, sequence: u64, bytes: &[u8]) -> Result<(), StoreError> {
        self.index.put_snapshot(house, sequence, bytes)
    }

    fn snapshot(&self, house: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let head = self.head(house)?.unwrap_or_default().sequence;
        self.index.snapshot(house, head)
    }
}
