//! Nodes on this machine.

use std::net::SocketAddr;
use std::time::Duration;

use croupier_nodes::{HouseNumber, PeerMessage, RunId};
use croupier_peers::{ClusterSecret, Peer, Peers};
use tokio::net::TcpListener;
use tokio::sync::mpsc::Receiver;

/// How long a test waits for what must happen.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// A node that listens.
pub(crate) struct TestNode {
    pub(crate) run: RunId,
    pub(crate) peers: Peers,
    pub(crate) inbox: Receiver<(RunId, PeerMessage)>,
}

impl TestNode {
    pub(crate) async fn start(run: u128, key: &[u8]) -> Self {
        Self::at(run, key, TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    pub(crate) fn at(run: u128, key: &[u8], listener: TcpListener) -> Self {
        let (peers, inbox) = Peers::start(RunId(run), ClusterSecret::of(key), listener).unwrap();
        Self { run: RunId(run), peers, inbox }
    }

    pub(crate) fn peer(&self) -> Peer {
        self.peer_at(self.peers.address())
    }

    pub(crate) fn peer_at(&self, address: SocketAddr) -> Peer {
        Peer { run: self.run, address: address.to_string() }
    }

    /// The next message, which must come.
    pub(crate) async fn next(&mut self) -> (RunId, PeerMessage) {
        tokio::time::timeout(SOON, self.inbox.recv()).await.expect("a message").expect("an open inbox")
    }

    /// Waits until the only connection is there.
    pub(crate) async fn connected(&self) {
        let waiting = async {
            while !self.peers.statuses()[0].connected {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(SOON, waiting).await.expect("a connection");
    }

    /// Sends until the other node has received something that is sent from now on, because messages may be lost.
    pub(crate) async fn reach(&self, other: &mut Self, number: u16) {
        let sending = async {
            loop {
                self.peers.send(other.run, follow(number));
                let waiting = tokio::time::timeout(Duration::from_millis(20), other.inbox.recv()).await;
                if waiting.is_ok_and(|got| got == Some((self.run, follow(number)))) {
                    return;
                }
            }
        };
        tokio::time::timeout(SOON, sending).await.expect("a message");
    }
}

/// A message with a number.
pub(crate) fn follow(number: u16) -> PeerMessage {
    PeerMessage::Follow { house: HouseNumber(number) }
}
