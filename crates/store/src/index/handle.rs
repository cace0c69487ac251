//! The index of a data folder: its file, how far it is, and the connections that read it.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use croupier_house::ids::{HouseId, PersonId};
use croupier_house::store::{HouseHead, StoreError, StoredEntry};
use rusqlite::{Connection, OptionalExtension, Row};
use rustc_hash::FxHashSet;

use super::ended_round::EndedRound;
use super::handed::Handed;
use super::progress::Progress;
use super::tables::{TABLES, VERSION};
use crate::copy::private;
use crate::error::failed;
use crate::pool::{PooledReader, ReadPool, sqlite_readers};
use crate::private::remove_database;

/// The name of the file in a data folder.
pub const INDEX_FILE: &str = "index.db";

/// The maximum number of rows of a page.
pub const PAGE_MAX: usize = 500;

/// What is called with the entries of a house that were just projected, in the memory in which they were stored.
pub type OnProjected = Box<dyn Fn(HouseId, &[Vec<StoredEntry>]) + Send + Sync>;

/// The index of a data folder.
pub struct Index {
    readers: ReadPool<Connection>,
    writer: Mutex<Connection>,
    pub(super) progress: Progress,
    /// Entries that were just stored.
    pub(super) handed: Handed,
    /// Results of rounds that are not written yet.
    pub(super) results: Mutex<Vec<EndedRound>>,
    /// The houses whose figures are not continued, because results were lost on the way.
    pub(super) missed: Mutex<FxHashSet<HouseId>>,
    /// Who else follows the entries.
    pub(super) on_projected: OnceLock<OnProjected>,
}

impl Index {
    /// Opens or creates the file. A file of another version is thrown away, and so is one that is not about this
    /// journal: `is_ours` says whether a house has this entry.
    pub(crate) fn open(
        folder: &Path,
        busy: Duration,
        is_ours: impl Fn(HouseId, &HouseHead) -> Result<bool, StoreError>,
    ) -> Result<Self, StoreError> {
        let path = folder.join(INDEX_FILE);
        let mut writer = open_file(&path, busy)?;
        if !is_usable(&writer, is_ours)? {
            drop(writer);
            remove_database(folder, INDEX_FILE)?;
            writer = open_file(&path, busy)?;
        }
        let version: i64 =
            writer.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version == 0 {
            let transaction = writer.transaction().map_err(failed)?;
            transaction.execute_batch(TABLES).map_err(failed)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(failed)?;
            transaction.commit().map_err(failed)?;
        }
        let progress = Progress::default();
        for (house, head) in heads(&writer)? {
            progress.set_indexed(house, head.sequence);
        }
        let readers = sqlite_readers(&path, busy);
        let (writer, handed, results) = (Mutex::new(writer), Handed::default(), Mutex::default());
        let (missed, on_projected) = (Mutex::default(), OnceLock::new());
        Ok(Self { readers, writer, progress, handed, results, missed, on_projected })
    }

    /// Calls `then` with all entries that are projected from now on, on the index's own thread. Only one can follow.
    ///
    /// # Errors
    /// When somebody follows already.
    pub fn on_projected(&self, then: OnProjected) -> Result<(), StoreError> {
        let set = self.on_projected.set(then);
        set.map_err(|_| StoreError::Failed("something else follows the index already".to_owned()))
    }

    /// The sequence to which the index of a house is complete.
    pub fn indexed_to(&self, house: HouseId) -> u64 {
        self.progress.indexed_to(house)
    }

    /// Waits until the index of a house is complete to a sequence.
    ///
    /// # Errors
    /// [`StoreError::Behind`] when the time is over, or the fault why the index of this house cannot go on.
    pub fn wait_for(&self, house: HouseId, sequence: u64, timeout: Duration) -> Result<(), StoreError> {
        self.progress.wait_for(house, sequence, timeout)
    }

    /// Why the index of a house cannot go on; `None` when it can.
    pub fn fault(&self, house: HouseId) -> Option<StoreError> {
        self.progress.fault(house)
    }

