//! The nodes of a tree, and what is made from them.

use crate::hash::{EMPTY_ROOT, TreeHash, node_hash};
use crate::span::LeafSpan;
use crate::tree_error::TreeError;

/// A node that covers a power of two of leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId {
    /// Its height: it covers two to this power of leaves.
    pub level: u8,
    /// Its position at this height.
    pub index: u64,
}

/// Where the nodes of a tree are stored.
pub trait NodeSource {
    /// The hash of a node all of whose leaves are in the tree.
    ///
    /// # Errors
    /// When it is not there.
    fn node(&self, id: NodeId) -> Result<TreeHash, TreeError>;
}

/// The nodes whose leaves together are those of a span, from the left. The span must be one that a tree has: it starts at
/// a multiple of a power of two that is not less than its length.
pub(crate) fn nodes_of(span: LeafSpan) -> Vec<NodeId> {
    let (mut start, mut left) = (span.start, span.len());
    let mut nodes = Vec::new();
    while left > 0 {
        let level = left.ilog2();
        nodes
            .push(NodeId { level: u8::try_from(level).expect("a level is below 64"), index: start >> level });
        start += 1 << level;
        left -= 1 << level;
    }
    nodes
}

/// The hash of a tree whose complete parts are given from the left.
pub(crate) fn fold(parts: impl DoubleEndedIterator<Item = TreeHash>) -> Option<TreeHash> {
    parts.rev().reduce(|right, left| node_hash(&left, &right))
}

/// The hash over the leaves of a span.
///
/// # Errors
/// When a node is not stored.
pub(crate) fn span_hash(source: &impl NodeSource, span: LeafSpan) -> Result<TreeHash, TreeError> {
    let parts = nodes_of(span).into_iter().map(|id| source.node(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(fold(parts.into_iter()).unwrap_or(EMPTY_ROOT))
}

/// The root of the tree of the first leaves.
///
/// # Errors
/// When a node is not stored.
pub fn root(source: &impl NodeSource, size: u64) -> Result<TreeHash, TreeError> {
    span_hash(source, LeafSpan { start: 0, end: size })
}
