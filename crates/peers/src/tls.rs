//! TLS between nodes. A certificate is made at each start and means nothing: after it, both ends prove that they know
//! the secret of the cluster in this very session.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, ConnectionCommon, DigitallySignedStruct, ServerConfig, SignatureScheme};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::error::PeerError;
use crate::secret::SessionBytes;

/// The name in every certificate. Nobody checks it.
pub(crate) const NAME: &str = "croupier-node";

/// The label of the bytes that both ends derive from a session.
const LABEL: &[u8] = b"EXPORTER-croupier-nodes";

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn malformed(error: impl std::fmt::Display) -> PeerError {
    PeerError::Malformed(error.to_string())
}

/// The end that is connected to.
///
/// # Errors
/// When no certificate can be made.
pub(crate) fn acceptor() -> Result<TlsAcceptor, PeerError> {
    let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).map_err(malformed)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let config = ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(malformed)?
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .map_err(malformed)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// The end that connects.
///
/// # Errors
/// When TLS 1.3 is not available.
pub(crate) fn connector() -> Result<TlsConnector, PeerError> {
    let provider = provider();
    let algorithms = provider.signature_verification_algorithms;
    let config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(malformed)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(algorithms)))
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Bytes that only the two ends of this session know.
///
/// # Errors
/// When the handshake is not over.
pub(crate) fn session_bytes<D>(session: &ConnectionCommon<D>) -> Result<SessionBytes, PeerError> {
    session.export_keying_material(SessionBytes::default(), LABEL, None).map_err(malformed)
}

/// Accepts every certificate, and checks that the other side has its key.
#[derive(Debug)]
struct AnyCertificate(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
