//! The storage trait for `PostgreSQL`. Everything that reads uses the pool of read-only connections.

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};
use croupier_store::index::SNAPSHOTS_STORED;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::chunk::ChunkEntry;
use crate::chunk_read::{entries_over, in_order};
use crate::marks::SPAN;
use crate::rows::house_number;
use crate::store::{PostgresStore, Shared};
use crate::values::{KeyValue, damaged, head_in, house_of, unsigned};
use crate::wait::wait;
use crate::writer_batch::WriterBatch;

/// The maximum number of entries that one statement reads. Whoever asks for more gets them from several.
pub const ROWS_PER_READ: usize = 1024;

/// How many further spans are searched after so many: twice as many, and no more than entries are wanted and there are, because each
/// has one.
fn more_spans(before: i64, wanted: usize, left: u64) -> i64 {
    let wanted = wanted.min(ROWS_PER_READ) as u64;
    (2 * before + 1).min(SPANS_MAX).min(wanted.min(left).cast_signed())
}

const HOUSES: &str = "select house from heads order by house";
pub(crate) const HEAD: &str = "select sequence, hash from heads where house = $1";
pub(crate) const VERSION: &str = "select ver from streams where id = $1";
/// The chunks of a few spans in which a journal has entries from a version on (`marks`).
const JOURNAL: &str = "select c.first, c.last, c.body from (select distinct span from (\
     (select span from marks where stream = $1 and ver <= $2 order by ver desc limit 1) union all \
     (select span from marks where stream = $1 and ver > $2 order by ver limit $4)) near) m \
     cross join lateral (select first, last, body from chunks where house = $3 \
     and first >= m.span * $5 and first < (m.span + 1) * $5) c";
/// The maximum number of spans that one statement searches.
const SPANS_MAX: i64 = 16;
pub(crate) const BALANCES: &str =
    "select account, minor from balances where account between $1 and $2 and minor <> 0 order by account";
pub(crate) const KEYS: &str =
    "select digest, stream, first, last, sequence, key from keys where key = any($1)";
const SNAPSHOT: &str = "select s.sequence, s.body from snapshots s join heads h on h.house = s.house \
     where s.house = $1 and s.sequence <= h.sequence order by s.sequence desc limit 1";
const PUT_SNAPSHOT: &str = "select store_snapshot($1, $2, $3, $4, $5)";

/// A command that was executed: its key, the digest of it, and the position of its entries.
pub type FoundKey = (IdempotencyKey, u64, EntryRange);

impl PostgresStore {
    /// The commands with these keys, as far as they were executed, with one question.
    ///
    /// # Errors
    /// When they cannot be read within [`crate::CALL_DEADLINE`].
    pub fn find_keys(&self, keys: &[IdempotencyKey]) -> Result<Vec<FoundKey>, StoreError> {
        let wanted: Vec<KeyValue> = keys.iter().copied().map(KeyValue::from).collect();
        let lane = self.shared.keys.clone();
        let asking = self.shared.handle.spawn(async move { lane.ask(KEYS, &[&wanted]).await });
        let failed = |error: &dyn std::error::Error| StoreError::Failed(error.to_string());
        let found = wait(asking).map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
        let found = found.iter().map(|row| {
            let key: KeyValue = row.get(5);
            command_of(row).map(|(digest, range)| (key.into(), digest, range))
        });
        found.collect()
    }
}

