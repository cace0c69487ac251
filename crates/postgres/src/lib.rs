//! Storage of houses in `PostgreSQL`: an implementation of the storage trait, with group commit, leases and fences.
//!
//! [`PostgresStore`] writes through one connection. A group is one statement, and its commit travels with it (`writer`,
//! `schema/sixth.sql`). The statement first locks the lease of each house with its fence: an old owner can never write,
//! however long it slept. Reads have a small pool of connections; claims and snapshots have one of their own, and so
//! have renewals.
//!
//! - A node owns a house after [`PostgresStore::claim`], until [`PostgresStore::release`] or until another node has seen
//!   its lease not renewed ([`PostgresStore::renew`]) for one lease length ([`LeaseWatch`]).
//! - Or it belongs to a node of several, which decides about leases itself (`croupier-nodes`): [`Cluster`] has what it asks, and
//!   [`PostgresStore::write`] writes with the fence and head that it names.
//! - A connection that is lost in a commit leaves the outcome unknown. The store raises its fences on a new connection
//!   and looks for the entries there before it answers.
//! - [`PostgresCheck`] reads everything and names what is wrong, and [`PostgresRepair`] makes again what follows from the entries.

mod address;
mod chunk;
mod chunk_read;
mod cluster;
mod convert;
mod error;
mod examine;
mod fenced;
mod house_rows;
mod lane;
mod lease_watch;
mod leases;
mod link;
mod mark_check;
mod marks;
mod migrate;
mod options;
mod ownership;
mod read;
mod reader;
mod repair;
mod rows;
mod session;
mod store;
mod suspension;
mod tables;
mod tls;
mod values;
mod wait;
mod writer;
mod writer_batch;
mod writer_thread;

pub use cluster::{Cluster, ClusterLook, ClusterStanding, MemberDetails, TailRead};
pub use croupier_nodes::LEASE;
pub use examine::{ClusterFinding, ClusterPart, PostgresCheck};
pub use fenced::WriteOutcome;
pub use lane::{CALL_DEADLINE, CallLost};
pub use lease_watch::{LeaseSign, LeaseWatch};
pub use migrate::SCHEMA_VERSION;
pub use options::PostgresOptions;
pub use ownership::ClaimOutcome;
pub use read::{FoundKey, ROWS_PER_READ};
pub use reader::PostgresReader;
pub use repair::{HouseRepair, PostgresRepair};
pub use store::PostgresStore;
pub use tables::{PostgresTables, SqlValue, TablesTransaction};
