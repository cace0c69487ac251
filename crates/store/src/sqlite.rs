//! The `SQLite` engine: write-ahead log, full sync, one writer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::store::{Batch, StoreError};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::copy::{self, private};
use crate::error::failed;
use crate::group::{Engine, GroupCommit};
use crate::migrate::migrate;
use crate::rows::insert;
use crate::schema::STEPS;

/// Options for opening a database.
#[derive(Clone, Copy, Debug)]
pub struct StoreOptions {
    /// The maximum time to wait for another process.
    pub busy: Duration,
    /// The maximum number of pages of the file, to simulate a full disk; `None` is unlimited.
    pub pages_max: Option<u32>,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self { busy: Duration::from_secs(5), pages_max: None }
    }
}

/// Writes to an `SQLite` file.
pub struct Sqlite {
    connection: Connection,
}

impl Sqlite {
    /// Opens or creates a file, and migrates it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        private(path)?;
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(options.busy).map_err(failed)?;
        let mode: String =
            connection.query_row("pragma journal_mode = wal", [], |row| row.get(0)).map_err(failed)?;
        if mode != "wal" {
            return Err(StoreError::Failed(format!("the journal mode is {mode}, not wal")));
        }
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        connection.pragma_update(None, "wal_autocheckpoint", 4000).map_err(failed)?;
        if let Some(pages) = options.pages_max {
            connection.pragma_update(None, "max_page_count", pages).map_err(failed)?;
        }
        migrate(&mut connection, &STEPS)?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(Self { connection })
    }

    /// The synchronous mode; 2 means a full sync at every commit.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn synchronous(&self) -> Result<u8, StoreError> {
        self.connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(failed)
    }

    fn commit_all(&mut self, group: &[Batch]) -> Result<(), StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        insert(&transaction, group)?;
        transaction.commit().map_err(failed)
    }

    /// Stores the batches one by one, because one of the group cannot be stored: each succeeds or fails on its own.
    fn commit_each(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        let each = |engine: &mut Self| -> Result<Vec<Result<(), StoreError>>, StoreError> {
            let mut all = engine
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(failed)?;
            let mut results = Vec::with_capacity(group.len());
            for batch in group {
                let one = all.savepoint().map_err(failed)?;
                let stored = insert(&one, std::slice::from_ref(batch));
                match stored {
                    Ok(()) => one.commit().map_err(failed)?,
                    Err(_) => drop(one),
                }
                results.push(stored);
            }
            all.commit().map_err(failed)?;
            Ok(results)
        };
        each(self).unwrap_or_else(|error| vec![Err(error); group.len()])
    }
}

impl Engine for Sqlite {
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        match self.commit_all(group) {
            Ok(()) => vec![Ok(()); group.len()],
            Err(error @ (StoreError::Full | StoreError::Locked | StoreError::Damaged(_))) => {
                vec![Err(error); group.len()]
            }
            Err(error) if group.len() == 1 => vec![Err(error)],
            Err(_) => self.commit_each(group),
        }
    }
}

/// There is one writer at a time: the writer thread, or a thread that appends.
impl Engine for Arc<Mutex<Sqlite>> {
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        self.lock().unwrap_or_else(PoisonError::into_inner).commit(group)
    }
}

/// Houses stored in an `SQLite` file.
pub struct SqliteStore {
    pub(crate) engine: Arc<Mutex<Sqlite>>,
    pub(crate) group: GroupCommit,
    pub(crate) reader: Mutex<Connection>,
    path: PathBuf,
}

impl SqliteStore {
    /// Opens or creates a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: impl Into<PathBuf>, options: StoreOptions) -> Result<Self, StoreError> {
        let path = path.into();
        let engine = Arc::new(Mutex::new(Sqlite::open(&path, options)?));
        let reader = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
        reader.busy_timeout(options.busy).map_err(failed)?;
        let group = GroupCommit::start(Arc::clone(&engine))?;
        Ok(Self { engine, group, reader: Mutex::new(reader), path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the database to another file. The database may be in use meanwhile.
    ///
    /// # Errors
    /// When it cannot be read or the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        copy::backup(&self.reader(), to)
    }

    /// Restores a backup to a new file and opens it.
    ///
    /// # Errors
    /// When the backup is damaged, or the file already exists.
    pub fn restore(from: &Path, to: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        copy::restore(from, to)?;
        Self::open(to, options)
    }
}
