//! A socket of a table: what it receives and sends, and when it is closed.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use croupier_house::ids::TableId;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::access::{order_of, parse_key};
use crate::actor::{Executed, KeyedRequest};
use crate::actor::{Subscription, TableSnapshot};
use crate::app::App;
use crate::auth::too_many;
use crate::door::limits::{COMMANDS_PENDING, MALFORMED_MAX};
use crate::door::{AddressBlock, CountPermit};
use crate::houses::OpenHouse;
use crate::presence::OpenSocket;
use crate::sessions::{Session, SocketRate};
use crate::telemetry::{REFUSED, SOCKETS};
use crate::wire::{Balances, ClientMessage, Problem, ServerMessage, TableCommand};

/// The time in which a client should read why its socket is closed.
const CLOSING: Duration = Duration::from_secs(1);
/// The number of messages that are still read, and dropped, while a socket closes.
const CLOSING_MESSAGES: usize = 256;

/// The client of a socket.
pub(super) struct SocketClient {
    pub(super) app: Arc<App>,
    pub(super) house: Arc<OpenHouse>,
    pub(super) table: u16,
    pub(super) session: Option<Arc<Session>>,
    pub(super) address: AddressBlock,
    pub(super) _permit: Option<CountPermit>,
    /// Whoever has it is at the table.
    pub(super) _socket: Option<OpenSocket>,
}

/// Why a socket ends.
enum End {
    /// The client has closed it, or cannot be reached.
    Gone,
    /// The server closes it, for this reason.
    Closed(u16, &'static str),
}

/// What a socket does next.
enum Next {
    Send(ServerMessage),
    Ping,
    Bye,
    Nothing,
    End(End),
}

/// What a client has sent so far, for the limits.
struct Received {
    messages: SocketRate,
    pings: SocketRate,
    malformed: u32,
    last: Instant,
}

impl Received {
    /// Counts a message of the client.
    fn count(&mut self, message: &Message) -> Result<(), End> {
        self.last = Instant::now();
        let is_control = matches!(message, Message::Ping(_) | Message::Pong(_));
        if is_control && !self.pings.admits() {
            return Err(End::Closed(close_code::POLICY, "too many pings"));
        }
        if !self.messages.admits() {
            return Err(End::Closed(close_code::POLICY, "too many messages"));
        }
        Ok(())
    }

    fn count_malformed(&mut self) -> Result<(), End> {
        self.malformed += 1;
        if self.malformed > MALFORMED_MAX {
            return Err(End::Closed(close_code::POLICY, "too many malformed messages"));
        }
        Ok(())
    }
}

/// The replies to a client. There are at most [`COMMANDS_PENDING`], because every message that is read gets one and
/// no more are read.
struct Replies {
    sender: mpsc::UnboundedSender<ServerMessage>,
    receiver: mpsc::UnboundedReceiver<ServerMessage>,
    due: usize,
}

fn text(message: &ServerMessage) -> Message {
    Message::Text(serde_json::to_string(message).expect("a message is JSON").into())
}

impl SocketClient {
    pub(super) async fn run(self, socket: WebSocket, subscription: Subscription) {
        let (mut out, mut from) = socket.split();
        metrics::gauge!(SOCKETS).increment(1.0);
        let end = self.talk(&mut out, &mut from, subscription).await;
        metrics::gauge!(SOCKETS).decrement(1.0);
        if let End::Closed(code, reason) = end {
            if code == close_code::POLICY {
                metrics::counter!(REFUSED).increment(1);
            }
            drop(timeout(CLOSING, close(out, from, code, reason)).await);
        }
    }

    /// Sends and receives until the socket ends.
    async fn talk(
        &self,
        out: &mut SplitSink<WebSocket, Message>,
        from: &mut SplitStream<WebSocket>,
        subscription: Subscription,
    ) -> End {
        let Subscription { first, mut table, mut balances, alive: _alive } = subscription;
        let limits = self.app.limits;
        let mut received = Received {
            messages: SocketRate::new(limits.messages),
            pings: SocketRate::new(limits.pings),
            malformed: 0,
            last: Instant::now(),
        };
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut replies = Replies { sender, receiver, due: 0 };
        let mut stopping = self.app.stopping.clone();
        let mut version = first.version;
        let mut pings = interval_at(Instant::now() + limits.ping_every, limits.ping_every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        if let Err(end) = self.send(out, text(&self.table_message(&first, version))).await {
            return end;
        }
        if let Some(balances) = &mut balances {
            balances.mark_changed();
        }
        loop {
            let next = tokio::select! {
                biased;
                () = stopped(&mut stopping) => Next::Bye,
                Some(message) = replies.receiver.recv() => {
                    replies.due -= 1;
                    Next::Send(message)
                }
                _ = pings.tick() => Next::Ping,
                message = from.next(), if replies.due < COMMANDS_PENDING => {
                    self.receive(message, &mut received, &mut replies)
                }
                changed = table.changed() => match changed {
                    Ok(()) => {
                        let snapshot = Arc::clone(&table.borrow_and_update());
                        if snapshot.version < version {
                            continue;
                        }
                        let message = self.table_message(&snapshot, version);
                        version = snapshot.version;
                        Next::Send(message)
                    }
                    Err(_) => Next::End(End::Gone),
                },
                Some(balances) = changed_balances(balances.as_mut()) => Next::Send(balances),
            };
            let message = match next {
                Next::Nothing => continue,
                Next::End(end) => return end,
                Next::Ping if received.last.elapsed() >= limits.socket_idle => {
                    return End::Closed(close_code::POLICY, "no answer to pings");
                }
                Next::Bye => return self.bye(out, close_code::AWAY, "The server is shutting down.").await,
                Next::Ping | Next::Send(_) if self.has_expired() => {
                    return self.bye(out, close_code::NORMAL, "The session has ended.").await;
                }
                Next::Ping => Message::Ping(axum::body::Bytes::new()),
                Next::Send(message) => text(&message),
            };
            if let Err(end) = self.send(out, message).await {
                return end;
            }
        }
    }

    /// Says good-bye.
    async fn bye(&self, out: &mut SplitSink<WebSocket, Message>, code: u16, reason: &'static str) -> End {
        match self.send(out, text(&ServerMessage::Bye { reason })).await {
            Ok(()) => End::Closed(code, reason),
            Err(end) => end,
        }
    }

    /// Sends a message. A client that stops reading blocks only its own socket, and only until the timeout.
    async fn send(&self, out: &mut SplitSink<WebSocket, Message>, message: Message) -> Result<(), End> {
        match timeout(self.app.socket_timeout, out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Gone),
        }
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
        let TableSnapshot { version, sequence, now, .. } = *snapshot;
        ServerMessage::Table { version, sequence, now, events, table }
    }

