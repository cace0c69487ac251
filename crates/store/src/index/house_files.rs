//! The versions of each house's file: where the text of each is in the journal.

use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::Connection;

use super::handle::{Index, number};
use crate::error::failed;

pub(super) fn note(at: &Connection, entry: &EntryContent, sequence: u64) -> Result<(), StoreError> {
    if let Event::HouseFileAdopted { version, .. } = &entry.body.event {
        let sql = "insert or replace into house_files (house, version, sequence) values (?, ?, ?)";
        at.execute(sql, (entry.stream.house.0, version, number(sequence))).map_err(failed)?;
    }
    Ok(())
}

impl Index {
    /// The sequence of the entry with a version of the house file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn house_file(&self, house: HouseId, version: u32) -> Result<Option<u64>, StoreError> {
        let sql = "select sequence from house_files where house = ? and version = ?";
        self.row(sql, (house.0, version), |row| row.get::<_, i64>(0).map(i64::cast_unsigned))
    }
}
