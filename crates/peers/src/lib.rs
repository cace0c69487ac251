//! Messages between the nodes of one database, over TLS.
//!
//! A connection carries messages one way: each node connects to every other member and sends through that connection
//! alone, so that nothing has to be agreed about who connects. Both ends prove that they know the secret of the
//! cluster, which is derived from the house key. The proof covers the keys of the TLS session: whoever sits between two
//! nodes has another session with each, and can prove neither.
//!
//! The protocol expects that messages are lost. So nothing waits here: a message to a node that cannot be reached, or
//! that does not read fast enough, is dropped and counted.

mod error;
mod frame;
mod greeting;
mod incoming;
mod outgoing;
mod peers;
mod secret;
mod tls;

pub use error::PeerError;
pub use frame::FRAME_MAX;
pub use greeting::PROTOCOL;
pub use incoming::{CONNECTIONS_MAX, SILENCE_MAX};
pub use outgoing::{QUEUE_MAX, RETRY_MAX};
pub use peers::{Peer, PeerStatus, Peers};
pub use secret::ClusterSecret;
