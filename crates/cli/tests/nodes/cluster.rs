//! Nodes that run the program.

use croupier_evening::NodeProcesses;

use crate::program::program;

/// Nodes that do not run yet.
pub(crate) fn nodes(stores: &[String]) -> NodeProcesses {
    NodeProcesses::new(&program(), stores)
}

/// Nodes that run.
pub(crate) fn start_nodes(stores: &[String]) -> NodeProcesses {
    NodeProcesses::start(&program(), stores)
}
