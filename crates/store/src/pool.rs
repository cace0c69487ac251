//! A small pool of connections that only read. Nothing that reads takes the writer's lock. Every store uses it.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::store::StoreError;
use rusqlite::{Connection, OpenFlags};

use crate::error::failed;

/// The maximum number of connections per database.
pub const READERS_MAX: usize = 4;
/// The maximum time to wait for a connection.
pub const READER_WAIT: Duration = Duration::from_secs(5);

type Open<C> = Box<dyn Fn() -> Result<C, StoreError> + Send + Sync>;

/// A pool of connections to one database. They are opened when they are first needed.
pub struct ReadPool<C> {
    open: Open<C>,
    usable: fn(&C) -> bool,
    state: Mutex<PoolState<C>>,
    released: Condvar,
}

struct PoolState<C> {
    idle: Vec<C>,
    open: usize,
}

impl<C> ReadPool<C> {
    /// A pool whose connections are opened by `open`. One that is no longer `usable` is dropped and another one opened.
    pub fn new(
        open: impl Fn() -> Result<C, StoreError> + Send + Sync + 'static,
        usable: fn(&C) -> bool,
    ) -> Self {
        let state = Mutex::new(PoolState { idle: Vec::new(), open: 0 });
        Self { open: Box::new(open), usable, state, released: Condvar::new() }
    }

    /// A connection, which goes back into the pool when it is dropped.
    ///
    /// # Errors
    /// When all connections are in use for too long, or the database cannot be opened.
    pub fn get(&self) -> Result<PooledReader<'_, C>, StoreError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use = |state: &mut PoolState<C>| state.idle.is_empty() && state.open == READERS_MAX;
        let waited = self.released.wait_timeout_while(state, READER_WAIT, in_use);
        let (mut state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            return Err(StoreError::Busy);
        }
        while let Some(connection) = state.idle.pop() {
            if (self.usable)(&connection) {
                return Ok(PooledReader { pool: self, connection: Some(connection) });
            }
            state.open -= 1;
        }
        state.open += 1;
        drop(state);
        let opened = (self.open)();
        if opened.is_err() {
            self.lock().open -= 1;
            self.released.notify_one();
        }
        Ok(PooledReader { pool: self, connection: Some(opened?) })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PoolState<C>> {
        // A reader that panicked has not changed anything.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pool of read-only connections to an `SQLite` database.
pub(crate) fn sqlite_readers(path: &Path, busy: Duration) -> ReadPool<Connection> {
    let path = path.to_owned();
    ReadPool::new(move || open_reader(&path, busy), |_| true)
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
pub struct PooledReader<'p, C> {
    pool: &'p ReadPool<C>,
    connection: Option<C>,
}

impl<C> Deref for PooledReader<'_, C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.connection.as_ref().expect("it is there until it is dropped")
    }
}

impl<C> Drop for PooledReader<'_, C> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.idle.extend(self.connection.take());
        drop(state);
        self.pool.released.notify_one();
    }
}
