//! The connection to one other node: made again with exponential back-off when it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use croupier_nodes::{PeerMessage, RunId};
use rustls::pki_types::ServerName;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::error::PeerError;
use crate::frame;
use crate::greeting::{GREETING_MAX, Introduction};
use crate::tls::{self, NAME};

/// The maximum number of messages that wait for one node. Further ones are dropped.
pub const QUEUE_MAX: usize = 4096;

/// The longest pause between two attempts to connect.
pub const RETRY_MAX: Duration = Duration::from_secs(2);

/// The pause after the first attempt.
const RETRY_FIRST: Duration = Duration::from_millis(25);

/// The time between two signs of life while there is nothing to send.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// How long a write may take before the connection is given up.
const WRITE_MAX: Duration = Duration::from_secs(5);

/// The number of bytes from which no further message joins a write.
const WRITE_BYTES: usize = 256 << 10;

/// What is known about a connection, for the list of nodes and for metrics.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) connected: AtomicBool,
    pub(crate) sent: AtomicU64,
    pub(crate) dropped: AtomicU64,
}

/// The connection to one other node. It ends when this is dropped.
pub(crate) struct Outgoing {
    pub(crate) address: String,
    pub(crate) figures: Arc<Figures>,
    queue: Sender<PeerMessage>,
    task: AbortHandle,
}

impl Outgoing {
    /// Connects to a node from now on.
    pub(crate) fn start(
        run: RunId,
        address: String,
        connector: TlsConnector,
        introduction: Introduction,
    ) -> Self {
        let (queue, waiting) = channel(QUEUE_MAX);
        let figures = Arc::new(Figures::default());
        let link =
            Link { run, address: address.clone(), connector, introduction, figures: Arc::clone(&figures) };
        let task = tokio::spawn(link.run(waiting)).abort_handle();
        Self { address, figures, queue, task }
    }

    /// Sends a message, or drops it if too many wait.
    pub(crate) fn send(&self, message: PeerMessage) {
        if self.queue.try_send(message).is_err() {
            self.figures.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Link {
    run: RunId,
    address: String,
    connector: TlsConnector,
    introduction: Introduction,
    figures: Arc<Figures>,
}

impl Link {
    async fn run(self, mut waiting: Receiver<PeerMessage>) {
        let mut pause = RETRY_FIRST;
        loop {
            let ended = match self.connect().await {
                Ok(stream) => {
                    pause = RETRY_FIRST;
                    self.figures.connected.store(true, Ordering::Relaxed);
                    self.send_all(stream, &mut waiting).await
                }
                Err(error) => Err(error),
            };
            self.figures.connected.store(false, Ordering::Relaxed);
            let Err(error) = ended else { return };
            tracing::debug!(address = self.address, %error, "no connection to another node");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(RETRY_MAX);
            self.drop_stale(&mut waiting);
        }
    }

    /// Drops what waited while there was no connection: whoever sent it has sent it again or given up.
    fn drop_stale(&self, waiting: &mut Receiver<PeerMessage>) {
        let mut stale = 0;
        while waiting.try_recv().is_ok() {
            stale += 1;
        }
        self.figures.dropped.fetch_add(stale, Ordering::Relaxed);
    }

    async fn connect(&self) -> Result<TlsStream<TcpStream>, PeerError> {
        let connecting = async {
            let stream = TcpStream::connect(&self.address).await?;
            stream.set_nodelay(true)?;
            let name = ServerName::try_from(NAME).map_err(|error| PeerError::Malformed(error.to_string()))?;
            Ok::<_, PeerError>(self.connector.connect(name, stream).await?)
        };
        let shaken = tokio::time::timeout(GREETING_MAX, connecting).await;
        let mut stream = shaken.map_err(|_| PeerError::TimedOut)??;
        let session = tls::session_bytes(stream.get_ref().1)?;
        self.introduction.send(&mut stream, &session, self.run).await?;
        Ok(stream)
    }

    /// Sends what arrives, many messages with one write. Ends without an error when nothing will arrive any more.
    async fn send_all(
        &self,
        stream: TlsStream<TcpStream>,
        waiting: &mut Receiver<PeerMessage>,
    ) -> Result<(), PeerError> {
        let (mut reader, mut writer) = tokio::io::split(stream);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            tokio::select! {
                next = waiting.recv() => match next {
                    Some(first) => self.fill(first, waiting, &mut bytes),
                    None => return Ok(()),
                },
                // The other node says nothing more: what can be read is the end of the connection.
                ended = reader.read_u8() => return Err(ended.map_or_else(PeerError::Network, |_| PeerError::NoNode)),
                () = tokio::time::sleep(SIGN_OF_LIFE) => frame::add_sign_of_life(&mut bytes),
            }
            let write = async {
                writer.write_all(&bytes).await?;
                writer.flush().await
            };
            tokio::time::timeout(WRITE_MAX, write).await.map_err(|_| PeerError::TimedOut)??;
        }
    }

    /// Fills a write with what waits.
    fn fill(&self, first: PeerMessage, waiting: &mut Receiver<PeerMessage>, bytes: &mut Vec<u8>) {
        let mut next = Some(first);
        while let Some(message) = next {
            match frame::add(&message, bytes) {
                Ok(()) => self.figures.sent.fetch_add(1, Ordering::Relaxed),
                Err(error) => {
                    tracing::error!(%error, "a message to another node cannot be sent");
                    self.figures.dropped.fetch_add(1, Ordering::Relaxed)
                }
            };
            next = if bytes.len() < WRITE_BYTES { waiting.try_recv().ok() } else { None };
        }
    }
}
