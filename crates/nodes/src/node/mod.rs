//! One node: the machines of its houses put together.

mod cluster;
mod following;
mod forwarding;
mod handing;
mod handle;
mod io;
mod owning;
mod state;

pub use io::{NodeAction, NodeInput, NodeNote, ReadAnswer};
pub use state::{Membership, Node};
