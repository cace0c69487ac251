//! Reading the journals of a data folder without opening it as a server does: nothing is migrated, checked, indexed or
//! written, and the houses may be open meanwhile.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId};
use croupier_house::store::{Batch, HouseHead, OnStored, Store, StoreError, StoredEntry};
use rusqlite::Connection;

use crate::error::failed;
use crate::journal_rows::{
    Wanted, balances_of, houses_with_entries, key_of, last_entry, select_entries, version_of,
};
use crate::pool::open_reader;
use crate::schema::{JOURNAL_FILE, VERSION};

/// The journals of a data folder, to read only. Heads are those of the entries themselves.
pub struct JournalReader {
    connection: Mutex<Connection>,
}

impl JournalReader {
    /// Opens the journals of a folder.
    ///
    /// # Errors
    /// When they cannot be opened, or have another schema.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let connection = open_reader(&folder.join(JOURNAL_FILE), Duration::from_secs(5))?;
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version != VERSION {
            let why = format!("it has schema {version}, and {VERSION} is needed: start the server once");
            return Err(StoreError::Failed(why));
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_only() -> StoreError {
    StoreError::Failed("the journals are open for reading only".to_owned())
}

impl Store for JournalReader {
    fn submit(&self, _: Batch, done: OnStored) {
        done(Err(read_only()));
    }

    fn append(&self, _: Batch) -> Result<(), StoreError> {
        Err(read_only())
    }

    fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        houses_with_entries(&self.connection())
    }

    fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        last_entry(&self.connection(), house)
    }

    fn version(&self, stream: StreamId) -> Result<u64, StoreError> {
        version_of(&self.connection(), stream)
    }

    fn entries(
        &self,
        house: HouseId,
        from_sequence: u64,
        most: usize,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let wanted = Wanted { house, from: from_sequence, to: u64::MAX, journal: None, most };
        select_entries(&self.connection(), &wanted)
    }

    fn read(&self, stream: StreamId, from_version: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let mut found = Vec::new();
        self.read_all(stream.house, 1, &mut |entry| {
            if entry.stream == stream && entry.version >= from_version && found.len() < most {
                found.push(entry);
            }
            Ok(())
        })?;
        Ok(found)
    }

    fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        balances_of(&self.connection(), house)
    }

    fn find_key(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        Ok(key_of(&self.connection(), key)?.map(|stored| (stored.digest, stored.range)))
    }

    fn put_snapshot(&self, _: HouseId, _: u64, _: &[u8]) -> Result<(), StoreError> {
        Err(read_only())
    }

    fn snapshot(&self, _: HouseId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        Ok(None)
    }
}
