//! The secret of a cluster, and the proofs that somebody knows it.

use croupier_nodes::RunId;

/// What the key is derived for. Another use of the house key leads to another secret.
const CONTEXT: &str = "croupier 2026 connections between nodes";

/// A secret that every node of a database derives from the house key.
#[derive(Clone)]
pub struct ClusterSecret([u8; 32]);

/// The two ends of a connection. Each proves something else, so that a proof cannot be sent back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The node that connects, and sends.
    Sender,
    /// The node that is connected to.
    Receiver,
}

/// Bytes that both ends of one TLS session know, and nobody else.
pub(crate) type SessionBytes = [u8; 32];

impl ClusterSecret {
    /// The secret of those who have this house key.
    pub fn of(house_key: &[u8]) -> Self {
        Self(blake3::derive_key(CONTEXT, house_key))
    }

    /// Proves that a run knows the secret in this session.
    pub(crate) fn prove(&self, end: End, session: &SessionBytes, run: RunId) -> [u8; 32] {
        *self.proof(end, session, run).as_bytes()
    }

    /// Whether a proof is right. It takes the same time for every proof.
    pub(crate) fn accepts(&self, end: End, session: &SessionBytes, run: RunId, proof: [u8; 32]) -> bool {
        self.proof(end, session, run) == blake3::Hash::from_bytes(proof)
    }

    fn proof(&self, end: End, session: &SessionBytes, run: RunId) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(match end {
            End::Sender => b"sender__",
            End::Receiver => b"receiver",
        });
        hasher.update(session);
        hasher.update(&run.0.to_le_bytes());
        hasher.finalize()
    }
}
