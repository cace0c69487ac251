//! Snapshots of houses. They are a cache: the latest few are stored, and the journal can replace them.

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;

use super::handle::{Index, number};
use crate::error::failed;

/// The number of snapshots that are stored per house.
pub const SNAPSHOTS_STORED: u32 = 2;

impl Index {
    /// Stores a snapshot, with the results of rounds that were put before it, and removes the oldest ones.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn put_snapshot(&self, house: HouseId, sequence: u64, bytes: &[u8]) -> Result<(), StoreError> {
        let mut writer = self.writer();
        let transaction = writer.transaction().map_err(failed)?;
        let results = self.write_results(&transaction)?;
        let sql = "insert or replace into snapshots (house, sequence, body) values (?, ?, ?)";
        transaction.execute(sql, (house.0, number(sequence), bytes)).map_err(failed)?;
        let sql = "delete from snapshots where house = ?1 and sequence <= (select sequence from snapshots
                   where house = ?1 order by sequence desc limit 1 offset ?2)";
        transaction.execute(sql, (house.0, SNAPSHOTS_STORED)).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        self.results_written(results);
        Ok(())
    }

    /// The latest snapshot of a house at or before a sequence, with its sequence.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn snapshot(&self, house: HouseId, to: u64) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let sql = "select sequence, body from snapshots where house = ? and sequence <= ?
                   order by sequence desc limit 1";
        self.row(sql, (house.0, number(to)), |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?)))
    }

    /// Removes the snapshots of a house, so that it is replayed from its journal.
    ///
    /// # Errors
    /// When they cannot be removed.
    pub fn remove_snapshots(&self, house: HouseId) -> Result<(), StoreError> {
        self.writer().execute("delete from snapshots where house = ?", [house.0]).map_err(failed)?;
        Ok(())
    }
}
