//! The storage trait for `SQLite`. Everything that reads uses the pool of read-only connections.

use std::time::Duration;

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};

use crate::index::MARK_SPAN;
use crate::journal_rows::{
    Wanted, balances_of, damaged, head_of, heads_of, key_of, select_entries, version_of,
};
use crate::store::SqliteStore;

/// The maximum number of entries that are not indexed yet and are searched one by one.
pub const TAIL_SEARCHED: u64 = 4096;
/// The maximum time to wait for the index when it is further behind than that.
const INDEX_WAIT: Duration = Duration::from_secs(5);

impl Store for SqliteStore {
    fn submit(&self, batch: Batch, done: OnStored) {
        self.group.submit(batch, done);
    }

    /// Writes on the calling thread, which avoids waking another thread.
    fn append(&self, batch: Batch) -> Result<(), StoreError> {
        self.engine().append(batch)
    }

    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Ok(heads_of(&*self.readers.get()?)?.into_iter().map(|(house, _)| house).collect())
    }

    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        head_of(&*self.readers.get()?, house)
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        version_of(&*self.readers.get()?, stream)
    }

    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let wanted = Wanted { house, from: from_sequence, to: u64::MAX, journal: None, most };
        select_entries(&*self.readers.get()?, &wanted)
    }

    /// Reads from mark to mark (`index/marks.rs`), then what is not indexed yet.
    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let from = from_version.max(1);
        let last = self.version(stream)?;
        let Some(due) = last.checked_sub(from).map(|before| before.saturating_add(1)) else {
            return Ok(Vec::new());
        };
        let most = usize::try_from(due).unwrap_or(usize::MAX).min(most);
        let head = self.head(stream.house)?.unwrap_or_default().sequence;
        if head.saturating_sub(self.index.indexed_to(stream.house)) > TAIL_SEARCHED {
            self.index.wait_for(stream.house, head - TAIL_SEARCHED, INDEX_WAIT)?;
        }
        let indexed = self.index.indexed_to(stream.house);
        let (mut found, mut searched) = (Vec::new(), indexed);
        let mut mark = self.index.mark_at(stream, from)?;
        while let Some(here) = mark
            && found.len() < most
        {
            let to = here.sequence.saturating_add(MARK_SPAN - 1);
            found.extend(self.search(stream, from, here.sequence..=to, most - found.len())?);
            searched = searched.max(to);
            mark = self.index.mark_after(stream, here.version)?;
        }
        if found.len() < most {
            found.extend(self.search(stream, from, searched + 1..=head, most - found.len())?);
        }
        Ok(found)
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        balances_of(&*self.readers.get()?, house)
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        let Some(mut stored) = key_of(&*self.readers.get()?, key)? else { return Ok(None) };
        if stored.range.sequence == 0 {
            let last = self.read(stored.range.stream, stored.range.to, 1)?;
            let last = last.first().ok_or_else(|| damaged("a key names an entry that is not there"))?;
            stored.range.sequence = last.sequence;
        }
        Ok(Some((stored.digest, stored.range)))
    }

    fn put_snapshot(&self, house: HouseId, sequence: u64, bytes: &[u8]) -> Result<(), StoreError> {
        self.index.put_snapshot(house, sequence, bytes)
    }

    fn snapshot(&self, house: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let head = self.head(house)?.unwrap_or_default().sequence;
        self.index.snapshot(house, head)
    }
}

impl SqliteStore {
    /// The entries of a journal from a version on, in a range of sequences.
    fn search(
        &self,
        stream: StreamId,
        from_version: u64,
        range: std::ops::RangeInclusive<u64>,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let journal = stream.table.map_or(0, |table| table.0);
        let wanted = Wanted {
            house: stream.house,
            from: *range.start(),
            to: *range.end(),
            journal: Some((journal, from_version)),
            most,
        };
        select_entries(&*self.readers.get()?, &wanted)
    }
}
