//! The store of a server.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::ledger::{Account, Location, Unit};
use croupier_house::store::{BalanceChange, Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};
use croupier_postgres::{ClaimOutcome, PostgresOptions, PostgresStore, PostgresTables};
use croupier_store::index::IndexWriter;
use croupier_store::{Index, JournalReader, Migration, SqliteStore, StoreOptions};

use super::key_lookup::KeyLookup;
use super::renewals::{OnLost, Renewals};

/// The pause before a lease is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// How much longer than a lease a start waits for a house that another node owns: an owner that lives renews its lease
/// several times meanwhile.
const WAIT_LEASES: u32 = 2;

/// The store of a server: the journals of its houses, and the index.
pub struct HouseStore {
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
    // Dropped in this order: first the threads.
    renewals: Renewals,
    _index_writer: IndexWriter,
    store: Arc<PostgresStore>,
    lease: Duration,
}

/// Why a house cannot be written from here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OwnedElsewhere {
    /// Another node owns it.
    Node {
        house: HouseId,
        node: String,
        /// Where it says that it is reached.
        address: Option<String>,
    },
    /// The database cannot be asked.
    Unknown(StoreError),
}

impl OwnedElsewhere {
    /// What is so, and what to do.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::Node { .. } => format!("{self}: stop that server first"),
            Self::Unknown(error) => error.to_string(),
        }
    }
}

impl fmt::Display for OwnedElsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node { house, node, address: None } => {
                write!(f, "house {} is served by node `{node}`", house.0)
            }
            Self::Node { house, node, address: Some(address) } => {
                write!(f, "house {} is served by node `{node}` at {address}", house.0)
            }
            Self::Unknown(error) => error.fmt(f),
        }
    }
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
        let store = SqliteStore::open_with(folder, options, migration)?;
        let index = Arc::clone(store.index());
        Ok(Self { journals: Journals::Folder(Box::new(store)), index })
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
        let lease = options.lease;
        let store = Arc::new(PostgresStore::open(address, options)?);
        let journals: Arc<dyn Store> = Arc::clone(&store) as Arc<dyn Store>;
        let (index, index_writer) = Index::open_beside(folder, busy, &journals)?;
        let followed = Arc::clone(&index);
        store.on_commit(move |heads, entries| followed.follow(heads, entries));
        let renewals = Renewals::start(&store, lease)?;
        let database = DatabaseJournals { renewals, _index_writer: index_writer, store, lease };
        Ok(Self { journals: Journals::Database(database), index })
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

    /// Claims a house, if it is not owned yet. The owner of a data folder owns all its houses.
    ///
    /// # Errors
    /// When another node owns it, or that cannot be found out.
    pub(crate) fn own(&self, house: HouseId) -> Result<(), OwnedElsewhere> {
        let Journals::Database(database) = &self.journals else { return Ok(()) };
        match database.store.claim(house).map_err(OwnedElsewhere::Unknown)? {
            ClaimOutcome::Owned(_) => {
                // Another node may have written to it before.
                let head = database.store.head(house).map_err(OwnedElsewhere::Unknown)?;
                self.index
                    .follow(&head.map(|head| (house, head)).into_iter().collect::<Vec<_>>(), Vec::new());
                Ok(())
            }
            ClaimOutcome::Held { owner, address, .. } => {
                Err(OwnedElsewhere::Node { house, node: owner, address })
            }
        }
    }

    /// Claims a house, and waits as long as its owner may have died.
    ///
    /// # Errors
    /// When its owner lives, or that cannot be found out.
    pub(crate) fn await_ownership(&self, house: HouseId) -> Result<(), OwnedElsewhere> {
        let Journals::Database(database) = &self.journals else { return Ok(()) };
        let until = Instant::now() + database.lease * WAIT_LEASES;
        let mut is_noted = false;
        loop {
            match self.own(house) {
                Err(held @ OwnedElsewhere::Node { .. }) if Instant::now() < until => {
                    if !std::mem::replace(&mut is_noted, true) {
                        tracing::info!(house = house.0, "{held}; waiting whether it renews its lease");
                    }
                    std::thread::sleep(LOOK_AGAIN);
                }
                owned => return owned,
            }
        }
    }

    /// Sets what happens when another node has taken a house over.
    pub(crate) fn on_lost(&self, house: HouseId, lost: OnLost) {
        if let Journals::Database(database) = &self.journals {
            database.renewals.on_lost(house, lost);
        }
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
            Journals::Database(database) => database.store.renew(house),
        }
    }

    /// Releases all houses, so that another node can claim them at once.
    pub(crate) fn release(&self) {
        let Journals::Database(database) = &self.journals else { return };
        database.renewals.stop();
        for (house, _) in database.store.owned() {
            if let Err(error) = database.store.release(house) {
                tracing::warn!(house = house.0, %error, "the lease is not released; others wait for its end");
            }
        }
    }
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
