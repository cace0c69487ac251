//! The keys of readers, the devices that post outcomes.
//!
//! That a table has a reader is in the journal, as that a person is enrolled; its key is here, as a password is: it is secret, and
//! must not be in a copy of the journal. Only the hash of a key is stored. A key works as long as the journal says that the reader may post.

use croupier_house::ids::{HouseId, TableId};
use rusqlite::OptionalExtension;

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};

/// The reader that a key belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyedReader {
    pub(crate) house: HouseId,
    pub(crate) table: TableId,
    pub(crate) reader: u32,
}

impl Accounts {
    /// Makes the key of a reader. An earlier one no longer works.
    pub(crate) fn make_reader_key(&self, of: KeyedReader) -> Result<String, AccountsError> {
        let key = secret().map_err(|error| AccountsError(error.to_string()))?;
        let sql = "insert or replace into reader_keys (key, house, at_table, reader) values (?, ?, ?, ?)";
        self.lock().execute(sql, (&key_of(&key)[..], of.house.0, of.table.0, of.reader))?;
        Ok(key)
    }

    /// Deletes the key of a reader.
    pub(crate) fn delete_reader_key(&self, of: KeyedReader) -> Result<(), AccountsError> {
        let sql = "delete from reader_keys where house = ? and at_table = ? and reader = ?";
        self.lock().execute(sql, (of.house.0, of.table.0, of.reader))?;
        Ok(())
    }

    /// The reader of a key; `None` if nobody has this key.
    pub(crate) fn reader_of(&self, key: &str) -> Result<Option<KeyedReader>, AccountsError> {
        let sql = "select house, at_table, reader from reader_keys where key = ?";
        let found = self.lock().query_row(sql, [&key_of(key)[..]], |row| {
            Ok(KeyedReader { house: HouseId(row.get(0)?), table: TableId(row.get(1)?), reader: row.get(2)? })
        });
        Ok(found.optional()?)
    }
}
