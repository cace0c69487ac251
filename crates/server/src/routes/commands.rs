//! Doing something: one shape for everything.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, PersonId};
use croupier_house::office::Role;

use super::session::{end_dismissed, enrol_with};
use super::{Body, Named, table as numbered};
use crate::app::{App, OpenHouse, own_key, read_key};
use crate::sessions::{Caller, Session};
use crate::wire::{Done, HouseDo, Kind, Problem, TableDo};

/// What the headers of a command say: its key, and the version it was decided at.
pub(crate) struct Marked {
    key: Option<u128>,
    version: Option<u64>,
}

impl FromRequestParts<Arc<App>> for Marked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let text = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let key = text("idempotency-key").map(read_key).transpose()?;
        let version = text("if-version").map(str::parse).transpose();
        let version =
            version.map_err(|_| Problem::malformed("If-Version is no version", "a whole number"))?;
        Ok(Self { key, version })
    }
}

/// The house of a request, which must be the one that the person is logged in to.
pub(crate) fn own_house<'a>(app: &'a App, h: u16, session: &Session) -> Result<&'a Arc<OpenHouse>, Problem> {
    let house = app.house(h)?;
    if session.house.0 == h {
        return Ok(house);
    }
    Err(Problem::new(Kind::Authority, "this is another house", "log in to it"))
}

/// An order of somebody who is logged in.
pub(crate) fn order_of(session: &Session, key: Option<u128>, command: Command) -> Request {
    let by = Actor::Person(session.person);
    Request { key: key.map(|key| own_key(session.house, by, key)), by, command }
}

/// A player becomes known with a password of his own; somebody of the house enrols others.
fn check_enrols(session: &Session) -> Result<(), Problem> {
    if session.role == Role::Player {
        let allowed = "whoever wants to play enrols himself, or is enrolled by somebody of the house";
        return Err(Problem::new(Kind::Authority, "a player enrols nobody else", allowed));
    }
    Ok(())
}

/// Do something at a table
#[utoipa::path(post, path = "/houses/{h}/tables/{t}/commands", tag = "doing", request_body = TableDo,
    params(
        ("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key is the same command: a UUID"),
        ("If-Version" = Option<u64>, Header, description = "The version the table's journal must stand at"),
    ), responses(
    (status = 200, description = "It is done and on disk", body = Done),
    (status = "4XX", description = "It is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Send it again with the same key", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn at_table(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    Caller(session): Caller,
    Marked { key, version }: Marked,
    Body(command): Body<TableDo>,
) -> Result<Json<Done>, Problem> {
    let house = own_house(&app, h, &session)?;
    let command = command.command(numbered(t), session.person)?;
    house.desk.give(order_of(&session, key, command), version).await.map(Json)
}

/// Do something of the house
#[utoipa::path(post, path = "/houses/{h}/commands", tag = "doing", request_body = HouseDo,
    params(
        ("h" = u16, Path, description = "The house"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key is the same command: a UUID"),
        ("If-Version" = Option<u64>, Header, description = "The version the house's journal must stand at"),
    ), responses(
    (status = 200, description = "It is done and on disk", body = Done),
    (status = "4XX", description = "It is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Send it again with the same key", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn of_house(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
    Marked { key, version }: Marked,
    Body(command): Body<HouseDo>,
) -> Result<Json<Done>, Problem> {
    let house = Arc::clone(own_house(&app, h, &session)?);
    if let HouseDo::Enrol { password, .. } = &command {
        check_enrols(&session)?;
        let password = password.clone();
        let order = order_of(&session, key, command.command(session.person));
        return enrol_with(&app, &house, order, version, password).await.map(Json);
    }
    let command = command.command(session.person);
    let dismissed = dismissed_by(&command);
    let done = house.desk.give(order_of(&session, key, command), version).await?;
    if let Some(person) = dismissed {
        end_dismissed(&app, &house, person).await?;
    }
    Ok(Json(done))
}

/// Whom a command takes service from.
const fn dismissed_by(command: &Command) -> Option<PersonId> {
    match command {
        Command::RefuseService { person, .. } | Command::Exclude { person, .. } => Some(*person),
        _ => None,
    }
}
