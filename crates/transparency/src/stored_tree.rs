//! A tree with all its nodes in memory: for tests, tools that check a whole journal, and small logs.

use crate::hash::{TreeHash, node_hash};
use crate::nodes::{NodeId, NodeSource, root};
use crate::tree_error::TreeError;

/// A tree with all its complete nodes, level by level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredTree {
    levels: Vec<Vec<TreeHash>>,
}

impl StoredTree {
    /// The number of leaves.
    pub fn size(&self) -> u64 {
        self.levels.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// Adds a leaf at the end.
    pub fn append(&mut self, leaf: TreeHash) {
        let mut hash = leaf;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let nodes = &mut self.levels[level];
            nodes.push(hash);
            if nodes.len() % 2 == 1 {
                return;
            }
            hash = node_hash(&nodes[nodes.len() - 2], &hash);
        }
    }

    /// The root of the tree of its first leaves.
    ///
    /// # Errors
    /// When it has not so many.
    pub fn root(&self, size: u64) -> Result<TreeHash, TreeError> {
        root(self, size)
    }
}

impl NodeSource for StoredTree {
    fn node(&self, NodeId { level, index }: NodeId) -> Result<TreeHash, TreeError> {
        let nodes = self.levels.get(usize::from(level));
        let found = nodes.zip(usize::try_from(index).ok()).and_then(|(nodes, index)| nodes.get(index));
        found.copied().ok_or(TreeError::Missing { level, index })
    }
}
