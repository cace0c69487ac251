//! The trees of the houses: their file, how far they are, and what is made from them.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError, StoredEntry};
use croupier_transparency::{ConsistencyProof, InclusionProof, TileId, TileNodes, TreeError, TreeHash, root};
use rusqlite::Connection;

use super::handed_leaves::{HandedLeaves, LeafRun};
use super::tiles::{StoredTiles, TABLES, VERSION, all_progress, read_tile};
use crate::error::failed;
use crate::index::Progress;
use crate::pool::{ReadPool, sqlite_readers};
use crate::private::{make_private, remove_database};

/// The name of the file in a data folder.
pub const TREE_FILE: &str = "tree.db";

/// The Merkle trees of the houses of a folder. The tree of a house is complete to a stated size; it can be waited for.
pub struct LogTree {
    readers: ReadPool<Connection>,
    writer: Mutex<Connection>,
    pub(super) progress: Progress,
    pub(super) handed: HandedLeaves,
}

impl LogTree {
    /// Opens or creates the trees in a folder. A file of another version, or that is not about these journals, is thrown
    /// away.
    pub(super) fn open_folder(
        folder: &Path,
        busy: Duration,
        journals: &dyn Store,
    ) -> Result<Self, StoreError> {
        let path = folder.join(TREE_FILE);
        let mut writer = open_file(&path, busy)?;
        if !is_usable(&writer, journals)? {
            drop(writer);
            remove_database(folder, TREE_FILE)?;
            writer = open_file(&path, busy)?;
        }
        if version_of(&writer)? == 0 {
            let transaction = writer.transaction().map_err(failed)?;
            transaction.execute_batch(TABLES).map_err(failed)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(failed)?;
            transaction.commit().map_err(failed)?;
        }
        let progress = Progress::default();
        for (house, known) in all_progress(&writer)? {
            progress.set_indexed(house, known.size);
        }
        for house in journals.houses()? {
            if let Some(head) = journals.head(house)? {
                progress.written(house, head.sequence);
            }
        }
        let readers = sqlite_readers(&path, busy);
        Ok(Self { readers, writer: Mutex::new(writer), progress, handed: HandedLeaves::default() })
    }

    /// Takes the leaves of entries that were just stored.
    pub fn follow(&self, house: HouseId, groups: &[Vec<StoredEntry>]) {
        let run = LeafRun::of(groups.iter().flatten());
        if run.leaves.is_empty() {
            return;
        }
        let end = run.end();
        self.handed.put(house, run);
        self.progress.written(house, end);
    }

    /// The number of entries in the tree of a house.
    pub fn size(&self, house: HouseId) -> u64 {
        self.progress.indexed_to(house)
    }

    /// Waits until the tree of a house has so many entries, which must be in the journal.
    ///
    /// # Errors
    /// [`StoreError::Behind`] when the time is over, or the fault why the tree of this house cannot go on.
    pub fn wait_for(&self, house: HouseId, size: u64, timeout: Duration) -> Result<(), StoreError> {
        self.progress.written(house, size);
        self.progress.wait_for(house, size, timeout)
    }

    /// The root of the tree of the first entries of a house.
    ///
    /// # Errors
    /// When the tree has not so many, or cannot be read.
    pub fn root(&self, house: HouseId, size: u64) -> Result<TreeHash, StoreError> {
        self.read(house, size, |tiles| root(tiles, size))
    }

    /// The proof that an entry is in the tree of a size.
    ///
    /// # Errors
    /// As [`Self::root`], or when the entry is not in it.
    pub fn inclusion(&self, house: HouseId, index: u64, size: u64) -> Result<InclusionProof, StoreError> {
        self.read(house, size, |tiles| InclusionProof::of(tiles, index, size))
    }

    /// The proof that the tree of one size extends that of another.
    ///
    /// # Errors
    /// As [`Self::root`], or when the first is larger than the second.
    pub fn consistency(
        &self,
        house: HouseId,
        first: u64,
        second: u64,
    ) -> Result<ConsistencyProof, StoreError> {
        self.read(house, second, |tiles| ConsistencyProof::of(tiles, first, second))
    }

    /// The hashes of a tile, if the tree has it.
    ///
    /// # Errors
    /// When the tree cannot be read.
    pub fn tile(&self, house: HouseId, tile: TileId) -> Result<Option<Vec<TreeHash>>, StoreError> {
        if tile.needs().is_none_or(|size| size > self.size(house)) {
            return Ok(None);
        }
        let mut hashes = read_tile(&*self.readers.get()?, house, tile.level, tile.index)?;
        let width = usize::from(tile.width);
        if hashes.len() < width {
            return Err(StoreError::Damaged(format!("{tile} of house {} is not whole", house.0)));
        }
        hashes.truncate(width);
        Ok(Some(hashes))
    }

    fn read<T>(
        &self,
        house: HouseId,
        size: u64,
        make: impl FnOnce(&TileNodes<StoredTiles<'_>>) -> Result<T, TreeError>,
    ) -> Result<T, StoreError> {
        let known = self.size(house);
        if size > known {
            return Err(StoreError::Behind { house, indexed: known, needed: size });
        }
        let reader = self.readers.get()?;
        let made = make(&TileNodes::new(StoredTiles { at: &reader, house }));
        made.map_err(|error| match error {
            TreeError::Outside { .. } => StoreError::Failed(error.to_string()),
            _ => StoreError::Damaged(format!("{TREE_FILE}: house {}: {error}", house.0)),
        })
    }

    pub(super) fn writer(&self) -> MutexGuard<'_, Connection> {
        // A transaction of a thread that panicked has been rolled back.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open_file(path: &Path, busy: Duration) -> Result<Connection, StoreError> {
    make_private(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))?;
    let connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(busy).map_err(failed)?;
    let mode: Result<String, _> = connection.query_row("pragma journal_mode = wal", [], |row| row.get(0));
    mode.map_err(failed)?;
    // The tree can be made again: it must be consistent after a crash, not complete.
    connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
    Ok(connection)
}

fn version_of(at: &Connection) -> Result<i64, StoreError> {
    at.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)
}

/// Whether the file has this version, and every tree in it ends with an entry of the journal.
fn is_usable(at: &Connection, journals: &dyn Store) -> Result<bool, StoreError> {
    match version_of(at)? {
        0 => return Ok(true),
        VERSION => {}
        _ => return Ok(false),
    }
    for (house, known) in all_progress(at)? {
        let entry = journals.entries(house, known.size, 1)?;
        if entry.first().is_none_or(|entry| (entry.sequence, entry.hash) != (known.size, known.head)) {
            return Ok(false);
        }
    }
    Ok(true)
}
