//! The keys of readers, the devices that post outcomes.
//!
//! That a table has a reader is in the journal, as that a person is enrolled; its key is here, as a password is: it is secret, and
//! must not be in a copy of the journal. Only the hash of a key is stored. A key works as long as the journal says that the reader may post.

use croupier_house::ids::{HouseId, TableId};
use croupier_house::store::StoreError;

use super::accounts::{Accounts, AccountsError};
use super::token::{key_of, secret};
use crate::storage::{TableRow, values};

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
        let sql = "insert into reader_keys (key, house, at_table, reader) values ($1, $2, $3, $4)
                   on conflict (house, at_table, reader) do update set key = excluded.key";
        self.tables.query(sql, &values![&key_of(&key)[..], of.house.0, of.table.0, of.reader])?;
        Ok(key)
    }

    /// Deletes the key of a reader.
    pub(crate) fn delete_reader_key(&self, of: KeyedReader) -> Result<(), AccountsError> {
        let sql = "delete from reader_keys where house = $1 and at_table = $2 and reader = $3";
        self.tables.query(sql, &values![of.house.0, of.table.0, of.reader])?;
        Ok(())
    }

    /// The reader of a key; `None` if nobody has this key.
    pub(crate) fn reader_of(&self, key: &str) -> Result<Option<KeyedReader>, AccountsError> {
        let sql = "select house, at_table, reader from reader_keys where key = $1";
        let found = self.tables.query(sql, &values![&key_of(key)[..]])?;
        Ok(found.first().map(reader).transpose()?)
    }
}

fn reader(row: &TableRow) -> Result<KeyedReader, StoreError> {
    Ok(KeyedReader { house: HouseId(row.number(0)?), table: TableId(row.number(1)?), reader: row.number(2)? })
}
