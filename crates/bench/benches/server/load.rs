//! Connections that send one request after another, and the time until each answer.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Barrier;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::house::{Guest, Open};

/// The kind of request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Nothing,
    Http,
    Socket,
}

/// The results of a load.
pub(crate) struct Load {
    way: Way,
    took: Vec<Duration>,
    refused: u64,
    time: Duration,
}

const BET: &str = r#"{"do":"bet","amount":"1","wager":"red"}"#;

impl Load {
    /// An empty result.
    pub(crate) const fn of(way: Way) -> Self {
        Self { way, took: Vec::new(), refused: 0, time: Duration::ZERO }
    }

    /// The kind of request.
    pub(crate) const fn way(&self) -> Way {
        self.way
    }

    /// Adds the results of one more turn.
    pub(crate) fn add(&mut self, turn: Self) {
        self.took.extend(turn.took);
        self.refused += turn.refused;
        self.time += turn.time;
    }

    /// The same, with the shortest times first.
    pub(crate) fn sorted(mut self) -> Self {
        self.took.sort_unstable();
        self
    }

    pub(crate) fn rate(&self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let count = self.took.len() as f64;
        count / self.time.as_secs_f64()
    }

    fn at(&self, share: usize) -> Duration {
        self.took.get(self.took.len() * share / 100).copied().unwrap_or_default()
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.way {
            Way::Nothing => "do-nothing POSTs",
            Way::Http => "durable bets over HTTP",
            Way::Socket => "durable bets over WebSockets",
        };
        let (rate, half, most) = (self.rate(), self.at(50), self.at(99));
        write!(f, "{rate:.0} {what} a second, p50 {half:.1?}, p99 {most:.1?}, {} refused", self.refused)
    }
}

/// The answers of one connection: the time of each, and the number of refusals.
type Taken = (Vec<Duration>, u64);

/// Guests stand for separate programs: their tasks share the machine with the server, and nothing else.
static OUTSIDE: LazyLock<Runtime> = LazyLock::new(|| {
    let threads = Builder::new_multi_thread().thread_name("guests").enable_all().build();
    threads.expect("a runtime")
});

/// Every guest sends one request after another for the given time.
pub(crate) async fn run(open: &Open, guests: &[Guest], way: Way, time: Duration) -> Load {
    let gate = Gate::new(guests.len(), time);
    let one = |guest: &Guest| {
        let (guest, address, gate) = (guest.clone(), open.address, Arc::clone(&gate));
        OUTSIDE.spawn(async move {
            match way {
                Way::Socket => socket(address, guest, Duration::ZERO, Duration::ZERO, &gate).await,
                _ => http(address, guest, way, &gate).await,
            }
        })
    };
    let running: Vec<_> = guests.iter().map(one).collect();
    collect(running, way, &gate).await
}

/// Every guest bets at regular intervals, all at different moments.
pub(crate) async fn crowd(open: &Open, guests: &[Guest], every: Duration, time: Duration) -> Load {
    let gate = Gate::new(guests.len(), time + every);
    let count = u32::try_from(guests.len()).unwrap_or(1);
    let one = |(place, guest): (u32, &Guest)| {
        let (guest, address, gate) = (guest.clone(), open.address, Arc::clone(&gate));
        OUTSIDE.spawn(async move { socket(address, guest, every * place / count, every, &gate).await })
    };
    let running: Vec<_> = (0..).zip(guests).map(one).collect();
    collect(running, Way::Socket, &gate).await.sorted()
}

/// Where all wait until everybody is connected. The measurement begins then and lasts for `time`.
struct Gate {
    here: Barrier,
    time: Duration,
}

impl Gate {
    fn new(guests: usize, time: Duration) -> Arc<Self> {
        Arc::new(Self { here: Barrier::new(guests + 1), time })
    }

    /// Waits for all, and returns when the measurement ends.
    async fn pass(&self) -> Instant {
        self.here.wait().await;
        Instant::now() + self.time
    }
}

