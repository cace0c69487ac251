//! The nodes of a tree, from its tiles.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::hash::{TreeHash, node_hash};
use crate::nodes::{NodeId, NodeSource};
use crate::tile::{TILE_HEIGHT, TILE_WIDTH};
use crate::tree_error::TreeError;

/// Where the tiles of a tree are stored.
pub trait TileSource {
    /// The hashes of the tile at this level and position, as many as are stored.
    ///
    /// # Errors
    /// When it cannot be read.
    fn tile(&self, level: u8, index: u64) -> Result<Vec<TreeHash>, TreeError>;
}

/// The hashes of the tiles that were read, by level and position.
type ReadTiles = BTreeMap<(u8, u64), Vec<TreeHash>>;

/// Makes nodes from tiles. It remembers the tiles that it has read, so it is made anew for each proof.
pub struct TileNodes<S> {
    source: S,
    read: RefCell<ReadTiles>,
}

impl<S: TileSource> TileNodes<S> {
    /// Nodes from the tiles of a source.
    pub const fn new(source: S) -> Self {
        Self { source, read: RefCell::new(BTreeMap::new()) }
    }
}

impl<S: TileSource> NodeSource for TileNodes<S> {
    fn node(&self, NodeId { level, index }: NodeId) -> Result<TreeHash, TreeError> {
        let (tile_level, height) = (level / TILE_HEIGHT, level % TILE_HEIGHT);
        let missing = TreeError::Missing { level, index };
        // The hashes of the tile that the node is over.
        let first = index.checked_mul(1 << height).ok_or_else(|| missing.clone())?;
        let tile = (tile_level, first >> TILE_HEIGHT);
        if !self.read.borrow().contains_key(&tile) {
            let hashes = self.source.tile(tile.0, tile.1)?;
            self.read.borrow_mut().insert(tile, hashes);
        }
        let read = self.read.borrow();
        let within = usize::try_from(first % TILE_WIDTH).expect("a remainder of 256 is small");
        let hashes = read.get(&tile).and_then(|hashes| hashes.get(within..within + (1 << height)));
        let mut hashes = hashes.ok_or(missing)?.to_vec();
        while hashes.len() > 1 {
            hashes = hashes.chunks_exact(2).map(|pair| node_hash(&pair[0], &pair[1])).collect();
        }
        Ok(hashes[0])
    }
}
