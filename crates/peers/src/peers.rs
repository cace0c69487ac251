//! All connections of a node.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use croupier_nodes::{PeerMessage, RunId};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;

use crate::error::PeerError;
use crate::greeting::Introduction;
use crate::incoming::accept_all;
use crate::outgoing::{Outgoing, QUEUE_MAX};
use crate::secret::ClusterSecret;
use crate::tls;

/// Another node, as it has announced itself in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// Its run.
    pub run: RunId,
    /// The address at which it receives messages: a name or number, and a port.
    pub address: String,
}

/// The state of the connection to another node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeerStatus {
    /// The node.
    pub peer: Peer,
    /// Whether there is a connection.
    pub connected: bool,
    /// The number of messages that were sent.
    pub sent: u64,
    /// The number of messages that were dropped, because too many waited or there was no connection.
    pub dropped: u64,
}

/// The connections of a node. They end when this is dropped.
pub struct Peers {
    introduction: Introduction,
    connector: TlsConnector,
    address: SocketAddr,
    members: Mutex<HashMap<RunId, Outgoing>>,
    accepting: AbortHandle,
}

impl Peers {
    /// Listens for other nodes. Returns the connections, which are none yet, and what receives messages.
    ///
    /// # Errors
    /// When TLS is not available or the address of the listener is not known.
    pub fn start(
        run: RunId,
        secret: ClusterSecret,
        listener: TcpListener,
    ) -> Result<(Self, Receiver<(RunId, PeerMessage)>), PeerError> {
        let address = listener.local_addr()?;
        let introduction = Introduction { run, secret };
        let (sender, inbox) = channel(QUEUE_MAX);
        let accepting = tokio::spawn(accept_all(listener, tls::acceptor()?, introduction.clone(), sender));
        let peers = Self {
            introduction,
            connector: tls::connector()?,
            address,
            members: Mutex::default(),
            accepting: accepting.abort_handle(),
        };
        Ok((peers, inbox))
    }

    /// The address at which this node listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Connects to these nodes, and to no others. A node that advertises another address than before is connected to
    /// again.
    pub fn set_members(&self, members: &[Peer]) {
        let mut known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|run, link| members.iter().any(|peer| peer.run == *run && peer.address == link.address));
        for peer in members.iter().filter(|peer| peer.run != self.introduction.run) {
            known.entry(peer.run).or_insert_with(|| {
                let (connector, introduction) = (self.connector.clone(), self.introduction.clone());
                Outgoing::start(peer.run, peer.address.clone(), connector, introduction)
            });
        }
    }

    /// Sends a message to another node. Where it is no member, cannot be reached or does not read, the message is lost.
    pub fn send(&self, to: RunId, message: PeerMessage) {
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(link) = members.get(&to) {
            link.send(message);
        }
    }

    /// The state of every connection, in the order of the runs.
    pub fn statuses(&self) -> Vec<PeerStatus> {
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let status = |(run, link): (&RunId, &Outgoing)| PeerStatus {
            peer: Peer { run: *run, address: link.address.clone() },
            connected: link.figures.connected.load(Ordering::Relaxed),
            sent: link.figures.sent.load(Ordering::Relaxed),
            dropped: link.figures.dropped.load(Ordering::Relaxed),
        };
        let mut all: Vec<PeerStatus> = members.iter().map(status).collect();
        all.sort_unstable_by_key(|status| status.peer.run);
        all
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
