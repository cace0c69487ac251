//! The WebSocket of a table: the handshake.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use croupier_house::ids::TableId;

use super::extract::PathParams;
use super::socket::SocketClient;
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::door::limits::{MESSAGE_BYTES, SOCKET_BUFFER};
use crate::door::{ClientAddress, CountPermit};
use crate::sessions::{Carrier, Session};
use crate::wire::{Problem, ProblemCode, ServerMessage};

/// The size of the buffers of a socket: large enough for a command or a table.
const BUFFER: usize = 4 * 1024;

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
fn permit(
    app: &App,
    session: Option<&Session>,
    client: ClientAddress,
) -> Result<Option<CountPermit>, Problem> {
    let (permit, whose) = match session {
        Some(session) => (app.sockets.admit((session.house, session.person)), "person"),
        None => (app.sockets.admit(client.block()), "address"),
    };
    permit.map_err(|_| {
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
    client: ClientAddress,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let house = app.house(h)?;
    check_origin(&headers, session.as_deref())?;
    let session = session.filter(|session| session.house.0 == h);
    let socket =
        socket.map_err(|error| Problem::malformed(error.body_text(), "send a WebSocket handshake"))?;
    let permit = permit(&app, session.as_deref(), client)?;
    let subscription =
        house.actor.subscribe(TableId(t), session.as_ref().map(|session| session.person)).await?;
    let place = session.as_ref().map(|session| (session.house, TableId(t), session.person));
    let present = place.map(|place| app.presence.open_socket(place));
    let address = client.block();
    let client = SocketClient { app, house, table: t, session, address, _permit: permit, _socket: present };
    let socket = socket
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(SOCKET_BUFFER);
    Ok(socket.on_upgrade(move |socket| client.run(socket, subscription)))
}
