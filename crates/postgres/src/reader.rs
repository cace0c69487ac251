//! Reading the journals of a database without taking part in it: nothing is migrated, claimed or written, and nodes may serve its
//! houses meanwhile. A standby can be read too.

use std::sync::Arc;

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};
use croupier_store::accounts_of;

use crate::address::Address;
use crate::chunk_read::last_over;
use crate::migrate::{check_version, version};
use crate::read::{BALANCES, KEYS, ROWS_PER_READ, VERSION, command_of, entries_from};
use crate::store::Shared;
use crate::tables::PostgresTables;
use crate::values::{KeyValue, head_in, house_of, unsigned};

/// One statement, so that the heads of all houses are of one moment.
const HEADS: &str = "select house, sequence, hash from heads order by house";

/// The journals of a database, to read only.
pub struct PostgresReader {
    shared: Arc<Shared>,
}

impl PostgresReader {
    /// Opens the journals of a database. The address is that of [`crate::PostgresStore::open`].
    ///
    /// # Errors
    /// When the server cannot be reached, or has no tables of this version.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let reader = Self::connect(address)?;
        check_version(&*reader.shared.readers.get()?)?;
        Ok(reader)
    }

    /// The houses of a database, which may have no tables yet.
    ///
    /// # Errors
    /// When the server cannot be reached, or has tables of a later version.
    pub fn houses_at(address: &str) -> Result<Vec<HouseId>, StoreError> {
        let reader = Self::connect(address)?;
        let version = version(&*reader.shared.readers.get()?)?;
        // The first step creates the heads.
        if version.unwrap_or_default() == 0 {
            return Ok(Vec::new());
        }
        Ok(reader.heads()?.into_iter().map(|(house, _)| house).collect())
    }

    fn connect(address: &str) -> Result<Self, StoreError> {
        Ok(Self { shared: Arc::new(Shared::start(Address::read(address)?)?) })
    }

    /// The heads of all houses, as of one moment. What is before them never changes.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn heads(&self) -> Result<Vec<(HouseId, HouseHead)>, StoreError> {
        let rows = self.shared.readers.get()?.query(HEADS, &[])?;
        rows.iter().map(|row| Ok((house_of(row.get(0))?, head_in(row, 1, 2)?))).collect()
    }

    /// The other tables of the database.
    pub fn tables(&self) -> PostgresTables {
        PostgresTables::of(Arc::clone(&self.shared))
    }
}

fn read_only() -> StoreError {
    StoreError::Failed("the journals are open for reading only".to_owned())
}

/// Heads are those of the entries themselves.
impl Store for PostgresReader {
    fn submit(&self, _: Batch, done: OnStored) {
        done(Err(read_only()));
    }

    fn append(&self, _: Batch) -> Result<(), StoreError> {
        Err(read_only())
    }

    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Ok(self.heads()?.into_iter().map(|(house, _)| house).collect())
    }

    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        last_over(&*self.shared.readers.get()?, house)
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        let rows = self.shared.readers.get()?.query(VERSION, &[&stream.number()])?;
        rows.first().map_or(Ok(0), |row| unsigned(row, 0))
    }

    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        entries_from(&self.shared, house, from_sequence, most)
    }

    /// Searches the entries of the house, so that it depends on nothing else than them.
    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        // An entry is never before the sequence that is its version.
        let (mut found, mut from) = (Vec::new(), from_version);
        while found.len() < most {
            let page = entries_from(&self.shared, stream.house, from, ROWS_PER_READ)?;
            let Some(last) = page.last() else { break };
            from = last.sequence + 1;
            let wanted = |entry: &StoredEntry| entry.stream == stream && entry.version >= from_version;
            found.extend(page.into_iter().filter(wanted));
        }
        found.truncate(most);
        Ok(found)
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        let (first, last) = accounts_of(house);
        let rows = self.shared.readers.get()?.query(BALANCES, &[&first, &last])?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        let rows = self.shared.readers.get()?.query(KEYS, &[&vec![KeyValue::from(key)]])?;
        rows.first().map(command_of).transpose()
    }

    fn put_snapshot(&self, _: HouseId, _: u64, _: &[u8]) -> Result<(), StoreError> {
        Err(read_only())
    }

    fn snapshot(&self, _: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        Ok(None)
    }
}
