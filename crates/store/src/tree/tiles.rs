//! The tables of `tree.db`: tiles, and how far the tree of each house is.

use croupier_house::ids::HouseId;
use croupier_house::journal::Hash;
use croupier_house::store::StoreError;
use croupier_transparency::{TileSource, TreeError, TreeHash};
use rusqlite::{Connection, OptionalExtension};

use super::edge::ChangedTile;
use crate::error::failed;

/// The version of the tables. A file of another version is thrown away.
pub(super) const VERSION: i64 = 1;

/// The tables. A tile has its hashes one after another; `head` is the hash of the last entry in the chain of the journal.
pub(super) const TABLES: &str = "
    create table progress (house integer primary key, size integer not null, head blob not null) strict;
    create table tiles (
        house integer not null, level integer not null, number integer not null, hashes blob not null,
        primary key (house, level, number)) strict;";

/// How far the tree of a house is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeProgress {
    pub(super) size: u64,
    pub(super) head: Hash,
}

/// How far the trees of all houses are.
pub(super) fn all_progress(at: &Connection) -> Result<Vec<(HouseId, TreeProgress)>, StoreError> {
    let mut select = at.prepare("select house, size, head from progress").map_err(failed)?;
    let rows = select.query_map([], |row| {
        let progress = TreeProgress { size: row.get::<_, i64>(1)?.cast_unsigned(), head: row.get(2)? };
        Ok((HouseId(row.get(0)?), progress))
    });
    rows.map_err(failed)?.map(|row| row.map_err(failed)).collect()
}

/// The size of the tree of a house.
pub(super) fn size_of(at: &Connection, house: HouseId) -> Result<u64, StoreError> {
    let mut select = at.prepare_cached("select size from progress where house = ?").map_err(failed)?;
    let size: Option<i64> = select.query_row([house.0], |row| row.get(0)).optional().map_err(failed)?;
    Ok(size.map_or(0, i64::cast_unsigned))
}

/// Stores tiles, and how far the tree is with them.
pub(super) fn write(
    at: &Connection,
    house: HouseId,
    tiles: &[ChangedTile],
    progress: TreeProgress,
) -> Result<(), StoreError> {
    let sql = "insert into tiles (house, level, number, hashes) values (?, ?, ?, ?)
               on conflict do update set hashes = excluded.hashes";
    let mut insert = at.prepare_cached(sql).map_err(failed)?;
    for ChangedTile { level, number, hashes } in tiles {
        let values = (house.0, level, number.cast_signed(), hashes.as_flattened());
        insert.execute(values).map_err(failed)?;
    }
    let sql = "insert into progress (house, size, head) values (?, ?, ?)
               on conflict do update set size = excluded.size, head = excluded.head";
    let mut update = at.prepare_cached(sql).map_err(failed)?;
    update.execute((house.0, progress.size.cast_signed(), progress.head)).map_err(failed)?;
    Ok(())
}

/// The hashes of a tile, as many as are stored; none if it is not there.
pub(super) fn read_tile(
    at: &Connection,
    house: HouseId,
    level: u8,
    number: u64,
) -> Result<Vec<TreeHash>, StoreError> {
    let sql = "select hashes from tiles where house = ? and level = ? and number = ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let found = select.query_row((house.0, level, number.cast_signed()), |row| row.get(0));
    let bytes: Vec<u8> = found.optional().map_err(failed)?.unwrap_or_default();
    let (hashes, rest) = bytes.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(StoreError::Damaged(format!("tile {number} of level {level} has part of a hash")));
    }
    Ok(hashes.to_vec())
}

/// The tiles of a house.
pub(super) struct StoredTiles<'c> {
    pub(super) at: &'c Connection,
    pub(super) house: HouseId,
}

impl TileSource for StoredTiles<'_> {
    fn tile(&self, level: u8, index: u64) -> Result<Vec<TreeHash>, TreeError> {
        read_tile(self.at, self.house, level, index).map_err(|error| TreeError::Unreadable(error.to_string()))
    }
}
