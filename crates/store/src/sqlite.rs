//! The `SQLite` engine: write-ahead log, full sync, one writer, and the head file.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, HouseHead, StoreError, StoredEntry};
use rusqlite::hooks::Wal;
use rusqlite::{Connection, TransactionBehavior};
use rustc_hash::FxHashMap;

use crate::check::check_at_open;
use crate::copy::private;
use crate::error::failed;
use crate::group::Engine;
use crate::heads::HeadFile;
use crate::journal_rows::heads_of;
use crate::rows::insert;
use crate::schema::JOURNAL_FILE;
use crate::upgrade::{Migration, upgrade};

/// The number of pages of the write-ahead log from which it is moved into the database: 32 MiB. Moving it syncs the
/// database, for which the commits of that moment wait; a longer log would take longer to read after a crash.
pub(crate) const LOG_PAGES_FROM: u32 = 8_000;

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

/// Called after every commit with the new heads and with what was stored.
pub(crate) type OnCommit = Box<dyn Fn(&[(HouseId, HouseHead)], Vec<Vec<StoredEntry>>) + Send>;

/// Writes to the journals of a data folder.
pub struct Sqlite {
    connection: Connection,
    heads: HeadFile,
    /// Whether the head file could not be written after a commit: it is written before anything else is.
    heads_failed: bool,
    committed: Option<OnCommit>,
}

impl Sqlite {
    /// Opens or creates the journals of a folder, migrates them, and checks them cheaply.
    ///
    /// # Errors
    /// When they cannot be opened, are damaged, or acknowledged entries are missing.
    pub fn open(
        folder: &Path,
        options: StoreOptions,
        migration: &mut Migration<'_>,
    ) -> Result<Self, StoreError> {
        let path = folder.join(JOURNAL_FILE);
        private(&path)?;
        let mut connection = open_writer(&path, options)?;
        upgrade(&mut connection, folder, now_ms(), migration)?;
        let heads = check_at_open(&connection, folder)?;
        Ok(Self { connection, heads, heads_failed: false, committed: None })
    }

    /// Calls `committed` after every commit from now on.
    pub(crate) fn on_commit(&mut self, committed: OnCommit) {
        self.committed = Some(committed);
    }

    /// Calls `filled` after every commit with the number of pages of the log, instead of moving a long log into the
    /// database. Where `filled` says so, the commit moves it nevertheless.
    pub(crate) fn on_log(&mut self, filled: impl Fn(u32) -> bool + Send + 'static) -> Result<(), StoreError> {
        let hook = move |log: &mut Wal, pages| {
            // The entries are stored; a log that cannot be moved now is moved later.
            if filled(u32::try_from(pages).expect("a number of pages")) {
                let _ = log.checkpoint();
            }
            Ok(())
        };
        self.connection.wal_hook(Some(hook)).map_err(failed)
    }

    /// The connection, for rare writes that are no commits of commands.
    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// The synchronous mode; 2 means a full sync at every commit.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn synchronous(&self) -> Result<u8, StoreError> {
        self.connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(failed)
    }

    fn commit_all(&mut self, group: &[Batch]) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let heads = insert(&transaction, group)?;
        transaction.commit().map_err(failed)?;
        Ok(heads)
    }

    /// Stores the batches one by one, because one of the group cannot be stored: each succeeds or fails on its own.
    fn commit_each(&mut self, group: &[Batch]) -> Result<Committed, StoreError> {
        let mut all =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let mut results = Vec::with_capacity(group.len());
        let mut heads = FxHashMap::default();
        for batch in group {
            let one = all.savepoint().map_err(failed)?;
            let stored = insert(&one, std::slice::from_ref(batch));
            match &stored {
                Ok(moved) => {
                    one.commit().map_err(failed)?;
                    heads.extend(moved.iter().copied());
                }
                Err(_) => drop(one),
            }
            results.push(stored.map(drop));
        }
        all.commit().map_err(failed)?;
        Ok(Committed { results, heads: heads.into_iter().collect() })
    }

    fn commit_group(&mut self, group: &[Batch]) -> Result<Committed, StoreError> {
        match self.commit_all(group) {
            Ok(heads) => Ok(Committed { results: vec![Ok(()); group.len()], heads }),
            Err(error @ (StoreError::Full | StoreError::Locked | StoreError::Damaged(_))) => Err(error),
            Err(error) if group.len() == 1 => Err(error),
            Err(_) => self.commit_each(group),
        }
    }

    /// Writes the new heads to the head file, before anybody is answered. If that fails, the entries are in the
    /// journal but nothing is acknowledged: whoever wrote them must read the journal again.
    fn write_heads(&mut self, heads: &[(HouseId, HouseHead)]) -> Result<(), StoreError> {
        let written = self.heads.write(heads);
        self.heads_failed = written.is_err();
        written
    }

    /// Passes on what is in the journal now, whether it is acknowledged or not.
    fn pass_on(&self, group: Vec<Batch>, done: &Committed) {
        let Some(committed) = self.committed.as_ref().filter(|_| !done.heads.is_empty()) else { return };
        let stored = group.into_iter().zip(&done.results).filter(|(_, result)| result.is_ok());
        committed(&done.heads, stored.map(|(batch, _)| batch.entries).collect());
    }

    /// Writes the head file again after it could not be written.
    fn recover_heads(&mut self) -> Result<(), StoreError> {
        if self.heads_failed {
            let heads = heads_of(&self.connection)?;
            self.heads.write(&heads)?;
            self.heads_failed = false;
        }
        Ok(())
    }
}

/// What became of a group.
struct Committed {
    results: Vec<Result<(), StoreError>>,
    heads: Vec<(HouseId, HouseHead)>,
}

impl Engine for Sqlite {
    fn commit(&mut self, group: Vec<Batch>) -> Vec<Result<(), StoreError>> {
        let count = group.len();
        let committed = self.recover_heads().and_then(|()| self.commit_group(&group));
        let written = committed.and_then(|done| {
            let written = self.write_heads(&done.heads);
            self.pass_on(group, &done);
            written.map(|()| done.results)
        });
        written.unwrap_or_else(|error| vec![Err(error); count])
    }
}

/// There is one writer at a time: the writer thread, or a thread that appends.
impl Engine for Arc<Mutex<Sqlite>> {
    fn commit(&mut self, group: Vec<Batch>) -> Vec<Result<(), StoreError>> {
        self.lock().unwrap_or_else(PoisonError::into_inner).commit(group)
    }
}

/// Opens a database for writing: write-ahead log, a full sync at every commit.
pub(crate) fn open_writer(path: &Path, options: StoreOptions) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(options.busy).map_err(failed)?;
    let mode: String =
        connection.query_row("pragma journal_mode = wal", [], |row| row.get(0)).map_err(failed)?;
    if mode != "wal" {
        return Err(StoreError::Failed(format!("the journal mode is {mode}, not wal")));
    }
    connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES_FROM).map_err(failed)?;
    if let Some(pages) = options.pages_max {
        connection.pragma_update(None, "max_page_count", pages).map_err(failed)?;
    }
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