impl Store for PostgresStore {
    fn submit(&self, batch: Batch, done: OnStored) {
        self.group.submit(WriterBatch { batch, fenced: None }, done);
    }

    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        self.select(HOUSES, &[])?.iter().map(|row| house_of(row.get(0))).collect()
    }

    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        let rows = self.select(HEAD, &[&house_number(house)?])?;
        rows.first().map(|row| head_in(row, 0, 1)).transpose()
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.select(VERSION, &[&stream.number()])?.first().map_or(Ok(0), |row| unsigned(row, 0))
    }

    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        entries_from(&self.shared, house, from_sequence, most)
    }

    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let number = house_number(stream.house)?;
        let last = self.version(stream)?;
        let (mut found, mut from, mut more) = (Vec::new(), from_version.max(1), 0_i64);
        // First one span, because it may have enough, then more of them.
        while found.len() < most && from <= last {
            let start = from.cast_signed();
            let values: [&(dyn ToSql + Sync); 5] =
                [&stream.number(), &start, &number, &more, &SPAN.cast_signed()];
            let rows = self.select(JOURNAL, &values)?;
            let is_wanted =
                |entry: &ChunkEntry<'_>| entry.stream == stream && (from..=last).contains(&entry.version);
            let entries = in_order(stream.house, &rows)?.into_iter().flatten().filter(is_wanted);
            let before = found.len();
            found.extend(entries.take(most - before).map(ChunkEntry::to_stored));
            let Some(read) = found.get(before..).and_then(<[StoredEntry]>::last) else {
                return Err(damaged("entries of a journal are not where its marks are"));
            };
            (from, more) = (read.version + 1, more_spans(more, most - found.len(), last - read.version));
        }
        Ok(found)
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        let (first, last) = croupier_store::accounts_of(house);
        let rows = self.select(BALANCES, &[&first, &last])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        Ok(self.find_keys(&[key])?.pop().map(|(_, digest, range)| (digest, range)))
    }

    fn put_snapshot(&self, house: HouseId, sequence: u64, bytes: &[u8]) -> Result<(), StoreError> {
        self.put_snapshot_under(house, self.leases.fence(house)?.cast_unsigned(), sequence, bytes)
    }

    fn snapshot(&self, house: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let rows = self.select(SNAPSHOT, &[&house_number(house)?])?;
        rows.first().map(|row| Ok((unsigned(row, 0)?, row.get(1)))).transpose()
    }
}

impl PostgresStore {
    /// Stores a snapshot of a house as [`Store::put_snapshot`] does, for a node that has the lease with this fence.
    ///
    /// # Errors
    /// When the fence is old, or it cannot be stored.
    pub fn put_snapshot_under(
        &self,
        house: HouseId,
        fence: u64,
        sequence: u64,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let number = house_number(house)?;
        let fence = i64::try_from(fence).map_err(|_| StoreError::NotOwner { house })?;
        let sequence = i64::try_from(sequence);
        let sequence = sequence.map_err(|_| StoreError::Failed("there is no such sequence".to_owned()))?;
        let stored = SNAPSHOTS_STORED.cast_signed();
        let rows = self.with_control(|control| {
            Ok(control.query(PUT_SNAPSHOT, &[&number, &fence, &sequence, &bytes, &stored])?)
        })?;
        if rows.first().is_some_and(|row| row.get(0)) { Ok(()) } else { Err(StoreError::NotOwner { house }) }
    }

    fn select(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        Ok(self.shared.readers.get()?.query(sql, values)?)
    }
}

/// Entries of a house from a sequence on.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn entries_from(
    shared: &Shared,
    house: HouseId,
    from_sequence: u64,
    most: usize,
) -> Result<Vec<StoredEntry>, StoreError> {
    let (mut found, mut from) = (Vec::new(), from_sequence);
    while found.len() < most {
        let page =
            entries_over(&*shared.readers.get()?, house, from, (most - found.len()).min(ROWS_PER_READ))?;
        let Some(last) = page.last() else { break };
        from = last.sequence + 1;
        found.extend(page);
    }
    Ok(found)
}

/// The digest of a command and the position of its entries, in the first columns of a row.
pub(crate) fn command_of(row: &Row) -> Result<(u64, EntryRange), StoreError> {
    let stream = StreamId::numbered(row.get(1)).ok_or_else(|| damaged("a key belongs to no journal"))?;
    let [from, to, sequence] = [2, 3, 4].map(|column| row.get::<_, i64>(column).cast_unsigned());
    Ok((row.get::<_, i64>(0).cast_unsigned(), EntryRange { stream, from, to, sequence }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_spans_are_searched_than_there_are_entries_to_find() {
        assert_eq!((more_spans(0, 500, 900), more_spans(1, 500, 900)), (1, 3));
        assert_eq!(more_spans(15, 500, 900), SPANS_MAX);
        assert_eq!((more_spans(7, 2, 900), more_spans(7, 500, 3)), (2, 3));
    }
}
