//! The `SQLite` engine: write-ahead log, full sync, one writer, and the head file.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, HouseHead, StoreError};
use rusqlite::hooks::Wal;
use rusqlite::{Connection, TransactionBehavior};
use rustc_hash::FxHashMap;

use crate::acknowledge::{Acknowledger, Written};
use crate::check::check_at_open;
use crate::copy::private;
use crate::error::failed;
use crate::group::{Engine, OnCommitted};
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

/// Writes to the journals of a data folder.
pub struct Sqlite {
    connection: Connection,
    acknowledger: Arc<Acknowledger>,
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
        Ok(Self { connection, acknowledger: Arc::new(Acknowledger::new(heads)) })
    }

    /// What acknowledges the groups that are in the journal.
    pub(crate) fn acknowledger(&self) -> Arc<Acknowledger> {
        Arc::clone(&self.acknowledger)
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

    /// Writes the head file again after it could not be written.
    fn recover_heads(&self) -> Result<(), StoreError> {
        if self.acknowledger.has_failed() {
            self.acknowledger.write(&heads_of(&self.connection)?)?;
        }
        Ok(())
    }

    /// Writes a group to the journal, and returns when it is on disk there. It is not acknowledged yet.
    pub(crate) fn write(&mut self, group: Vec<Batch>) -> Written {
        let committed = self.recover_heads().and_then(|()| self.commit_group(&group));
        let failed = |error| Committed { results: vec![Err(error); group.len()], heads: Vec::new() };
        let Committed { results, heads } = committed.unwrap_or_else(failed);
        Written { group, results, heads }
    }

    /// Stores a batch, and returns when it is on disk and acknowledged.
    pub(crate) fn append(&mut self, batch: Batch) -> Result<(), StoreError> {
        let written = self.write(vec![batch]);
        self.acknowledger.acknowledge(written).pop().unwrap_or(Ok(()))
    }
}

/// What became of a group.
struct Committed {
    results: Vec<Result<(), StoreError>>,
    heads: Vec<(HouseId, HouseHead)>,
}

/// Both syncs one after the other, on the thread that calls.
impl Engine for Sqlite {
    fn commit(&mut self, group: Vec<Batch>, done: OnCommitted) {
        let written = self.write(group);
        done(self.acknowledger.acknowledge(written));
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
