//! Reading stored data.

use std::sync::{MutexGuard, PoisonError};

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Batch, OnStored, Store, StoreError, StoredEntry};
use rusqlite::{Connection, OptionalExtension, Row};

use crate::error::failed;
use crate::group::Engine;
use crate::sqlite::SqliteStore;

impl SqliteStore {
    pub(crate) fn reader(&self) -> MutexGuard<'_, Connection> {
        // A reader that panicked has not changed anything.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Option<StoredEntry>> {
    let (stream, version): (i64, i64) = (row.get(0)?, row.get(1)?);
    let hash: Vec<u8> = row.get(2)?;
    let bytes: Vec<u8> = row.get(3)?;
    let sequence = row.get::<_, i64>(4)?.cast_unsigned();
    let parts = StreamId::numbered(stream).zip(hash.try_into().ok());
    let version = version.cast_unsigned();
    Ok(parts.map(|(stream, hash)| StoredEntry { stream, version, sequence, bytes, hash }))
}

fn damaged() -> StoreError {
    StoreError::Damaged("an entry has no valid journal or hash".to_owned())
}

impl Store for SqliteStore {
    fn submit(&self, batch: Batch, done: OnStored) {
        self.group.submit(batch, done);
    }

    /// Writes on the calling thread, which avoids waking another thread.
    fn append(&self, batch: Batch) -> Result<(), StoreError> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.commit(std::slice::from_ref(&batch)).pop().unwrap_or(Ok(()))
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        let reader = self.reader();
        let mut select = reader.prepare_cached("select ver from streams where id = ?").map_err(failed)?;
        let version: Option<i64> =
            select.query_row([stream.number()], |row| row.get(0)).optional().map_err(failed)?;
        Ok(version.unwrap_or(0).cast_unsigned())
    }

    fn read(&self, stream: StreamId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let reader = self.reader();
        let sql = "select stream, ver, hash, body, (select count(*) from events as earlier
                       where earlier.id <= events.id and earlier.stream >> 16 = events.stream >> 16) from events
                   where id >= coalesce((select max(event) from marks where stream = ?1 and ver <= ?2), 0)
                   and stream = ?1 and ver >= ?2 order by id limit ?3";
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows =
            select.query_map((stream.number(), from.max(1).cast_signed(), most), entry).map_err(failed)?;
        rows.map(|row| row.map_err(failed)?.ok_or_else(damaged)).collect()
    }

    fn read_all(
        &self,
        house: HouseId,
        each: &mut dyn FnMut(StoredEntry) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let reader = self.reader();
        let sql = "select stream, ver, hash, body, row_number() over (order by id) from events
                   where stream >> 16 = ? order by id";
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        let mut rows = select.query([house.0]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            each(entry(row).map_err(failed)?.ok_or_else(damaged)?)?;
        }
        Ok(())
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        let reader = self.reader();
        let sql = "select account, minor from balances where (account >> 54) & 1023 = ? and minor <> 0 order by account";
        let mut select = reader.prepare_cached(sql).map_err(failed)?;
        let rows = select.query_map([house.0], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
        rows.map(|row| row.map_err(failed)).collect()
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        let reader = self.reader();
        let mut select = reader
            .prepare_cached("select digest, stream, first, last from keys where key = ?")
            .map_err(failed)?;
        let row = |row: &Row<'_>| -> rusqlite::Result<(i64, i64, i64, i64)> {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        };
        let found = select.query_row([&key.0.to_be_bytes()[..]], row).optional().map_err(failed)?;
        drop(select);
        drop(reader);
        let Some((digest, stream, from, to)) = found else { return Ok(None) };
        let stream = StreamId::numbered(stream).ok_or_else(damaged)?;
        let last = self.read(stream, to.cast_unsigned(), 1)?.pop().ok_or_else(damaged)?;
        let (from, to) = (from.cast_unsigned(), to.cast_unsigned());
        Ok(Some((digest.cast_unsigned(), EntryRange { stream, from, to, sequence: last.sequence })))
    }

    fn put_snapshot(&self, stream: StreamId, version: u64, bytes: &[u8]) -> Result<(), StoreError> {
        let reader = self.reader();
        let sql = "insert or replace into snapshots (stream, ver, body) values (?, ?, ?)";
        reader.execute(sql, (stream.number(), version.cast_signed(), bytes)).map_err(failed)?;
        Ok(())
    }

    fn snapshot(&self, stream: StreamId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let reader = self.reader();
        let sql = "select ver, body from snapshots where stream = ?";
        let row = |row: &Row<'_>| -> rusqlite::Result<(i64, Vec<u8>)> { Ok((row.get(0)?, row.get(1)?)) };
        let found = reader.query_row(sql, [stream.number()], row).optional().map_err(failed)?;
        Ok(found.map(|(version, bytes)| (version.cast_unsigned(), bytes)))
    }
}