    pub(super) fn reader(&self) -> Result<PooledReader<'_, Connection>, StoreError> {
        self.readers.get()
    }

    /// The connection that writes. The index's own thread and snapshots use it; no request does.
    pub(super) fn writer(&self) -> MutexGuard<'_, Connection> {
        // A transaction of a thread that panicked has been rolled back.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows of a query, at most a page of them.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        of: impl rusqlite::Params,
        each: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let reader = self.reader()?;
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        let rows = select.query_map(of, each).map_err(failed)?;
        rows.map(|row| row.map_err(failed)).collect()
    }

    /// What the rows of a query contain, each any number of things, until there is a page.
    pub(super) fn gathered<T>(
        &self,
        sql: &str,
        of: impl rusqlite::Params,
        limit: usize,
        mut add: impl FnMut(&Row<'_>, &mut Vec<T>) -> Result<(), StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let (reader, limit) = (self.reader()?, limit.min(PAGE_MAX));
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        let mut rows = select.query(of).map_err(failed)?;
        let mut found = Vec::new();
        while found.len() < limit
            && let Some(row) = rows.next().map_err(failed)?
        {
            add(row, &mut found)?;
        }
        found.truncate(limit);
        Ok(found)
    }

    /// The row of a query.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        of: impl rusqlite::Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let reader = self.reader()?;
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        select.query_row(of, read).optional().map_err(failed)
    }
}

/// The limit of a page.
pub(super) fn page(limit: usize) -> i64 {
    at_most(limit.min(PAGE_MAX))
}

/// A bound of rows as an integer of the database.
pub(super) fn at_most(rows: usize) -> i64 {
    i64::try_from(rows).expect("a bound is far below what an integer holds")
}

/// A sequence, version or round as an integer of the database. What is too large is behind every row.
pub(super) fn number(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

/// House and person in one number.
pub(super) const fn person_key(house: HouseId, person: PersonId) -> i64 {
    (house.0 as i64) << 32 | person.0 as i64
}

/// A value that is stored as its place in a list.
pub(super) fn listed<T: Copy>(row: &Row<'_>, column: usize, all: &[T]) -> rusqlite::Result<T> {
    let place: i64 = row.get(column)?;
    let found = usize::try_from(place).ok().and_then(|place| all.get(place));
    found.copied().ok_or(rusqlite::Error::IntegralValueOutOfRange(column, place))
}

/// The place of a value in a list.
pub(super) fn place_in<T: PartialEq>(all: &[T], one: &T) -> Result<i64, StoreError> {
    let place = all.iter().position(|known| known == one).and_then(|place| i64::try_from(place).ok());
    place.ok_or_else(|| StoreError::Failed("the index does not know this kind of thing".to_owned()))
}

fn open_file(path: &Path, busy: Duration) -> Result<Connection, StoreError> {
    private(path)?;
    let connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(busy).map_err(failed)?;
    let mode: Result<String, _> = connection.query_row("pragma journal_mode = wal", [], |row| row.get(0));
    mode.map_err(failed)?;
    // The index can be made again: it must be consistent after a crash, not complete.
    connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
    connection.pragma_update(None, "wal_autocheckpoint", 4000).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn is_usable(
    writer: &Connection,
    is_ours: impl Fn(HouseId, &HouseHead) -> Result<bool, StoreError>,
) -> Result<bool, StoreError> {
    let version: i64 = writer.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    match version {
        0 => return Ok(true),
        VERSION => {}
        _ => return Ok(false),
    }
    let missed: i64 =
        writer.query_row("select count(*) from plays_missed", [], |row| row.get(0)).map_err(failed)?;
    if missed > 0 {
        return Ok(false);
    }
    for (house, head) in heads(writer)? {
        if !is_ours(house, &head)? {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) fn heads(at: &Connection) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
    let mut select = at.prepare("select house, sequence, hash from progress").map_err(failed)?;
    let row = |row: &Row<'_>| -> rusqlite::Result<(u16, i64, [u8; 32])> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    };
    let rows = select.query_map([], row).map_err(failed)?;
    rows.map(|row| {
        let (house, sequence, hash) = row.map_err(failed)?;
        Ok((HouseId(house), HouseHead { sequence: sequence.cast_unsigned(), hash }))
    })
    .collect()
}
