//! How several nodes own and follow houses on one database: leases with fences, warm followers, commands sent on to the
//! owner, hand-over by plan, placement. `docs/nodes.md` describes the protocol.
//!
//! Everything here is a state machine without a thread, a clock, a socket or randomness of its own: [`Node::handle`]
//! takes an input and the time, and returns actions. The house is behind a few small types: a number, a sequence, a hash,
//! bytes. So the [`simulation`] can drive a hundred nodes through failures, and [`checker`] judges what the clients saw.

pub mod checker;
mod database;
mod desk;
mod follower;
mod forward;
pub mod history;
mod ids;
mod lease;
mod members;
mod message;
mod node;
mod placement;
mod rows;
mod settings;
mod shared_bytes;
pub mod simulation;
mod watch;

pub use database::{DatabaseAnswer, DatabaseCall};
pub use desk::DecidedCommand;
pub use forward::ClientAnswer;
pub use ids::{ChainHead, CommandKey, EntryHash, HouseNumber, KeyedCommand, LinkedEntry, RunId};
pub use lease::LeaseState;
pub use message::{CommandAnswer, OwnerHint, PeerMessage};
pub use node::{Membership, Node, NodeAction, NodeInput, NodeNote, ReadAnswer};
pub use rows::{ClusterView, JoinRefusal, LeaseRow, MemberRow, SuspensionReason};
pub use settings::{LEASE, NodeSettings};
pub use watch::StillWatch;
