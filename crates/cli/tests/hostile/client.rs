//! A small client: HTTP and `WebSockets` over a connection from any loopback address, without manners of its own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use socket2::{Domain, Socket, Type};

/// Connects from an address of this machine: every attacker has one of their own.
pub(crate) fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&to.into(), Duration::from_secs(5))?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.set_write_timeout(Some(Duration::from_secs(5)))?;
    Ok(stream)
}

/// A connection that is used for one request after another.
pub(crate) struct Http {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
}

/// A session with a cookie.
#[derive(Clone)]
pub(crate) struct Login {
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

/// An answer: its cookie and its body.
pub(crate) struct Answer {
    pub(crate) cookie: Option<String>,
    pub(crate) body: Value,
}

impl Http {
    pub(crate) fn open(from: Ipv4Addr, to: SocketAddr) -> io::Result<Self> {
        Ok(Self { stream: BufReader::new(connect(from, to)?), host: to })
    }

    /// Sends a request and reads the answer.
    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        let head = format!("{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\n{headers}", self.host);
        let length = body.len();
        let text = format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}");
        self.stream.get_mut().write_all(text.as_bytes())?;
        self.answer()
    }

    /// Sends a command of somebody who is logged in.
    pub(crate) fn command(
        &mut self,
        login: &Login,
        path: &str,
        more: &str,
        body: &str,
    ) -> io::Result<Answer> {
        let Login { cookie, csrf } = login;
        self.send("POST", path, &format!("cookie: {cookie}\r\nx-csrf-token: {csrf}\r\n{more}"), body)
    }

    /// Visits the demo house.
    pub(crate) fn visit(&mut self) -> io::Result<Login> {
        let answer = self.send("POST", "/demo/visit", "", r#"{"house": 2}"#)?;
        let csrf = answer.body["csrf"].as_str().map(ToOwned::to_owned);
        answer
            .cookie
            .zip(csrf)
            .map(|(cookie, csrf)| Login { cookie, csrf })
            .ok_or_else(|| other("no session"))
    }

    fn answer(&mut self) -> io::Result<Answer> {
        let (mut length, mut cookie) = (0, None);
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(other("the connection has ended"));
            }
            let line = line.trim_end();
            if let Some((name, value)) = line.split_once(": ") {
                match name {
                    "content-length" => length = value.parse().unwrap_or(0),
                    "set-cookie" => cookie = value.split(';').next().map(ToOwned::to_owned),
                    _ => {}
                }
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { cookie, body: serde_json::from_slice(&body).unwrap_or(Value::Null) })
    }
}

fn other(why: &str) -> io::Error {
    io::Error::other(why.to_owned())
}

/// The frames of a WebSocket.
pub(crate) const TEXT: u8 = 1;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;

/// The socket of a table.
pub(crate) struct TableSocket {
    stream: BufReader<TcpStream>,
}

impl TableSocket {
    pub(crate) fn open(
        from: Ipv4Addr,
        to: SocketAddr,
        table: u64,
        login: Option<&Login>,
    ) -> io::Result<Self> {
        let mut stream = BufReader::new(connect(from, to)?);
        let cookie = login.map(|login| format!("cookie: {}\r\n", login.cookie)).unwrap_or_default();
        let head = format!(
            "GET /api/v1/houses/2/tables/{table}/live HTTP/1.1\r\nhost: {to}\r\norigin: http://{to}\r\n{cookie}\
             connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.get_mut().write_all(head.as_bytes())?;
        let mut line = String::new();
        stream.read_line(&mut line)?;
        if !line.starts_with("HTTP/1.1 101") {
            return Err(other(&line));
        }
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line)?;
        }
        Ok(Self { stream })
    }

    /// Sends a frame. The mask is zero, which masks nothing.
    pub(crate) fn send(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(&frame(kind, payload))
    }

    /// Sends many frames at once.
    pub(crate) fn send_raw(&mut self, frames: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(frames)
    }

    /// The next text. Pings are answered.
    pub(crate) fn next(&mut self) -> io::Result<Value> {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => usize::from(u16::from_be_bytes(self.bytes()?)),
                127 => usize::try_from(u64::from_be_bytes(self.bytes()?)).map_err(io::Error::other)?,
                short => usize::from(short),
            };
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload)?;
            match head[0] & 0x0f {
                TEXT => return serde_json::from_slice(&payload).map_err(io::Error::other),
                PING => self.send(PONG, &payload)?,
                8 => return Err(other(&String::from_utf8_lossy(&payload))),
                _ => {}
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A frame of a client.
pub(crate) fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match u8::try_from(payload.len()) {
        Ok(short @ ..126) => frame.push(0x80 | short),
        _ => {
            frame.push(0x80 | 0x7e);
            frame.extend(u16::try_from(payload.len()).unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}
