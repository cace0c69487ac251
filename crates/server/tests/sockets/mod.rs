//! Sockets of tables, for tests.
#![allow(unreachable_pub, dead_code, reason = "each test uses a part")]

use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::common::{Guest, Server};

pub type Socket = WebSocket<TcpStream>;

/// Opens the socket of a table, as somebody or as anybody.
pub fn open(server: &Server, table: u16, guest: Option<&Guest>, origin: Option<&str>) -> Result<Socket, u16> {
    let url = format!("ws://{}/api/v1/houses/1/tables/{table}/live", server.address);
    let mut request = url.into_client_request().unwrap();
    if let Some(guest) = guest {
        let bearer = format!("Bearer {}", guest.token);
        request.headers_mut().insert("authorization", bearer.parse().unwrap());
    }
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

/// The next text.
pub fn next(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// The next text of a type.
pub fn next_of(socket: &mut Socket, kind: &str) -> Value {
    (0..50).map(|_| next(socket)).find(|text| text["type"] == kind).unwrap_or_else(|| panic!("no {kind}"))
}

/// Sends a text.
pub fn send(socket: &mut Socket, text: &Value) {
    socket.send(Message::text(text.to_string())).unwrap();
}
