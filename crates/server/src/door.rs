//! The door of a server: its port, and its certificate where it speaks TLS itself.

use std::net::{SocketAddr, TcpListener};

use axum::Router;
use axum::extract::connect_info::IntoMakeServiceWithConnectInfo;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::RustlsConfig;

use crate::config::Config;
use crate::serve::{Unserved, failed};

/// A port that is had, and a certificate that can be used.
pub struct Door {
    socket: TcpListener,
    tls: Option<RustlsConfig>,
}

impl Door {
    /// Opens it: nobody is let in yet. Whoever is about to make a data folder asks first.
    ///
    /// # Errors
    /// When the port cannot be had, or the certificate cannot be used.
    pub async fn open(config: &Config) -> Result<Self, Unserved> {
        let tls = match &config.tls {
            None => None,
            Some((certificate, key)) => {
                drop(rustls::crypto::ring::default_provider().install_default());
                let tls = RustlsConfig::from_pem_file(certificate, key).await;
                Some(tls.map_err(|error| Unserved(format!("the certificate cannot be used: {error}")))?)
            }
        };
        let socket = TcpListener::bind(config.listen)
            .map_err(|error| Unserved(format!("cannot listen at {}: {error}", config.listen)))?;
        socket.set_nonblocking(true).map_err(failed)?;
        Ok(Self { socket, tls })
    }

    /// Where it is.
    pub(crate) fn address(&self) -> Result<SocketAddr, Unserved> {
        self.socket.local_addr().map_err(failed)
    }

    /// Lets people in until the handle says otherwise. An answer waits for no other one to share a packet with.
    pub(crate) async fn serve(
        self,
        handle: Handle<SocketAddr>,
        router: IntoMakeServiceWithConnectInfo<Router, SocketAddr>,
    ) -> Result<(), Unserved> {
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
