//! The nodes that serve a house.

use serde::Serialize;
use utoipa::ToSchema;

/// The nodes that serve a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NodesView {
    /// Whether several nodes can serve the house: its journal is in a database.
    pub several: bool,
    /// The name of the node that answers; null for a house in a data folder.
    pub node: Option<String>,
    /// What this node is to the house: `owns`, `follows`, `takes over` or `gives away`; null for a house in a data folder.
    pub state: Option<String>,
    /// The name of the node that owns the house; null while nobody does.
    pub owner: Option<String>,
    /// The fence of the owner: it grows with every owner.
    pub fence: u64,
    /// Why nobody may write to the house; null where somebody may.
    pub suspended: Option<String>,
    /// The last entry of the house that this node knows.
    pub sequence: u64,
    /// The commands that wait at this node for the answer of an owner.
    pub waiting: usize,
    /// The nodes, by name.
    pub nodes: Vec<NodeView>,
}

/// A node that serves a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// Its name.
    pub name: String,
    /// Where other nodes reach it; empty where they do not.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// Whether it is the one that answers.
    pub this: bool,
    /// Whether it gives all its houses away.
    pub draining: bool,
    /// The entries that it has not applied yet; null where it has said nothing for ten seconds.
    pub behind: Option<u64>,
}
