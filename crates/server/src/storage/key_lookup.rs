//! Looking up commands by their keys.

use std::sync::Arc;

use croupier_house::EntryRange;
use croupier_house::ids::IdempotencyKey;
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_postgres::{FoundKey, PostgresStore};
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
