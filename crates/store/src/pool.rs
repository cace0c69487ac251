//! A small pool of connections that only read. Nothing that reads takes the writer's lock.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::store::StoreError;
use rusqlite::{Connection, OpenFlags};

use crate::error::failed;

/// The maximum number of connections per database.
pub const READERS_MAX: usize = 4;
/// The maximum time to wait for a connection.
pub const READER_WAIT: Duration = Duration::from_secs(5);

/// A pool of read-only connections to one database. They are opened when they are first needed.
pub(crate) struct ReadPool {
    path: PathBuf,
    busy: Duration,
    state: Mutex<PoolState>,
    released: Condvar,
}

#[derive(Default)]
struct PoolState {
    idle: Vec<Connection>,
    open: usize,
}

impl ReadPool {
    pub(crate) fn new(path: &Path, busy: Duration) -> Self {
        Self { path: path.to_owned(), busy, state: Mutex::default(), released: Condvar::new() }
    }

    /// A connection, which goes back into the pool when it is dropped.
    ///
    /// # Errors
    /// When all connections are in use for too long, or the database cannot be opened.
    pub(crate) fn get(&self) -> Result<PooledReader<'_>, StoreError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use = |state: &mut PoolState| state.idle.is_empty() && state.open == READERS_MAX;
        let waited = self.released.wait_timeout_while(state, READER_WAIT, in_use);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return Err(StoreError::Busy);
        }
        if let Some(connection) = state.idle.pop() {
            return Ok(PooledReader { pool: self, connection: Some(connection) });
        }
        state.open += 1;
        drop(state);
        let opened = open_reader(&self.path, self.busy);
        if opened.is_err() {
            self.lock().open -= 1;
            self.released.notify_one();
        }
        Ok(PooledReader { pool: self, connection: Some(opened?) })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PoolState> {
        // A reader that panicked has not changed anything.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a database for reading alone.
pub(crate) fn open_reader(path: &Path, busy: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(busy).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// A connection of a pool.
pub(crate) struct PooledReader<'p> {
    pool: &'p ReadPool,
    connection: Option<Connection>,
}

impl Deref for PooledReader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for PooledReader<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.idle.extend(self.connection.take());
        drop(state);
        self.pool.released.notify_one();
    }
}
