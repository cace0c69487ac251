//! The WebSocket of a table.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use croupier_house::command::Request;
use croupier_house::ids::TableId;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{mpsc, watch};

use super::access::{order_of, parse_key};
use super::extract::PathParams;
use crate::actor::{Subscription, TableSnapshot};
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::houses::OpenHouse;
use crate::sessions::{Carrier, Session, SocketPermit};
use crate::telemetry::SOCKETS;
use crate::wire::{Balances, ClientMessage, Problem, ProblemCode, ServerMessage, TableCommand};

/// The maximum size of a message from a client.
const TEXT_MAX: usize = 16 * 1024;
/// The size of the buffers of a socket: large enough for a command or a table.
const BUFFER: usize = 4 * 1024;
/// The maximum number of commands of one socket that wait for the disk.
const PENDING_MAX: usize = 64;

/// Checks the origin, because a page of another site must not use the cookie of this one.
fn check_origin(headers: &HeaderMap, session: Option<&Session>) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let by_cookie = session.is_some_and(|session| session.carrier == Carrier::Cookie);
    let same = match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, site)| site == host),
        (None, _) => !by_cookie,
        (Some(_), None) => false,
    };
    if same {
        Ok(())
    } else {
        Err(Problem::new(
            ProblemCode::Csrf,
            "the request comes from a page of another site",
            "open the page of this server",
        ))
    }
}

/// A permit for one more socket of this person, or of this address without a login.
fn permit(app: &App, session: Option<&Session>, peer: SocketAddr) -> Result<SocketPermit, Problem> {
    let (permit, whose) = match session {
        Some(session) => (app.sockets.admit((session.house, session.person)), "person"),
        None => (app.sockets.admit(peer.ip()), "address"),
    };
    permit.ok_or_else(|| {
        let allowed = format!("at most {} at the same time for one {whose}", app.sockets.most());
        Problem::new(ProblemCode::Rate, "too many sockets", allowed)
    })
}

/// Watch a table and play over a WebSocket
///
/// The server sends `ServerMessage` texts, the client sends `ClientMessage` texts. The handshake is authenticated by the session cookie (then
/// the `Origin` must be this server) or by an `Authorization: Bearer` header; without either, the socket watches and cannot play.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/live", tag = "commands",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 101, description = "The connection is a WebSocket now", body = ServerMessage),
    (status = "4XX", description = "The connection is refused", body = Problem, content_type = "application/problem+json"),
),
    security((), ("bearer" = []), ("cookie" = [])))]
pub(crate) async fn watch_table(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let house = Arc::clone(app.house(h)?);
    check_origin(&headers, session.as_deref())?;
    let session = session.filter(|session| session.house.0 == h);
    let socket =
        socket.map_err(|error| Problem::malformed(error.body_text(), "send a WebSocket handshake"))?;
    let permit = permit(&app, session.as_deref(), peer)?;
    let subscription =
        house.actor.subscribe(TableId(t), session.as_ref().map(|session| session.person)).await?;
    let client = Client { app, house, table: t, session, _permit: permit };
    let socket = socket.max_message_size(TEXT_MAX).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(socket.on_upgrade(move |socket| client.run(socket, subscription)))
}

/// The client of a socket.
struct Client {
    app: Arc<App>,
    house: Arc<OpenHouse>,
    table: u16,
    session: Option<Arc<Session>>,
    _permit: SocketPermit,
}

fn text(message: &ServerMessage) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

