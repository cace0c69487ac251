//! The listener: the port of a server, and its certificate if the server itself provides TLS.
//!
//! Only HTTP/1.1 is spoken, whose connections can be bounded: one request at a time, a timeout for its head, one for
//! its body. A proxy in front may speak any version to the outside.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::Layer;

use crate::config::Config;
use crate::door::limits::{CONNECTION_BUFFER, HANDSHAKE_TIMEOUT, HEAD_BYTES};
use crate::door::{Connections, TimedStream};
use crate::error::{ServeError, failed};

/// The pause after an error of the system in accepting a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A bound port, and a loaded certificate.
pub struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Binds the port. No connection is accepted yet.
    ///
    /// # Errors
    /// When the port cannot be bound, or the certificate cannot be used.
    pub fn open(config: &Config) -> Result<Self, ServeError> {
        let tls = match &config.tls {
            None => None,
            Some((certificate, key)) => {
                let unusable = |error| ServeError(format!("cannot use the certificate: {error}"));
                Some(acceptor(certificate, key).map_err(unusable)?)
            }
        };
        let socket = TcpListener::bind(config.listen)
            .map_err(|error| ServeError(format!("cannot listen at {}: {error}", config.listen)))?;
        socket.set_nonblocking(true).map_err(failed)?;
        Ok(Self { socket, tls })
    }

    /// The address of the port.
    pub(crate) fn address(&self) -> Result<SocketAddr, ServeError> {
        self.socket.local_addr().map_err(failed)
    }

    /// Accepts connections until `stop` becomes true. Then open connections have `grace` to end.
    pub(crate) async fn serve(
        self,
        router: Router,
        connections: Connections,
        header_timeout: Duration,
        mut stop: watch::Receiver<bool>,
        grace: Duration,
    ) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.socket).map_err(failed)?;
        let mut http = http1::Builder::new();
        // A client that has sent its request and nothing more is answered. Otherwise every request that waits for the disk
        // would be read from once more, only to see whether its client is still there.
        http.timer(TokioTimer::new())
            .half_close(true)
            .header_read_timeout(header_timeout)
            .max_header_size(HEAD_BYTES)
            .max_buf_size(CONNECTION_BUFFER);
        loop {
            let accepted = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                accepted = listener.accept() => accepted,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            // An answer is sent at once, and does not wait until the one before is acknowledged.
            if let Err(error) = stream.set_nodelay(true) {
                tracing::warn!(%error, "a connection cannot be set up");
                continue;
            }
            match connections.admit(stream, peer.ip()) {
                Ok(stream) => {
                    let router = Extension(ConnectInfo(peer)).layer(router.clone());
                    let service = TowerToHyperService::new(router);
                    tokio::spawn(serve_connection(
                        http.clone(),
                        stream,
                        self.tls.clone(),
                        service,
                        stop.clone(),
                    ));
                }
                // Without a handshake there is no way to answer over TLS.
                Err(refused) if self.tls.is_some() => drop(refused),
                Err(refused) => {
                    let (stream, problem) = *refused;
                    connections.refuse(stream, problem);
                }
            }
        }
        drop(listener);
        connections.ended(grace).await;
        Ok(())
    }
}

/// The router with the address of the peer.
type Service = TowerToHyperService<axum::middleware::AddExtension<Router, ConnectInfo<SocketAddr>>>;

async fn serve_connection(
    http: http1::Builder,
    stream: TimedStream,
    tls: Option<TlsAcceptor>,
    service: Service,
    stop: watch::Receiver<bool>,
) {
    match tls {
        None => serve_http(http, stream, service, stop).await,
        Some(tls) => {
            if let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE_TIMEOUT, tls.accept(stream)).await {
                serve_http(http, stream, service, stop).await;
            }
        }
    }
}

/// Serves the requests of a connection. When the server stops, the request in progress is the last one.
async fn serve_http<S>(http: http1::Builder, stream: S, service: Service, mut stop: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let stopped = async move { drop(stop.wait_for(|stop| *stop).await) };
    // How a connection ends is its client's business.
    tokio::select! {
        biased;
        () = stopped => {
            connection.as_mut().graceful_shutdown();
            drop(connection.await);
        }
        ended = connection.as_mut() => drop(ended),
    }
}

/// Loads a certificate with its key.
fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, String> {
    let in_file = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain = CertificateDer::pem_file_iter(certificate).map_err(|error| in_file(certificate, &error))?;
    let chain: Vec<_> = chain.collect::<Result<_, _>>().map_err(|error| in_file(certificate, &error))?;
    let key_der = PrivateKeyDer::from_pem_file(key).map_err(|error| in_file(key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?.with_no_client_auth();
    let mut config = config.with_single_cert(chain, key_der).map_err(|error| error.to_string())?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
