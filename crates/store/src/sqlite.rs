//! `SQLite`: write-ahead log, full sync, one writer.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::store::{Batch, StoreError};
use rusqlite::{Connection, ErrorCode, OpenFlags, backup::Backup};

use crate::group::{Engine, Group};
use crate::private::keep_private;
use crate::rows::keep;
use crate::schema::migrate;

/// How a database is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long another process is waited for.
    pub busy: Duration,
    /// The most pages the file may have, as a full disk would have it; without, as many as there is room for.
    pub pages_max: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { busy: Duration::from_secs(5), pages_max: None }
    }
}

/// The engine that writes to an `SQLite` file.
pub struct Sqlite {
    connection: Connection,
}

/// What an error of `SQLite` means to a house.
#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}

fn private(path: &Path) -> Result<(), StoreError> {
    keep_private(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))
}

impl Sqlite {
    /// Opens a file, or makes one, and brings its tables up to date.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(path: &Path, options: Options) -> Result<Self, StoreError> {
        private(path)?;
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(options.busy).map_err(failed)?;
        let mode: String =
            connection.query_row("pragma journal_mode = wal", [], |row| row.get(0)).map_err(failed)?;
        if mode != "wal" {
            return Err(StoreError::Failed(format!("the journal mode is {mode} and not wal")));
        }
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        connection.pragma_update(None, "wal_autocheckpoint", 4000).map_err(failed)?;
        if let Some(pages) = options.pages_max {
            connection.pragma_update(None, "max_page_count", pages).map_err(failed)?;
        }
        migrate(&mut connection)?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(Self { connection })
    }

    /// How it syncs: 2 is in full, at every commit.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn synchronous(&self) -> Result<u8, StoreError> {
        self.connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(failed)
    }

    fn commit_all(&mut self, group: &[Batch]) -> Result<(), StoreError> {
        let transaction = self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(failed)?;
        keep(&transaction, group)?;
        transaction.commit().map_err(failed)
    }

    /// One after another, because one of the group cannot be kept: each stands or falls alone.
    fn commit_each(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        let each = |engine: &mut Self| -> Result<Vec<Result<(), StoreError>>, StoreError> {
            let mut all = engine
                .connection
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
                .map_err(failed)?;
            let mut results = Vec::with_capacity(group.len());
            for batch in group {
                let one = all.savepoint().map_err(failed)?;
                let kept = keep(&one, std::slice::from_ref(batch));
                match kept {
                    Ok(()) => one.commit().map_err(failed)?,
                    Err(_) => drop(one),
                }
                results.push(kept);
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

/// One writer at a time: the thread of a group, or whoever appends.
impl Engine for Arc<Mutex<Sqlite>> {
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        self.lock().unwrap_or_else(PoisonError::into_inner).commit(group)
    }
}

/// A house kept in an `SQLite` file.
pub struct SqliteStore {
    pub(crate) engine: Arc<Mutex<Sqlite>>,
    pub(crate) group: Group,
    pub(crate) reader: Mutex<Connection>,
    path: PathBuf,
}

impl SqliteStore {
    /// Opens a file, or makes one.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn open(path: impl Into<PathBuf>, options: Options) -> Result<Self, StoreError> {
        let path = path.into();
        let engine = Arc::new(Mutex::new(Sqlite::open(&path, options)?));
        let reader = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
        reader.busy_timeout(options.busy).map_err(failed)?;
        let group = Group::start(Arc::clone(&engine))?;
        Ok(Self { engine, group, reader: Mutex::new(reader), path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the database to another file while it is in use.
    ///
    /// # Errors
    /// When it cannot be read or the copy cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let reader = self.reader();
        private(to)?;
        let mut copy = Connection::open(to).map_err(failed)?;
        let backup = Backup::new(&reader, &mut copy).map_err(failed)?;
        backup.run_to_completion(1024, Duration::ZERO, None).map_err(failed)
    }

    /// Brings a copy back as a new file, and looks whether it is whole.
    ///
    /// # Errors
    /// When the copy is damaged, or the file is there already.
    pub fn restore(from: &Path, to: &Path, options: Options) -> Result<Self, StoreError> {
        if to.exists() {
            return Err(StoreError::Failed(format!("{} is there already", to.display())));
        }
        let copy = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        let whole: String = copy.query_row("pragma integrity_check", [], |row| row.get(0)).map_err(failed)?;
        if whole != "ok" {
            return Err(StoreError::Damaged(whole));
        }
        private(to)?;
        let mut file = Connection::open(to).map_err(failed)?;
        let backup = Backup::new(&copy, &mut file).map_err(failed)?;
        backup.run_to_completion(1024, Duration::ZERO, None).map_err(failed)?;
        drop(backup);
        drop(file);
        Self::open(to, options)
    }
}
