//! The listener: the port of a server, and its certificate if the server itself provides TLS.

use std::net::{SocketAddr, TcpListener};

use axum::Router;
use axum::extract::connect_info::IntoMakeServiceWithConnectInfo;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::RustlsConfig;

use crate::config::Config;
use crate::error::{ServeError, failed};

/// A bound port, and a loaded certificate.
pub struct Listener {
    socket: TcpListener,
    tls: Option<RustlsConfig>,
}

impl Listener {
    /// Binds the port. No connection is accepted yet.
    ///
    /// # Errors
    /// When the port cannot be bound, or the certificate cannot be used.
    pub async fn open(config: &Config) -> Result<Self, ServeError> {
        let tls = match &config.tls {
            None => None,
            Some((certificate, key)) => {
                drop(rustls::crypto::ring::default_provider().install_default());
                let tls = RustlsConfig::from_pem_file(certificate, key).await;
                Some(tls.map_err(|error| ServeError(format!("cannot use the certificate: {error}")))?)
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

    /// Accepts connections until the handle stops it. `TCP_NODELAY` is set, so that responses are sent without delay.
    pub(crate) async fn serve(
        self,
        handle: Handle<SocketAddr>,
        router: IntoMakeServiceWithConnectInfo<Router, SocketAddr>,
    ) -> Result<(), ServeError> {
        match self.tls {
            None => {
                let server = axum_server::from_tcp(self.socket).map_err(failed)?.acceptor(NoDelayAcceptor);
                server.handle(handle).serve(router).await.map_err(failed)
            }
            Some(tls) => {
                let server = axum_server::from_tcp_rustls(self.socket, tls).map_err(failed)?;
                let server = server.map(|tls| tls.acceptor(NoDelayAcceptor));
                server.handle(handle).serve(router).await.map_err(failed)
            }
        }
    }
}