impl Client {
    async fn run(self, socket: WebSocket, subscription: Subscription) {
        let Subscription { first, mut table, mut balances, alive: _alive } = subscription;
        let (mut out, mut from) = socket.split();
        let (replies, mut replied) = mpsc::unbounded_channel::<ServerMessage>();
        // The number of replies that are due. Every received message gets one.
        let mut pending = 0_usize;
        let mut stopping = self.app.stopping.clone();
        let mut version = first.version;
        if out.send(text(&self.table_message(&first, version))).await.is_err() {
            return;
        }
        metrics::gauge!(SOCKETS).increment(1.0);
        if let Some(balances) = &mut balances {
            balances.mark_changed();
        }
        loop {
            let message = tokio::select! {
                biased;
                () = stopped(&mut stopping) => ServerMessage::Bye { reason: "The server is shutting down." },
                Some(message) = replied.recv() => {
                    pending -= 1;
                    message
                }
                received = from.next(), if pending < PENDING_MAX => match received {
                    Some(Ok(Message::Text(received))) => {
                        pending += 1;
                        self.receive(&received, &replies);
                        continue;
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    Some(Ok(_)) => continue,
                },
                changed = table.changed() => match changed {
                    Ok(()) => {
                        let snapshot = Arc::clone(&table.borrow_and_update());
                        if snapshot.version < version {
                            continue;
                        }
                        let message = self.table_message(&snapshot, version);
                        version = snapshot.version;
                        message
                    }
                    Err(_) => break,
                },
                Some(balances) = changed_balances(balances.as_mut()) => balances,
            };
            let message = if self.has_expired() {
                ServerMessage::Bye { reason: "The session has ended." }
            } else {
                message
            };
            // A client that stops reading blocks only its own socket, and only until the timeout.
            match tokio::time::timeout(self.app.socket_timeout, out.send(text(&message))).await {
                Ok(Ok(())) if !matches!(message, ServerMessage::Bye { .. }) => {}
                _ => break,
            }
        }
        metrics::gauge!(SOCKETS).decrement(1.0);
    }

    /// Whether the session has ended. Then nothing more is sent.
    fn has_expired(&self) -> bool {
        self.session.as_ref().is_some_and(|session| !self.app.sessions.is_valid(session))
    }

    /// The table as this person sees it, with the events since a version.
    fn table_message(&self, snapshot: &TableSnapshot, version: u64) -> ServerMessage {
        let fresh = snapshot.events.iter().filter(|event| event.version > version);
        let events = fresh.cloned().collect();
        let me = self.session.as_ref().map(|session| (session.person, &*session.handle));
        let table = Box::new(snapshot.seen_by(me));
        ServerMessage::Table { version: snapshot.version, now: snapshot.now, events, table }
    }

    /// Handles a message from the client. The reply is sent when the command is on disk.
    fn receive(&self, received: &str, replies: &mpsc::UnboundedSender<ServerMessage>) {
        let message = match serde_json::from_str::<ClientMessage>(received) {
            Ok(message) => message,
            Err(error) => {
                let allowed = "send a ClientMessage of openapi.json";
                let problem = Problem::malformed(error.to_string(), allowed);
                drop(replies.send(ServerMessage::Refused { id: 0, problem }));
                return;
            }
        };
        match message {
            ClientMessage::Ping { id } => drop(replies.send(ServerMessage::Pong { id })),
            ClientMessage::Do { id, key, command } => {
                let replies = replies.clone();
                let reply = move |outcome: Result<_, Problem>| {
                    let message = match outcome {
                        Ok(done) => ServerMessage::Done { id, done },
                        Err(problem) => ServerMessage::Refused { id, problem },
                    };
                    drop(replies.send(message));
                };
                match self.order(key.as_deref(), command) {
                    Ok(order) => self.house.actor.submit_then(order, reply),
                    Err(problem) => reply(Err(problem)),
                }
            }
        }
    }

    fn order(&self, key: Option<&str>, command: TableCommand) -> Result<Request, Problem> {
        let session = self.session.as_ref().ok_or_else(Problem::session)?;
        if !self.app.sessions.is_valid(session) {
            return Err(Problem::session());
        }
        if !self.app.rates.admits(session.key) {
            return Err(Problem::new(ProblemCode::Rate, "too many commands", "slow down"));
        }
        let key = key.map(parse_key).transpose()?;
        let command = command.command(TableId(self.table), session.person)?;
        Ok(order_of(session, key, command))
    }
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    drop(stopping.wait_for(|stop| *stop).await);
}

async fn changed_balances(balances: Option<&mut watch::Receiver<Arc<Balances>>>) -> Option<ServerMessage> {
    let balances = balances?;
    balances.changed().await.ok()?;
    let has = Arc::clone(&balances.borrow_and_update());
    Some(ServerMessage::Balance((*has).clone()))
}
