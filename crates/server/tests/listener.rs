//! The door of a server: TLS with a certificate of one's own, certificates that cannot be used, ports that are taken.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{Server, config, folder};
use croupier_server::listener::Listener;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A certificate that vouches for itself, with its key, in files of a folder.
fn certificate(name: &str) -> (PathBuf, PathBuf, CertificateDer<'static>) {
    let data = folder(name);
    std::fs::create_dir_all(&data).unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (file, key) = (data.join("house.pem"), data.join("house.key"));
    std::fs::write(&file, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    (file, key, made.cert.der().clone())
}

fn ask(server: &Server, trusted: CertificateDer<'static>) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted).unwrap();
    let client = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(client), name).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect(server.address)?);
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[test]
fn a_house_with_a_certificate_speaks_tls_to_whoever_trusts_it() {
    let (file, key, trusted) = certificate("tls-files");
    let mut config = config(&folder("tls"));
    config.tls = Some((file, key));
    let server = Server::start(config);
    let answer = ask(&server, trusted).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, _, other) = certificate("tls-others");
    assert!(ask(&server, other).is_err(), "nobody else is taken for the house");
}

#[test]
fn what_cannot_be_opened_says_why() {
    let (file, key, _) = certificate("tls-wrong");
    let mut wrong = config(&folder("door"));
    wrong.tls = Some((key.clone(), file.clone()));
    let reply = Listener::open(&wrong).err().map(|error| error.to_string()).unwrap();
    assert!(reply.contains("cannot use the certificate"), "{reply}");
    wrong.tls = Some((file.with_extension("nowhere"), key));
    let reply = Listener::open(&wrong).err().map(|error| error.to_string()).unwrap();
    assert!(reply.contains("house.nowhere"), "{reply}");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut late = config(&folder("late"));
    late.listen = taken.local_addr().unwrap();
    let reply = Listener::open(&late).err().map(|error| error.to_string()).unwrap();
    assert!(reply.contains("cannot listen at 127.0.0.1:"), "{reply}");
}
