//! Reading the journals of a data folder without opening it as a store: nothing is created, migrated or checkpointed.

use std::path::Path;
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{HouseHead, StoreError, StoredEntry};
use rusqlite::Connection;

use crate::error::failed;
use crate::journal_rows::{Wanted, balances_of, head_of, heads_of, select_entries};
use crate::pool::open_reader;
use crate::schema::{JOURNAL_FILE, VERSION};

const PAGE: usize = 1024;

/// The journals of a folder, for reading alone: a copy, or a folder that a server uses.
pub struct JournalReader {
    connection: Connection,
}

impl JournalReader {
    /// Opens the journals of a folder.
    ///
    /// # Errors
    /// When they cannot be read, or have another schema.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let connection = open_reader(&folder.join(JOURNAL_FILE), Duration::from_secs(5))?;
        let version: i64 =
            connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if version != VERSION {
            return Err(StoreError::Failed(format!("it has schema {version}, and {VERSION} is needed")));
        }
        Ok(Self { connection })
    }

    /// The houses, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn houses(&self) -> Result<Vec<HouseId>, StoreError> {
        Ok(heads_of(&self.connection)?.into_iter().map(|(house, _)| house).collect())
    }

    /// The last entry of a house.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn head(&self, house: HouseId) -> Result<Option<HouseHead>, StoreError> {
        head_of(&self.connection, house)
    }

    /// Every entry of a house, in order.
    ///
    /// # Errors
    /// When they cannot be read, or `each` fails.
    pub fn read_all(
        &self,
        house: HouseId,
        mut each: impl FnMut(StoredEntry) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut from = 0;
        loop {
            let wanted = Wanted { house, from, to: u64::MAX, journal: None, most: PAGE };
            let page = select_entries(&self.connection, &wanted)?;
            let Some(last) = page.last() else { return Ok(()) };
            from = last.sequence + 1;
            page.into_iter().try_for_each(&mut each)?;
        }
    }

    /// All balances of a house that are not 0, by account number.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn balances(&self, house: HouseId) -> Result<Vec<(i64, i64)>, StoreError> {
        balances_of(&self.connection, house)
    }
}
