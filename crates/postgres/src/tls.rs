//! TLS to the database, over rustls.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

/// What is checked about the certificate of the server.
pub(crate) enum CertificateCheck {
    /// Nothing: what is sent cannot be read by others, but anybody could be the server.
    None,
    /// That one of the certificates of a file has signed it.
    Authority(PathBuf),
    /// That, and that it is for the host of the address.
    Full(PathBuf),
}

/// Makes connections with TLS.
#[derive(Clone)]
pub(crate) struct Tls {
    connector: TlsConnector,
}

impl Tls {
    /// # Errors
    /// When the file of certificates cannot be read.
    pub(crate) fn new(check: &CertificateCheck) -> Result<Self, String> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier = |roots: &Path| {
            let builder =
                WebPkiServerVerifier::builder_with_provider(roots_of(roots)?, Arc::clone(&provider));
            builder.build().map_err(|error| format!("{}: {error}", roots.display()))
        };
        let verifier: Arc<dyn ServerCertVerifier> = match check {
            CertificateCheck::None => Arc::new(Lenient { provider: Arc::clone(&provider), chain: None }),
            CertificateCheck::Authority(roots) => {
                Arc::new(Lenient { provider: Arc::clone(&provider), chain: Some(verifier(roots)?) })
            }
            CertificateCheck::Full(roots) => verifier(roots)?,
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(Self { connector: TlsConnector::from(Arc::new(config)) })
    }
}

/// The certificates of a file, in PEM.
fn roots_of(path: &Path) -> Result<Arc<RootCertStore>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))? {
        roots.add(certificate.map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))?;
    }
    match roots.is_empty() {
        true => Err(wrong(&"it has no certificate")),
        false => Ok(Arc::new(roots)),
    }
}

/// Believes a certificate for any host: one that is signed by `chain`, or any where there is none. That the server has its
/// key is checked all the same.
#[derive(Debug)]
struct Lenient {
    provider: Arc<CryptoProvider>,
    chain: Option<Arc<WebPkiServerVerifier>>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(certificate, between, host, status, now) {
            // The chain is checked before the name.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = SecureStream;
    type TlsConnect = HostTls;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<HostTls> {
        Ok(HostTls { connector: self.connector.clone(), domain: domain.to_owned() })
    }
}

/// Connects to one host. Whether its name can be used shows when TLS is: a socket of a folder has none.
pub(crate) struct HostTls {
    connector: TlsConnector,
    domain: String,
}

impl TlsConnect<Socket> for HostTls {
    type Stream = SecureStream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<SecureStream>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let name = ServerName::try_from(self.domain).map_err(io::Error::other)?;
            Ok(SecureStream(Box::new(self.connector.connect(name, stream).await?)))
        })
    }
}

/// A connection with TLS.
pub(crate) struct SecureStream(Box<tokio_rustls::client::TlsStream<Socket>>);

impl TlsStream for SecureStream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for SecureStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for SecureStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
