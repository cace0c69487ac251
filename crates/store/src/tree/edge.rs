//! The right edge of a tree: the hashes of the tiles that are not full. From them the tree grows.

use croupier_transparency::{TILE_HEIGHT, TILE_WIDTH, TreeHash, node_hash};

/// The levels of tiles that a tree of 64 bits can have.
const LEVELS: u8 = 64 / TILE_HEIGHT;

/// A tile that has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChangedTile {
    pub(super) level: u8,
    pub(super) number: u64,
    pub(super) hashes: Vec<TreeHash>,
}

/// The tiles at the right edge of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TreeEdge {
    size: u64,
    /// The hashes of the last tile of each level, fewer than a full one has.
    levels: Vec<Vec<TreeHash>>,
}

impl TreeEdge {
    /// The edge of a tree of this size; `tile` reads the hashes of a tile.
    pub(super) fn of<E>(
        size: u64,
        mut tile: impl FnMut(u8, u64) -> Result<Vec<TreeHash>, E>,
    ) -> Result<Self, E> {
        let mut levels = Vec::new();
        for level in 0..LEVELS {
            let hashes = size >> (level * TILE_HEIGHT);
            let within = usize::try_from(hashes % TILE_WIDTH).expect("a remainder of 256 is small");
            let mut last = if within == 0 { Vec::new() } else { tile(level, hashes / TILE_WIDTH)? };
            last.truncate(within);
            levels.push(last);
        }
        Ok(Self { size, levels })
    }

    /// The number of leaves.
    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    /// Adds leaves at the end. Returns the tiles that have changed, each once.
    pub(super) fn append(&mut self, leaves: &[TreeHash]) -> Vec<ChangedTile> {
        let before = self.size;
        let mut changed = Vec::new();
        for leaf in leaves {
            self.push(0, *leaf, &mut changed);
            self.size += 1;
        }
        for (level, hashes) in (0..).zip(&self.levels) {
            let place = |size: u64| size >> (level * TILE_HEIGHT);
            if place(before) != place(self.size) && !hashes.is_empty() {
                changed.push(ChangedTile {
                    level,
                    number: place(self.size) / TILE_WIDTH,
                    hashes: hashes.clone(),
                });
            }
        }
        changed
    }

    /// Adds a hash at a level. A tile that is full is a hash of the level above.
    fn push(&mut self, level: u8, hash: TreeHash, full: &mut Vec<ChangedTile>) {
        let hashes = &mut self.levels[usize::from(level)];
        hashes.push(hash);
        if (hashes.len() as u64) < TILE_WIDTH {
            return;
        }
        let hashes = std::mem::take(hashes);
        let above = root_of(&hashes);
        full.push(ChangedTile { level, number: (self.size >> (level * TILE_HEIGHT)) / TILE_WIDTH, hashes });
        self.push(level + 1, above, full);
    }
}

/// The hash over a full tile.
fn root_of(hashes: &[TreeHash]) -> TreeHash {
    let mut hashes = hashes.to_vec();
    while hashes.len() > 1 {
        hashes = hashes.chunks_exact(2).map(|pair| node_hash(&pair[0], &pair[1])).collect();
    }
    hashes[0]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use croupier_transparency::{NodeId, NodeSource, StoredTree, leaf_hash, tiles_of};

    use super::*;

    /// In whatever steps a tree grows, its tiles are those of the whole tree.
    #[test]
    fn the_tiles_are_those_of_the_tree() {
        let leaves: Vec<TreeHash> = (0..70_000_u64).map(|index| leaf_hash(&index.to_le_bytes())).collect();
        let mut tree = StoredTree::default();
        leaves.iter().for_each(|leaf| tree.append(*leaf));
        let mut stored = BTreeMap::new();
        let mut edge = TreeEdge::of(0, |_, _| Err(())).unwrap();
        let mut at = 0;
        for step in [1, 254, 1, 0, 1, 256, 511, 64_000, 512, 1].into_iter().cycle() {
            let to = leaves.len().min(at + step);
            for tile in edge.append(&leaves[at..to]) {
                stored.insert((tile.level, tile.number), tile.hashes);
            }
            at = to;
            let of = |level, number| stored.get(&(level, number)).cloned().ok_or(());
            assert_eq!(TreeEdge::of(edge.size(), of).as_ref(), Ok(&edge), "{at}");
            if at == leaves.len() {
                break;
            }
        }
        for tile in tiles_of(70_000) {
            let nodes = (tile.first()..tile.first() + u64::from(tile.width))
                .map(|index| tree.node(NodeId { level: tile.level * TILE_HEIGHT, index }).unwrap());
            assert_eq!(stored.remove(&(tile.level, tile.index)), Some(nodes.collect()), "{tile}");
        }
        assert!(stored.is_empty());
    }
}
