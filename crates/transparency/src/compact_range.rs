//! A tree that only grows: of everything that it has, the few hashes from which its root follows.

use crate::hash::{EMPTY_ROOT, TreeHash, node_hash};
use crate::nodes::{NodeSource, fold, nodes_of};
use crate::span::LeafSpan;
use crate::tree_error::TreeError;

/// The complete parts of a tree, from the left: one for each bit of its size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompactRange {
    size: u64,
    parts: Vec<TreeHash>,
}

impl CompactRange {
    /// The range of the first leaves of a tree that is stored.
    ///
    /// # Errors
    /// When a node is not stored.
    pub fn of(source: &impl NodeSource, size: u64) -> Result<Self, TreeError> {
        let nodes = nodes_of(LeafSpan { start: 0, end: size });
        let parts = nodes.into_iter().map(|id| source.node(id)).collect::<Result<_, _>>()?;
        Ok(Self { size, parts })
    }

    /// The number of leaves.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf at the end.
    pub fn append(&mut self, leaf: TreeHash) {
        let mut hash = leaf;
        // Every bit that is carried joins two parts of the same size.
        for _ in 0..self.size.trailing_ones() {
            let left = self.parts.pop().expect("there is a part for every bit of the size");
            hash = node_hash(&left, &hash);
        }
        self.parts.push(hash);
        self.size += 1;
    }

    /// The root of the tree.
    pub fn root(&self) -> TreeHash {
        fold(self.parts.iter().copied()).unwrap_or(EMPTY_ROOT)
    }
}
