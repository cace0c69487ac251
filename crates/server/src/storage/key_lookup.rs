//! Looking up commands by their keys.

use std::sync::Arc;

use croupier_house::EntryRange;
use croupier_house::ids::{IdempotencyKey, uuid_time};
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_postgres::{FoundKey, GREATEST_KEYS, PostgresStore};
use croupier_store::KeyReader;

/// Looks up commands by their keys.
pub(crate) enum KeyLookup {
    /// In a data folder.
    Folder(KeyReader),
    /// In a database.
    Database(Arc<PostgresStore>),
}

impl KeyLookup {
    /// The digest of a command, and the position of its entries. Its sequence is 0 if it was stored before there were
    /// sequences.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn find(&self, key: IdempotencyKey) -> Result<Option<(u64, EntryRange)>, StoreError> {
        match self {
            Self::Folder(reader) => Ok(reader.find(key)?.map(|stored| (stored.digest, stored.range))),
            Self::Database(store) => store.find_key(key),
        }
    }

    /// The commands with these keys, as far as they were executed.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn find_all(&self, keys: &[IdempotencyKey]) -> Result<Vec<FoundKey>, StoreError> {
        match self {
            Self::Folder(_) => {
                let found =
                    keys.iter().map(|key| Ok(self.find(*key)?.map(|(digest, range)| (*key, digest, range))));
                found.filter_map(Result::transpose).collect()
            }
            Self::Database(store) => store.find_keys(keys),
        }
    }

    /// When the newest of the keys was made that were used and made until a time, as far as keys say it; the least number if there
    /// is none. `None` where it cannot be found quickly.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn newest_made(&self, until: i64) -> Result<Option<i64>, StoreError> {
        let Self::Database(store) = self else { return Ok(None) };
        let last = (u128::from(until.unsigned_abs()) << 80) | ((1 << 80) - 1);
        let keys = store.greatest_keys(IdempotencyKey(last))?;
        // Keys of version 7 are in the order in which they were made; others may lie between them.
        let newest = keys.iter().find_map(|key| uuid_time(key.0));
        Ok(newest.or((keys.len() < GREATEST_KEYS).then_some(i64::MIN)))
    }

    /// The entries of a command.
    ///
    /// # Errors
    /// When they cannot be read, or are not there.
    pub(crate) fn entries(&self, range: &EntryRange) -> Result<Vec<StoredEntry>, StoreError> {
        let store = match self {
            Self::Folder(reader) => return reader.entries(range),
            Self::Database(store) => store,
        };
        let due = range.to.saturating_sub(range.from).saturating_add(1);
        let missing = || StoreError::Damaged("a key names entries that are not there".to_owned());
        let found = store.read(range.stream, range.from, usize::try_from(due).map_err(|_| missing())?)?;
        if found.len() as u64 == due { Ok(found) } else { Err(missing()) }
    }
}
