//! The open connections: how many there may be in all and from one address, and the answer to one too many.

use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::response::IntoResponse;
use metrics::counter;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::address::AddressBlock;
use super::counts::CountLimit;
use super::descriptors::connections_within_descriptors;
use super::limits::{DoorLimits, REFUSAL_TIMEOUT, REFUSALS_AT_ONCE};
use super::permit::ConnectionPermit;
use super::proxy::TrustedProxies;
use super::stream::TimedStream;
use crate::telemetry::{REFUSED, set_connections_max};
use crate::wire::{Problem, ProblemCode};

/// The open connections of a server.
pub(crate) struct Connections {
    limits: DoorLimits,
    most: u32,
    proxies: TrustedProxies,
    all: Arc<Semaphore>,
    by_address: Arc<CountLimit>,
    refusals: Arc<Semaphore>,
}

impl Connections {
    /// The connections of a server: none yet.
    pub(crate) fn new(limits: DoorLimits, proxies: TrustedProxies) -> Self {
        let most = connections_within_descriptors(limits.connections);
        if most < limits.connections {
            tracing::info!(most, "the descriptors of the process limit the number of connections");
        }
        set_connections_max(most);
        let semaphore =
            |permits: u32| Arc::new(Semaphore::new(permits.try_into().expect("a machine counts 32 bits")));
        Self {
            limits,
            most,
            proxies,
            all: semaphore(most),
            by_address: Arc::new(CountLimit::new(limits.connections_per_address)),
            refusals: semaphore(REFUSALS_AT_ONCE),
        }
    }

    /// Admits a connection with its timeouts.
    ///
    /// # Errors
    /// The stream and the reason when there are too many connections.
    pub(crate) fn admit(
        &self,
        stream: TcpStream,
        peer: IpAddr,
    ) -> Result<TimedStream, Box<(TcpStream, Problem)>> {
        match self.permit(peer) {
            Ok(permit) => {
                let DoorLimits { idle_timeout, stall_timeout, .. } = self.limits;
                Ok(TimedStream::new(stream, idle_timeout, stall_timeout, permit))
            }
            Err(problem) => Err(Box::new((stream, problem))),
        }
    }

    fn permit(&self, peer: IpAddr) -> Result<ConnectionPermit, Problem> {
        // A trusted proxy has the connections of all its clients.
        let address = if self.proxies.trusts(peer) {
            None
        } else {
            let admitted = self.by_address.admit(AddressBlock::of(peer));
            admitted.map_err(|_| {
                let allowed = format!("at most {} at the same time", self.by_address.most());
                Problem::new(ProblemCode::Rate, "too many connections from one address", allowed)
            })?
        };
        let all = Arc::clone(&self.all).try_acquire_owned();
        let all = all.map_err(|_| {
            Problem::new(ProblemCode::Unavailable, "the server has too many connections", "try again later")
        })?;
        Ok(ConnectionPermit::new(all, address))
    }

    /// Answers a connection that is refused, unless too many are being answered.
    pub(crate) fn refuse(&self, stream: TcpStream, problem: Problem) {
        counter!(REFUSED).increment(1);
        if let Ok(turn) = Arc::clone(&self.refusals).try_acquire_owned() {
            tokio::spawn(async move {
                drop(tokio::time::timeout(REFUSAL_TIMEOUT, answer(stream, problem)).await);
                drop(turn);
            });
        }
    }

    /// Waits until all connections have ended, but not longer than `most`.
    pub(crate) async fn ended(&self, most: Duration) {
        drop(tokio::time::timeout(most, self.all.acquire_many(self.most)).await);
    }
}

/// Sends the problem. What the client sends is read, because closing a connection with unread bytes would discard the
/// answer.
async fn answer(mut stream: TcpStream, problem: Problem) -> std::io::Result<()> {
    let mut sent = [0; 1024];
    let _ = stream.read(&mut sent).await?;
    stream.write_all(&response(problem)).await?;
    stream.shutdown().await?;
    while stream.read(&mut sent).await? > 0 {}
    Ok(())
}

/// The bytes of a response.
fn response(problem: Problem) -> Vec<u8> {
    let body = serde_json::to_string(&problem).expect("a problem is JSON");
    let (parts, _) = problem.into_response().into_parts();
    let mut head =
        format!("HTTP/1.1 {}\r\nconnection: close\r\ncontent-length: {}\r\n", parts.status, body.len());
    for (name, value) in &parts.headers {
        if name != axum::http::header::CONTENT_LENGTH {
            let _ = write!(head, "{name}: {}\r\n", value.to_str().unwrap_or_default());
        }
    }
    format!("{head}\r\n{body}").into_bytes()
}
