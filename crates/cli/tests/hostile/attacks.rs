//! What hostile clients do, each from an address of its own, as fast as the server lets them.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::client::{Http, PING, TEXT, TableSocket, connect, frame};

/// The server under attack, and whether the attack goes on.
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    pub(crate) table: u64,
    pub(crate) over: AtomicBool,
    /// The number of attempts of each attack.
    pub(crate) attempts: [AtomicU64; ATTACKS.len()],
}

/// One attempt, from an address. It ends when the server has had enough of it.
type Attack = fn(&Target, Ipv4Addr) -> io::Result<()>;

pub(crate) const ATTACKS: [(&str, Attack); 8] = [
    ("slow headers", slow_headers),
    ("slow readers", slow_readers),
    ("pings never read", pings),
    ("malformed texts", malformed),
    ("login floods", logins),
    ("exchange requests", exchange_requests),
    ("sessions of one person", sessions),
    ("key replays", key_replays),
];

impl Target {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    /// Repeats an attack until the attack is over.
    pub(crate) fn attack(&self, number: usize) {
        let from = Ipv4Addr::new(127, 0, 1, u8::try_from(number + 1).unwrap_or(1));
        while self.goes_on() {
            self.attempts[number].fetch_add(1, Ordering::Relaxed);
            // Whatever the server does to end an attempt, the next one follows.
            if ATTACKS[number].1(self, from).is_err() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Many connections that never finish the head of a request. Those that end are opened again.
fn slow_headers(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut held: Vec<TcpStream> = Vec::new();
    while target.goes_on() {
        held.retain_mut(|stream| stream.write_all(b"x").is_ok());
        for _ in held.len()..400 {
            let mut stream = connect(from, target.address)?;
            stream.write_all(b"GET / HTTP/1.1\r\nx-slow: ")?;
            held.push(stream);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Connections that ask for much and read nothing.
fn slow_readers(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let ask = format!("GET /api/v1/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", target.address).repeat(64);
    let mut held = Vec::new();
    for _ in 0..100 {
        let mut stream = connect(from, target.address)?;
        drop(stream.write_all(ask.as_bytes()));
        held.push(stream);
    }
    while target.goes_on() && held.iter_mut().any(|stream| stream.write_all(b"GET").is_ok()) {
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Pings whose pongs are never read.
fn pings(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut socket = TableSocket::open(from, target.address, target.table, None)?;
    let many = frame(PING, &[7; 125]).repeat(100);
    while target.goes_on() {
        socket.send_raw(&many)?;
    }
    Ok(())
}

fn malformed(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut socket = TableSocket::open(from, target.address, target.table, None)?;
    let many = frame(TEXT, b"{\"type\":").repeat(100);
    while target.goes_on() {
        socket.send_raw(&many)?;
    }
    Ok(())
}

/// Logins with wrong passwords: many connections, so that many wait at once.
#[allow(clippy::unnecessary_wraps, reason = "every attack has this form")]
fn logins(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    std::thread::scope(|scope| {
        for guest in 0..8 {
            scope.spawn(move || {
                let body =
                    format!(r#"{{"house": 2, "handle": "guest{guest}", "password": "a wrong password"}}"#);
                let mut http = Http::open(from, target.address)?;
                while target.goes_on() {
                    http.send("POST", "/session", "", &body)?;
                }
                io::Result::Ok(())
            });
        }
    });
    Ok(())
}

/// Exchange requests that nobody confirms.
fn exchange_requests(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut http = Http::open(from, target.address)?;
    let login = http.visit()?;
    let body = r#"{"do": "request-exchange", "exchange": {"kind": "cash-out", "amount": "1"}}"#;
    while target.goes_on() {
        http.command(&login, "/houses/2/commands", "", body)?;
        http.send("GET", "/houses/2/me", &format!("cookie: {}\r\n", login.cookie), "")?;
    }
    Ok(())
}

/// One person who logs in again and again and uses every session.
fn sessions(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut http = Http::open(from, target.address)?;
    let body = r#"{"house": 2, "handle": "demo_player", "password": "croupier-demo", "bearer": true}"#;
    let mut tokens = Vec::new();
    while target.goes_on() {
        let answer = http.send("POST", "/session", "", body)?;
        tokens.extend(answer.body["token"].as_str().map(ToOwned::to_owned));
        for token in tokens.iter().rev().take(40) {
            http.send("GET", "/houses/2/me", &format!("authorization: Bearer {token}\r\n"), "")?;
        }
    }
    Ok(())
}

/// One command that is sent again and again under its key.
fn key_replays(target: &Target, from: Ipv4Addr) -> io::Result<()> {
    let mut http = Http::open(from, target.address)?;
    let login = http.visit()?;
    let path = format!("/houses/2/tables/{}/commands", target.table);
    let key = "idempotency-key: 6f9619ff-8b86-d011-b42d-00cf4fc964ff\r\n";
    while target.goes_on() {
        http.command(&login, &path, key, r#"{"do": "sit"}"#)?;
    }
    Ok(())
}
