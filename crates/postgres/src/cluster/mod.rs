//! The calls of a node to the database that are no reads or writes of a house: members, leases, tails.
//!
//! They have connections of their own, so that none waits for another that waits for a lock: members and looks, renewals, claims,
//! everything else about leases, tails. A connection that is lost is opened again by the next call.

mod calls;
mod holding;
mod look;
mod members;
mod standing;
mod tail;

pub use calls::Cluster;
pub use look::{ClusterLook, MemberDetails};
pub use standing::ClusterStanding;
pub use tail::TailRead;