    /// Handles what comes from the client.
    fn receive(
        &self,
        message: Option<Result<Message, axum::Error>>,
        received: &mut Received,
        replies: &mut Replies,
    ) -> Next {
        let message = match message {
            Some(Ok(message)) => message,
            Some(Err(error)) => return Next::End(end_of(error)),
            None => return Next::End(End::Gone),
        };
        if let Err(end) = received.count(&message) {
            return Next::End(end);
        }
        let malformed = match message {
            Message::Text(text) => match serde_json::from_str::<ClientMessage>(&text) {
                Ok(message) => {
                    replies.due += 1;
                    self.handle(message, &replies.sender);
                    return Next::Nothing;
                }
                Err(error) => error.to_string(),
            },
            Message::Binary(_) => "the message is not text".to_owned(),
            Message::Close(_) => return Next::End(End::Gone),
            Message::Ping(_) | Message::Pong(_) => return Next::Nothing,
        };
        if let Err(end) = received.count_malformed() {
            return Next::End(end);
        }
        let problem = match self.take_turn() {
            Ok(()) => Problem::malformed(malformed, "send a ClientMessage of openapi.json"),
            Err(problem) => problem,
        };
        Next::Send(ServerMessage::Refused { id: 0, problem })
    }

    /// Counts a message against the rate of the person, or of the address without a login.
    fn take_turn(&self) -> Result<(), Problem> {
        let admitted = match &self.session {
            Some(session) => self.app.rates.take((session.house, session.person)),
            None => self.app.rates.take(self.address),
        };
        admitted.map_err(|wait| too_many("messages", wait))
    }

    /// Handles a message of the client. The reply is sent when the command is on disk.
    fn handle(&self, message: ClientMessage, replies: &mpsc::UnboundedSender<ServerMessage>) {
        let turn = self.take_turn();
        match message {
            ClientMessage::Ping { id } => {
                let reply = match turn {
                    Ok(()) => ServerMessage::Pong { id },
                    Err(problem) => ServerMessage::Refused { id, problem },
                };
                drop(replies.send(reply));
            }
            ClientMessage::Do { id, key, round, command } => {
                let replies = replies.clone();
                let reply = move |outcome: Result<Executed, Problem>| {
                    let message = match outcome {
                        Ok(executed) => ServerMessage::Done { id, done: executed.into() },
                        Err(problem) => ServerMessage::Refused { id, problem },
                    };
                    drop(replies.send(message));
                };
                match turn.and_then(|()| self.order(key.as_deref(), round, command)) {
                    Ok(order) => self.house.actor.execute_then(order, reply),
                    Err(problem) => reply(Err(problem)),
                }
            }
        }
    }

    fn order(
        &self,
        key: Option<&str>,
        in_round: Option<u64>,
        command: TableCommand,
    ) -> Result<KeyedRequest, Problem> {
        let session = self.session.as_ref().ok_or_else(Problem::session)?;
        if !self.app.sessions.is_valid(session) {
            return Err(Problem::session());
        }
        let key = key.map(parse_key).transpose()?;
        let command = command.command(TableId(self.table), session.person)?;
        Ok(KeyedRequest { in_round, ..order_of(session, key, command) })
    }
}

/// The end of a socket whose client sends what cannot be read.
fn end_of(error: axum::Error) -> End {
    let error = error.into_inner();
    match error.downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => End::Closed(close_code::SIZE, "the message is too large"),
        Some(tungstenite::Error::Protocol(_) | tungstenite::Error::Utf8(_)) => {
            End::Closed(close_code::PROTOCOL, "the frame is malformed")
        }
        _ => End::Gone,
    }
}

/// Says why the socket is closed. Messages that the client still sends are dropped. After a message that cannot be read
/// no others can be, and the connection drops the bytes.
async fn close(
    mut out: SplitSink<WebSocket, Message>,
    mut from: SplitStream<WebSocket>,
    code: u16,
    reason: &'static str,
) {
    let frame = CloseFrame { code, reason: reason.into() };
    if out.send(Message::Close(Some(frame))).await.is_err() {
        return;
    }
    for _ in 0..CLOSING_MESSAGES {
        match from.next().await {
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => {}
        }
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
