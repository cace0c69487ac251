//! The store of a data folder: journals, index and head file.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::store::StoreError;
use rusqlite::Connection;

use crate::checkpointer::Checkpointer;
use crate::copy;
use crate::group::GroupCommit;
use crate::index::{Index, IndexWriter};
use crate::journal_rows::{Wanted, hash_at, heads_of, select_entries};
use crate::key_pruning::{KeyPlace, KeyPruner, PruneStep, prune_step};
use crate::key_reader::KeyReader;
use crate::overlap::Overlapping;
use crate::pool::{ReadPool, open_reader, sqlite_readers};
use crate::row_id::row_id;
use crate::schema::JOURNAL_FILE;
use crate::sqlite::{Sqlite, StoreOptions};
use crate::upgrade::{MIGRATION_CHUNK, Migration};

/// Houses stored in a data folder: `journal.db`, `index.db` and `heads`.
///
/// The writer, the index and the readers have connections of their own. Nothing that reads waits for the writer.
pub struct SqliteStore {
    // The fields are dropped in this order: first the threads, and the writer's connection last, because only that can
    // move the log into the database.
    pub(crate) group: GroupCommit,
    _pruner: KeyPruner,
    _checkpointer: Checkpointer,
    _index_writer: IndexWriter,
    pub(crate) readers: Arc<ReadPool<Connection>>,
    pub(crate) engine: Arc<Mutex<Sqlite>>,
    pub(crate) index: Arc<Index>,
    folder: PathBuf,
    busy: Duration,
    // Closed after every connection: a process that closes a file loses its locks on it.
    _database: Arc<File>,
}

impl SqliteStore {
    /// Opens or creates the files of a folder. An older database is migrated first.
    ///
    /// # Errors
    /// When they cannot be opened, are damaged, or acknowledged entries are missing.
    pub fn open(folder: impl Into<PathBuf>, options: StoreOptions) -> Result<Self, StoreError> {
        let mut silent = |_| ControlFlow::Continue(());
        let migration = Migration { chunk: MIGRATION_CHUNK, report: &mut silent };
        Self::open_with(folder, options, migration)
    }

    /// Opens or creates the files of a folder, and reports the progress of a migration.
    ///
    /// # Errors
    /// When they cannot be opened, are damaged, acknowledged entries are missing, or the migration is interrupted.
    pub fn open_with(
        folder: impl Into<PathBuf>,
        options: StoreOptions,
        mut migration: Migration<'_>,
    ) -> Result<Self, StoreError> {
        let folder = folder.into();
        let path = folder.join(JOURNAL_FILE);
        let sqlite = Sqlite::open(&folder, options, &mut migration)?;
        let database = File::open(&path).map_err(|error| StoreError::Failed(error.to_string()))?;
        let database = Arc::new(database);
        let journal = open_reader(&path, options.busy)?;
        let index = Index::open(&folder, options.busy, |house, head| {
            Ok(hash_at(&journal, row_id(house, head.sequence)?)?.as_deref() == Some(&head.hash[..]))
        })?;
        let index = Arc::new(index);
        index.follow(&heads_of(&journal)?, Vec::new());
        let followed = Arc::clone(&index);
        sqlite.acknowledger().on_commit(Box::new(move |heads, entries| followed.follow(heads, entries)));
        let engine = Arc::new(Mutex::new(sqlite));
        let readers = Arc::new(sqlite_readers(&path, options.busy));
        let (read, write) = (Arc::clone(&readers), Arc::clone(&engine));
        Ok(Self {
            group: GroupCommit::start(Overlapping::start(Arc::clone(&engine))?)?,
            _pruner: KeyPruner::start(move |place, now| prune_step(&read, &write, place, now))?,
            _checkpointer: Checkpointer::start(&path, &database, options, &engine)?,
            _index_writer: IndexWriter::start(
                Arc::clone(&index),
                Box::new(move |house, from, to, most| {
                    select_entries(&journal, &Wanted { house, from, to, journal: None, most })
                }),
            )?,
            engine,
            readers,
            index,
            folder,
            busy: options.busy,
            _database: database,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A connection of its own for looking up keys.
    ///
    /// # Errors
    /// When the database cannot be opened.
    pub fn key_reader(&self) -> Result<KeyReader, StoreError> {
        Ok(KeyReader::new(open_reader(&self.folder.join(JOURNAL_FILE), self.busy)?))
    }

    /// The index: rounds, statements, ledger and paperwork for looking up.
    pub fn index(&self) -> &Arc<Index> {
        &self.index
    }

    /// Looks at the next keys after a place and removes those that are too old at `now`, in milliseconds since 1970. A
    /// thread of the store does this all the time.
    ///
    /// # Errors
    /// When they cannot be read or removed.
    pub fn prune_keys(&self, after: KeyPlace, now: i64) -> Result<PruneStep, StoreError> {
        prune_step(&self.readers, &self.engine, after, now)
    }

    pub(crate) fn engine(&self) -> MutexGuard<'_, Sqlite> {
        // A transaction of a thread that panicked has been rolled back.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the journals to another folder: one consistent picture, while the houses go on. See
    /// [`crate::backup_folder`].
    ///
    /// # Errors
    /// When they cannot be read or the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        copy::backup_folder(&self.folder, to)
    }

    /// Restores a backup to a new folder and opens it.
    ///
    /// # Errors
    /// When the backup is damaged, or the folder already has a journal.
    pub fn restore(from: &Path, to: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        copy::restore_folder(from, to)?;
        Self::open(to, options)
    }
}
