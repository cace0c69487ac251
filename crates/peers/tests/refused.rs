//! Those who do not know the secret of the cluster, and those who are no nodes.

use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, ServerConfig, SignatureScheme};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::common::{TestNode, follow};

const KEY: &[u8] = b"the key of this house";

/// Longer than a connection on this machine takes.
const A_WHILE: Duration = Duration::from_millis(500);

/// Sends for a while, and checks that nothing arrives and no connection is shown.
async fn expect_cut_off(one: &TestNode, two: &mut TestNode) {
    let until = tokio::time::Instant::now() + A_WHILE;
    while tokio::time::Instant::now() < until {
        one.peers.send(two.run, follow(1));
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert!(!one.peers.statuses()[0].connected);
    }
    assert!(two.inbox.try_recv().is_err());
    assert_eq!(one.peers.statuses()[0].sent, 0);
}

#[tokio::test]
async fn a_node_with_another_house_key_is_refused() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, b"another key").await);
    one.peers.set_members(&[two.peer()]);
    expect_cut_off(&one, &mut two).await;
}

#[tokio::test]
async fn another_run_than_the_expected_one_is_refused() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    let mut expected = two.peer();
    expected.run = croupier_nodes::RunId(3);
    one.peers.set_members(&[expected]);
    expect_cut_off(&one, &mut two).await;
}

#[tokio::test]
async fn whoever_sits_between_two_nodes_with_tls_of_its_own_is_refused() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    let between = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, target) = (between.local_addr().unwrap(), two.peers.address());
    let (acceptor, connector) = (own_acceptor(), own_connector());
    let relayed = Arc::new(std::sync::atomic::AtomicU32::new(0));
    let count = Arc::clone(&relayed);
    tokio::spawn(async move {
        while let Ok((stream, _)) = between.accept().await {
            let Ok(mut near) = acceptor.accept(stream).await else { continue };
            let far = TcpStream::connect(target).await.unwrap();
            let name = ServerName::try_from("croupier-node").unwrap();
            let mut far = connector.connect(name, far).await.unwrap();
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            drop(copy_bidirectional(&mut near, &mut far).await);
        }
    });
    one.peers.set_members(&[two.peer_at(address)]);
    expect_cut_off(&one, &mut two).await;
    assert!(relayed.load(std::sync::atomic::Ordering::Relaxed) > 0, "it was in between");
}

#[tokio::test]
async fn garbage_and_silence_do_not_disturb_a_node() {
    let (one, mut two) = (TestNode::start(1, KEY).await, TestNode::start(2, KEY).await);
    let _silent = TcpStream::connect(two.peers.address()).await.unwrap();
    let mut plain = TcpStream::connect(two.peers.address()).await.unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    let mut rest = Vec::new();
    // Refused by TLS: an alert or a closed connection, and nothing else.
    let read = tokio::time::timeout(Duration::from_secs(20), plain.read_to_end(&mut rest)).await;
    assert!(read.is_ok(), "the connection is closed");
    for garbage in [&[0xff; 64][..], &[64, 0, 0, 0, 1, 2, 3, 4], &[8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]] {
        let stream = TcpStream::connect(two.peers.address()).await.unwrap();
        let name = ServerName::try_from("croupier-node").unwrap();
        let mut stream = own_connector().connect(name, stream).await.unwrap();
        stream.write_all(garbage).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.unwrap();
        assert!(answer.is_empty(), "a stranger gets no answer: {answer:?}");
    }
    one.peers.set_members(&[two.peer()]);
    one.reach(&mut two, 5).await;
}

fn own_acceptor() -> TlsAcceptor {
    let made = rcgen::generate_simple_self_signed(["croupier-node".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

fn own_connector() -> TlsConnector {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anything))
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// A verifier that checks nothing.
#[derive(Debug)]
struct Anything;

impl ServerCertVerifier for Anything {
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
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        rustls::crypto::ring::default_provider().signature_verification_algorithms.supported_schemes()
    }
}
