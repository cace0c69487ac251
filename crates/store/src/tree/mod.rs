//! The Merkle trees of the houses' transparency logs, in a file of their own (`tree.db`).
//!
//! The leaves are the entries of the journal, in sequence. The file has their hashes as tiles: 32 bytes for each entry and
//! little more. It is a cache: it can be made again from the journal at any time, and is if it is missing, of another
//! version or about another journal. Neither the commit path nor the thread that decides computes a hash of it: the index
//! hands over the entries that it has just projected, and a thread of the tree's own reads those that it missed from the
//! journal, page by page. What is in memory does not grow with the age of a house.

mod edge;
mod handed_leaves;
mod handle;
mod tiles;
mod tree_writer;

pub use handle::{LogTree, TREE_FILE};
pub use tree_writer::LogTreeWriter;
