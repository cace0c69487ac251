//! Options for opening a store.

use std::time::Duration;

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
        let (lease, patience) = (Duration::from_secs(3), Duration::from_secs(30));
        Self { owner: owner.to_owned(), address: None, lease, patience }
    }
}
