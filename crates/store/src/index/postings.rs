//! The entries with transactions: the rows of the ledger. The transactions themselves are in the entries.

use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::store::StoreError;
use rusqlite::Connection;

use super::handle::{Index, page};
use crate::error::failed;
use crate::row_id::{first_row, last_row, row_id, sequence_of};

pub(super) fn note(at: &Connection, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
    if entry.body.ledger.is_empty() {
        return Ok(());
    }
    let mut insert = at.prepare_cached("insert into postings (id) values (?)").map_err(failed)?;
    insert.execute([row_id(entry.stream.house, sequence)?]).map_err(failed)?;
    Ok(())
}

impl Index {
    /// The sequences of the entries with transactions after a sequence, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn postings_after(&self, house: HouseId, after: u64, limit: usize) -> Result<Vec<u64>, StoreError> {
        let sql = "select id from postings where id > ? and id <= ? order by id limit ?";
        self.rows(sql, (first_row(house, after), last_row(house), page(limit)), |row| {
            Ok(sequence_of(row.get(0)?))
        })
    }

    /// The sequences of the entries with transactions before a sequence, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn postings_before(&self, house: HouseId, before: u64, limit: usize) -> Result<Vec<u64>, StoreError> {
        let sql = "select id from postings where id >= ? and id < ? order by id desc limit ?";
        self.rows(sql, (first_row(house, 0), first_row(house, before), page(limit)), |row| {
            Ok(sequence_of(row.get(0)?))
        })
    }
}
