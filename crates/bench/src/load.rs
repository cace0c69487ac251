//! Connections that send one request after another, and the time until each answer.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Barrier, Semaphore};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::served_house::SeatedGuest;

/// The kind of request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LoadWay {
    /// A validated POST that does nothing.
    Nothing,
    /// A bet over HTTP.
    Http,
    /// A bet over a WebSocket.
    Socket,
}

/// The results of a load.
pub struct LoadResult {
    way: LoadWay,
    took: Vec<Duration>,
    refused: u64,
    time: Duration,
}

const BET: &str = r#"{"do":"bet","amount":"1","wager":"red"}"#;

impl LoadResult {
    /// An empty result.
    pub const fn of(way: LoadWay) -> Self {
        Self { way, took: Vec::new(), refused: 0, time: Duration::ZERO }
    }

    /// The kind of request.
    pub const fn way(&self) -> LoadWay {
        self.way
    }

    /// Adds the results of one more turn.
    pub fn add(&mut self, turn: Self) {
        self.took.extend(turn.took);
        self.refused += turn.refused;
        self.time += turn.time;
    }

    /// The same, with the shortest times first.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.took.sort_unstable();
        self
    }

    /// How many a second.
    pub fn rate(&self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let count = self.took.len() as f64;
        count / self.time.as_secs_f64()
    }

    /// The time within which this share of the requests was answered, in percent.
    pub fn at(&self, share: usize) -> Duration {
        self.took.get(self.took.len() * share / 100).copied().unwrap_or_default()
    }
}

impl fmt::Display for LoadResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.way {
            LoadWay::Nothing => "do-nothing POSTs",
            LoadWay::Http => "durable bets over HTTP",
            LoadWay::Socket => "durable bets over WebSockets",
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

/// The sockets that are opened at the same time.
static CONNECTING: Semaphore = Semaphore::const_new(64);

/// Every guest sends one request after another to a server, for the given time.
pub async fn run(address: SocketAddr, guests: &[SeatedGuest], way: LoadWay, time: Duration) -> LoadResult {
    let gate = Gate::new(guests.len(), time);
    let one = |guest: &SeatedGuest| {
        let (guest, gate) = (guest.clone(), Arc::clone(&gate));
        OUTSIDE.spawn(async move {
            match way {
                LoadWay::Socket => socket(address, guest, Duration::ZERO, Duration::ZERO, &gate).await,
                _ => http(address, guest, way, &gate).await,
            }
        })
    };
    let running: Vec<_> = guests.iter().map(one).collect();
    collect(running, way, &gate).await
}

/// Every guest bets at regular intervals, all at different moments, each at a server.
pub async fn crowd(guests: &[(SocketAddr, SeatedGuest)], every: Duration, time: Duration) -> LoadResult {
    let gate = Gate::new(guests.len(), time + every);
    let count = u32::try_from(guests.len()).expect("not so many guests");
    let one = |(place, (address, guest)): (u32, &(SocketAddr, SeatedGuest))| {
        let (address, guest, gate) = (*address, guest.clone(), Arc::clone(&gate));
        OUTSIDE.spawn(async move { socket(address, guest, every * place / count, every, &gate).await })
    };
    let running: Vec<_> = (0..).zip(guests).map(one).collect();
    collect(running, LoadWay::Socket, &gate).await.sorted()
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

async fn collect(running: Vec<tokio::task::JoinHandle<Taken>>, way: LoadWay, gate: &Gate) -> LoadResult {
    gate.here.wait().await;
    let start = Instant::now();
    let mut load = LoadResult::of(way);
    for one in running {
        let (took, refused) = one.await.expect("a connection");
        load.took.extend(took);
        load.refused += refused;
    }
    load.time = start.elapsed();
    let LoadResult { took, refused, .. } = &load;
    assert!(took.len() as u64 > *refused, "what is measured is what is done: {refused} refused");
    load
}

async fn http(address: SocketAddr, guest: SeatedGuest, way: LoadWay, gate: &Gate) -> Taken {
    let path = match way {
        LoadWay::Nothing => "/api/v1/nothing".to_owned(),
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

/// A guest's socket.
type Socket = WebSocketStream<TcpStream>;

/// Opens the socket of a guest.
async fn connect(address: SocketAddr, guest: &SeatedGuest) -> Socket {
    // A server has a bound on the requests of one address that are in flight.
    let _turn = CONNECTING.acquire().await.expect("turns to connect");
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
    // Whoever was away for long has lost the seat; who has it is refused another.
    socket.send(Message::text(r#"{"type":"do","id":0,"command":{"do":"sit"}}"#)).await.expect("a command");
    socket
}

async fn socket(
    address: SocketAddr,
    guest: SeatedGuest,
    first: Duration,
    every: Duration,
    gate: &Gate,
) -> Taken {
    let mut socket = connect(address, &guest).await;
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
            if message.starts_with(r#"{"type":"done","id":1,"#) {
                took.push(start.elapsed());
                break;
            }
            if message.starts_with(r#"{"type":"refused","id":1,"#) {
                refused += 1;
                break;
            }
        }
        due = Instant::now().max(due + every);
    }
    (took, refused)
}
