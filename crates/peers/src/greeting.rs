//! The first words on a connection: who speaks, which edition of the protocol, and the proof of the secret.

use std::time::Duration;

use croupier_nodes::RunId;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use crate::error::PeerError;
use crate::frame;
use crate::secret::{ClusterSecret, End, SessionBytes};

/// The edition of the protocol between nodes. Nodes of another edition are refused.
pub const PROTOCOL: u16 = 1;

/// How long the first words may take.
pub(crate) const GREETING_MAX: Duration = Duration::from_secs(5);

/// What every greeting begins with.
const MAGIC: [u8; 8] = *b"croupier";

/// The maximum length of a greeting in bytes.
const GREETING_BYTES_MAX: usize = 128;

/// The first words of each side.
#[derive(Serialize, Deserialize)]
struct Greeting {
    magic: [u8; 8],
    protocol: u16,
    run: u128,
    proof: [u8; 32],
}

/// This node, as it introduces itself.
#[derive(Clone)]
pub(crate) struct Introduction {
    pub(crate) run: RunId,
    pub(crate) secret: ClusterSecret,
}

impl Introduction {
    /// Introduces this node as the sender, and checks that the expected run answers.
    ///
    /// # Errors
    /// When something else answers, or nothing in time.
    pub(crate) async fn send(
        &self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
        session: &SessionBytes,
        expected: RunId,
    ) -> Result<(), PeerError> {
        in_time(async {
            self.greet(stream, End::Sender, session).await?;
            let run = self.greeted(stream, End::Receiver, session).await?;
            if run == expected { Ok(()) } else { Err(PeerError::OtherRun(run)) }
        })
        .await
    }

    /// Waits for a sender to introduce itself, and answers it.
    ///
    /// # Errors
    /// When it is no node of this cluster, or says nothing in time.
    pub(crate) async fn receive(
        &self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
        session: &SessionBytes,
    ) -> Result<RunId, PeerError> {
        in_time(async {
            let run = self.greeted(stream, End::Sender, session).await?;
            self.greet(stream, End::Receiver, session).await?;
            Ok(run)
        })
        .await
    }

    async fn greet(
        &self,
        stream: &mut (impl AsyncWrite + Unpin),
        end: End,
        session: &SessionBytes,
    ) -> Result<(), PeerError> {
        let proof = self.secret.prove(end, session, self.run);
        let greeting = Greeting { magic: MAGIC, protocol: PROTOCOL, run: self.run.0, proof };
        let mut bytes = Vec::new();
        frame::add(&greeting, &mut bytes)?;
        stream.write_all(&bytes).await?;
        Ok(stream.flush().await?)
    }

    async fn greeted(
        &self,
        stream: &mut (impl AsyncRead + Unpin),
        end: End,
        session: &SessionBytes,
    ) -> Result<RunId, PeerError> {
        let mut bytes = Vec::new();
        frame::read(stream, GREETING_BYTES_MAX, &mut bytes).await.map_err(no_node)?;
        let greeting: Greeting = frame::decode(&bytes).map_err(no_node)?;
        let run = RunId(greeting.run);
        if greeting.magic != MAGIC {
            return Err(PeerError::NoNode);
        }
        if greeting.protocol != PROTOCOL {
            return Err(PeerError::OtherProtocol { theirs: greeting.protocol, ours: PROTOCOL });
        }
        if !self.secret.accepts(end, session, run, greeting.proof) {
            return Err(PeerError::OtherSecret);
        }
        Ok(run)
    }
}

/// What is no greeting comes from something that is no node.
fn no_node(error: PeerError) -> PeerError {
    match error {
        PeerError::TooLong(_) | PeerError::Malformed(_) => PeerError::NoNode,
        other => other,
    }
}

async fn in_time<T>(greeting: impl Future<Output = Result<T, PeerError>>) -> Result<T, PeerError> {
    tokio::time::timeout(GREETING_MAX, greeting).await.unwrap_or(Err(PeerError::TimedOut))
}
