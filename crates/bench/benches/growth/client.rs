//! One connection that sends one request after another.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// A connection to a server.
pub(crate) struct Client {
    address: SocketAddr,
    stream: TcpStream,
    read: Vec<u8>,
}

/// An answer: its status, its body, and the time until all of it was there.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
    pub(crate) took: Duration,
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    stream
}

fn head_end(read: &[u8]) -> Option<usize> {
    read.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4)
}

fn status(read: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(read.get(9..12).unwrap_or_default()).into_owned();
    text.parse().expect("an HTTP status")
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, stream: connect(address), read: Vec::with_capacity(1 << 16) }
    }

    /// Gets something.
    pub(crate) fn get(&mut self, path: &str, token: Option<&str>) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: growth\r\n{}\r\n", bearer(token)))
    }

    /// Gives a command.
    pub(crate) fn post(&mut self, path: &str, token: &str, key: u128, body: &str) -> Answer {
        let key = uuid(key);
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: growth\r\n{}idempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            bearer(Some(token)),
            body.len()
        ))
    }

    fn send(&mut self, request: &str) -> Answer {
        let start = Instant::now();
        self.stream.write_all(request.as_bytes()).expect("a request");
        self.read.clear();
        let (body, end) = loop {
            self.read_more();
            if let Some(range) = whole(&self.read) {
                break range;
            }
        };
        let took = start.elapsed();
        let body = String::from_utf8_lossy(&self.read[body..end]).into_owned();
        Answer { status: status(&self.read), body, took }
    }

    fn read_more(&mut self) {
        let mut part = [0; 1 << 14];
        let count = self.stream.read(&mut part).expect("an answer");
        assert!(count > 0, "the server has ended the connection");
        self.read.extend_from_slice(&part[..count]);
    }

    /// Opens a WebSocket of its own and waits for its first message.
    pub(crate) fn watch(&self, path: &str, token: Option<&str>) -> Answer {
        let start = Instant::now();
        let mut other = Self::new(self.address);
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: growth\r\n{}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: Z3Jvd3RoLWdyb3d0aC0tIQ==\r\n\r\n",
            bearer(token)
        );
        other.stream.write_all(request.as_bytes()).expect("a request");
        // The head of a frame has at least two bytes; a refusal has a body.
        while head_end(&other.read).is_none_or(|end| other.read.len() < end + 2) {
            other.read_more();
        }
        let took = start.elapsed();
        let found = status(&other.read);
        let body =
            if found == 101 { String::new() } else { String::from_utf8_lossy(&other.read).into_owned() };
        Answer { status: found, body, took }
    }
}

fn bearer(token: Option<&str>) -> String {
    token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default()
}

fn uuid(of: u128) -> String {
    let hex = format!("{of:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Where the body of an answer begins and ends, if all of it is there.
fn whole(read: &[u8]) -> Option<(usize, usize)> {
    let body = head_end(read)?;
    let head = String::from_utf8_lossy(&read[..body]).to_ascii_lowercase();
    if head.contains("transfer-encoding: chunked") {
        return read.ends_with(b"0\r\n\r\n").then_some((body, read.len()));
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
    let end = body + length.unwrap_or(0);
    (read.len() >= end).then_some((body, end))
}
