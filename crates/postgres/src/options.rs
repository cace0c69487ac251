//! Options for opening a store.

use std::time::Duration;

use croupier_nodes::LEASE;

/// Options for opening a store.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// The name of this node, for people.
    pub owner: String,
    /// Where other nodes and people reach this node.
    pub address: Option<String>,
    /// How long the lease of a house must have stood still before another node may claim it.
    pub lease: Duration,
    /// The maximum time to wait for an answer of the server, and for finding out whether a group is stored after the
    /// connection was lost.
    pub patience: Duration,
}

impl PostgresOptions {
    /// The usual options of a node with this name.
    pub fn named(owner: &str) -> Self {
        Self { owner: owner.to_owned(), address: None, lease: LEASE, patience: Duration::from_secs(30) }
    }
}
