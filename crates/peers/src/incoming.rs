//! Connections from other nodes: accepted up to a bound, and read until they end.

use std::time::Duration;

use croupier_nodes::{PeerMessage, RunId};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::error::PeerError;
use crate::frame::{self, FRAME_MAX};
use crate::greeting::{GREETING_MAX, Introduction};
use crate::tls;

/// The maximum number of connections from others. Further ones are closed at once.
pub const CONNECTIONS_MAX: usize = 256;

/// How long a connection may be silent before it is closed. A sender gives a sign of life much more often.
pub const SILENCE_MAX: Duration = Duration::from_secs(20);

/// How long to wait after a connection could not be accepted, for example because no descriptor is free.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What receives the messages of other nodes.
pub(crate) type Inbox = mpsc::Sender<(RunId, PeerMessage)>;

/// Accepts connections until nobody reads the inbox any more. They end with this.
pub(crate) async fn accept_all(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    introduction: Introduction,
    inbox: Inbox,
) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = inbox.closed() => return,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        if connections.len() >= CONNECTIONS_MAX {
            continue;
        }
        let (acceptor, introduction, inbox) = (acceptor.clone(), introduction.clone(), inbox.clone());
        connections.spawn(async move {
            if let Err(error) = serve(stream, &acceptor, &introduction, &inbox).await {
                tracing::debug!(%address, %error, "a connection from another node has ended");
            }
        });
    }
}

/// Reads the messages of one connection.
async fn serve(
    stream: TcpStream,
    acceptor: &TlsAcceptor,
    introduction: &Introduction,
    inbox: &Inbox,
) -> Result<(), PeerError> {
    stream.set_nodelay(true)?;
    let shaken = tokio::time::timeout(GREETING_MAX, acceptor.accept(stream)).await;
    let mut stream = shaken.map_err(|_| PeerError::TimedOut)??;
    let session = tls::session_bytes(stream.get_ref().1)?;
    let from = introduction.receive(&mut stream, &session).await?;
    let mut bytes = Vec::new();
    loop {
        let read = frame::read(&mut stream, FRAME_MAX, &mut bytes);
        tokio::time::timeout(SILENCE_MAX, read).await.map_err(|_| PeerError::TimedOut)??;
        if let Some(message) = frame::message(&bytes)?
            && inbox.send((from, message)).await.is_err()
        {
            return Ok(());
        }
    }
}