async fn collect(running: Vec<tokio::task::JoinHandle<Taken>>, way: Way, gate: &Gate) -> Load {
    gate.here.wait().await;
    let start = Instant::now();
    let mut load = Load::of(way);
    for one in running {
        let (took, refused) = one.await.expect("a connection");
        load.took.extend(took);
        load.refused += refused;
    }
    load.time = start.elapsed();
    let Load { took, refused, .. } = &load;
    assert!(took.len() as u64 > *refused, "what is measured is what is done: {refused} refused");
    load
}

async fn http(address: std::net::SocketAddr, guest: Guest, way: Way, gate: &Gate) -> Taken {
    let path = match way {
        Way::Nothing => "/api/v1/nothing".to_owned(),
        _ => format!("/api/v1/houses/1/tables/{}/commands", guest.table),
    };
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{BET}",
        guest.token,
        BET.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    let (mut took, mut refused, mut read) = (Vec::new(), 0, Vec::with_capacity(4_096));
    let end = gate.pass().await;
    while Instant::now() < end {
        let start = Instant::now();
        stream.write_all(request.as_bytes()).await.expect("a request");
        if is_done(&answer(&mut stream, &mut read).await) {
            took.push(start.elapsed());
        } else {
            refused += 1;
        }
    }
    (took, refused)
}

fn is_done(head: &str) -> bool {
    head.starts_with("HTTP/1.1 20")
}

/// Reads one answer. No bytes of another answer can follow, because only one request is sent at a time.
async fn answer(stream: &mut TcpStream, read: &mut Vec<u8>) -> String {
    read.clear();
    loop {
        let count = stream.read_buf(read).await.expect("an answer");
        assert!(count > 0, "the server has ended the connection");
        let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if read.len() >= end + 4 + length.unwrap_or(0) {
            return head.replacen("http/1.1", "HTTP/1.1", 1);
        }
    }
}

async fn socket(
    address: std::net::SocketAddr,
    guest: Guest,
    first: Duration,
    every: Duration,
    gate: &Gate,
) -> Taken {
    let url = format!("ws://{address}/api/v1/houses/1/tables/{}/live", guest.table);
    let mut request = url.into_client_request().expect("a request");
    let bearer = format!("Bearer {}", guest.token).parse().expect("a header");
    request.headers_mut().insert("authorization", bearer);
    let stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    // The load generator shares the machine, and its memory is counted with the server's.
    let config = WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0);
    let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    let (mut socket, _) = opened.expect("a socket");
    let text = format!(r#"{{"type":"do","id":1,"command":{BET}}}"#);
    let (mut took, mut refused) = (Vec::new(), 0);
    let end = {
        // While the others connect, what the table publishes is read, or the server would end the socket.
        let mut pass = std::pin::pin!(gate.pass());
        loop {
            tokio::select! {
                end = &mut pass => break end,
                message = socket.next() => drop(message.expect("a socket").expect("a message")),
            }
        }
    };
    let mut due = Instant::now() + first;
    while Instant::now() < end {
        // Messages that the table publishes in between are read as a page would; a guest without pauses reads them
        // with the answer.
        while !every.is_zero()
            && let Ok(Some(message)) = tokio::time::timeout_at(due.into(), socket.next()).await
        {
            let message = message.expect("a message");
            assert!(!message.is_close(), "the server ends the socket: {message}");
        }
        let start = Instant::now();
        socket.send(Message::text(text.clone())).await.expect("a command");
        loop {
            let message = match socket.next().await {
                Some(Ok(Message::Text(message))) => message,
                // Pings are answered by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                ended => panic!("the socket has ended: {ended:?}"),
            };
            if message.starts_with(r#"{"type":"done""#) {
                took.push(start.elapsed());
                break;
            }
            if message.starts_with(r#"{"type":"refused""#) {
                refused += 1;
                break;
            }
        }
        due = Instant::now().max(due + every);
    }
    (took, refused)
}
