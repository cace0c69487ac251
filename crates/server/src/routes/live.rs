//! The WebSocket of a table.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{mpsc, watch};

use super::commands::order_of;
use super::{Named, table as numbered};
use crate::app::{App, OpenHouse, read_key};
use crate::desk::{Listening, Snapshot};
use crate::sessions::{Carried, MaybeCaller, Place, Session};
use crate::wire::{Balances, FromPage, Kind, Problem, ToPage};

/// The largest text that a page may send.
const TEXT_MAX: usize = 16 * 1024;
/// What is kept ready for each of thousands of sockets: a command or a table's state, with room.
const BUFFER: usize = 4 * 1024;
/// The most commands of one socket that wait for the disk.
const WAITING_MAX: usize = 64;

/// A page of another site may not use the cookie of this one.
fn check_origin(headers: &HeaderMap, session: Option<&Session>) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let by_cookie = session.is_some_and(|session| session.carried == Carried::Cookie);
    let same = match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, site)| site == host),
        (None, _) => !by_cookie,
        (Some(_), None) => false,
    };
    if same {
        Ok(())
    } else {
        Err(Problem::new(Kind::Csrf, "the page is of another site", "one of this house"))
    }
}

/// A place for one more socket of this person, or of this address where nobody is logged in.
fn place_of(app: &App, session: Option<&Session>, peer: SocketAddr) -> Result<Place, Problem> {
    let (place, whose) = match session {
        Some(session) => (app.sockets.admit((session.house, session.person)), "person"),
        None => (app.sockets.admit(peer.ip()), "address"),
    };
    place.ok_or_else(|| {
        let allowed = format!("{} at once of one {whose}", app.sockets.most());
        Problem::new(Kind::Rate, "too many sockets", allowed)
    })
}

/// Listen at a table and play
///
/// A WebSocket. The server sends `ToPage` texts, the page sends `FromPage` texts.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/live", tag = "doing",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 101, description = "A WebSocket", body = ToPage),
    (status = "4XX", description = "None", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let house = Arc::clone(app.house(h)?);
    check_origin(&headers, session.as_deref())?;
    let session = session.filter(|session| session.house.0 == h);
    let socket =
        socket.map_err(|error| Problem::malformed(error.body_text(), "the opening of a WebSocket"))?;
    let place = place_of(&app, session.as_deref(), peer)?;
    let listening = house.desk.listen(numbered(t), session.as_ref().map(|session| session.person)).await?;
    let player = Player { app, house, table: t, session, _place: place };
    let socket = socket.max_message_size(TEXT_MAX).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(socket.on_upgrade(move |socket| player.play(socket, listening)))
}

/// Somebody at a socket.
struct Player {
    app: Arc<App>,
    house: Arc<OpenHouse>,
    table: u16,
    session: Option<Arc<Session>>,
    _place: Place,
}

fn text(message: &ToPage) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

impl Player {
    async fn play(self, socket: WebSocket, listening: Listening) {
        let Listening { first, mut table, mut balances, here: _here } = listening;
        let (mut out, mut from) = socket.split();
        let (tell, mut told) = mpsc::unbounded_channel::<ToPage>();
        // Each text that was taken has one answer: so many are under way.
        let mut under_way = 0_usize;
        let mut stopping = self.app.stopping.clone();
        let mut version = first.version;
        if out.send(text(&self.seen(&first, version))).await.is_err() {
            return;
        }
        metrics::gauge!("croupier_sockets").increment(1.0);
        if let Some(balances) = &mut balances {
            balances.mark_changed();
        }
        loop {
            let message = tokio::select! {
                biased;
                () = stopped(&mut stopping) => ToPage::Bye { reason: "the server stops" },
                Some(message) = told.recv() => {
                    under_way -= 1;
                    message
                }
                received = from.next(), if under_way < WAITING_MAX => match received {
                    Some(Ok(Message::Text(received))) => {
                        under_way += 1;
                        self.take(&received, &tell);
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
                        let message = self.seen(&snapshot, version);
                        version = snapshot.version;
                        message
                    }
                    Err(_) => break,
                },
                Some(balances) = changed_balances(balances.as_mut()) => balances,
            };
            let message =
                if self.is_over() { ToPage::Bye { reason: "the session has ended" } } else { message };
            // A reader that stops reading holds nothing up but itself, and not for long.
            match tokio::time::timeout(self.app.socket_patience, out.send(text(&message))).await {
                Ok(Ok(())) if !matches!(message, ToPage::Bye { .. }) => {}
                _ => break,
            }
        }
        metrics::gauge!("croupier_sockets").decrement(1.0);
    }

    /// Whoever has logged out, or whose time is up, is told no more.
    fn is_over(&self) -> bool {
        self.session.as_ref().is_some_and(|session| !self.app.sessions.holds(session))
    }

    /// The table as this person sees it, with what has happened since a version.
    fn seen(&self, snapshot: &Snapshot, version: u64) -> ToPage {
        let fresh = snapshot.events.iter().filter(|event| event.version > version);
        let events = fresh.cloned().collect();
        let me = self.session.as_ref().map(|session| (session.person, &*session.handle));
        let seen = Box::new(snapshot.seen_by(me));
        ToPage::Seen { version: snapshot.version, now: snapshot.now, events, seen }
    }

    /// Takes what a page has sent; the answer comes when it is on disk.
    fn take(&self, received: &str, tell: &mpsc::UnboundedSender<ToPage>) {
        let asked = match serde_json::from_str::<FromPage>(received) {
            Ok(asked) => asked,
            Err(error) => {
                let allowed = "a text as the document at openapi.json describes it";
                let problem = Problem::malformed(error.to_string(), allowed);
                drop(tell.send(ToPage::Refused { id: 0, problem }));
                return;
            }
        };
        match asked {
            FromPage::Ping { id } => drop(tell.send(ToPage::Pong { id })),
            FromPage::Do { id, key, command } => {
                let tell = tell.clone();
                let answer = move |answer: Result<_, Problem>| {
                    let message = match answer {
                        Ok(done) => ToPage::Done { id, done },
                        Err(problem) => ToPage::Refused { id, problem },
                    };
                    drop(tell.send(message));
                };
                match self.order(key.as_deref(), command) {
                    Ok(order) => self.house.desk.give_then(order, answer),
                    Err(problem) => answer(Err(problem)),
                }
            }
        }
    }

    fn order(
        &self,
        key: Option<&str>,
        command: crate::wire::TableDo,
    ) -> Result<croupier_house::command::Request, Problem> {
        let session = self.session.as_ref().ok_or_else(Problem::session)?;
        if !self.app.sessions.holds(session) {
            return Err(Problem::session());
        }
        if !self.app.rates.admits(session.key) {
            return Err(Problem::new(Kind::Rate, "too many commands", "ask less often"));
        }
        let key = key.map(read_key).transpose()?;
        let command = command.command(numbered(self.table), session.person)?;
        Ok(order_of(session, key, command))
    }
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    drop(stopping.wait_for(|stop| *stop).await);
}

async fn changed_balances(balances: Option<&mut watch::Receiver<Arc<Balances>>>) -> Option<ToPage> {
    let balances = balances?;
    balances.changed().await.ok()?;
    let has = Arc::clone(&balances.borrow_and_update());
    Some(ToPage::Balance((*has).clone()))
}
