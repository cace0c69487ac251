//! Commands over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use croupier_house::command::{Command, TableCommand as HouseTableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::office::OfficeAction;

use super::access::{order_of, own_house, parse_key};
use super::extract::{Body, PathParams};
use super::password::{password_link, reset_password};
use super::session::{end_dismissed, failed};
use crate::actor::KeyedRequest;
use crate::app::App;
use crate::auth::Caller;
use crate::houses::OpenHouse;
use crate::sessions::KeyedReader;
use crate::wire::{
    CommandResult, HouseCommand, HouseResult, OneTimeLink, Problem, TableCommand, TableResult,
};

/// The headers of a command: its idempotency key, the version of the journal it builds on, and the round it is meant for.
pub(crate) struct CommandHeaders {
    key: Option<u128>,
    version: Option<u64>,
    round: Option<u64>,
}

impl FromRequestParts<Arc<App>> for CommandHeaders {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let text = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let key = text("idempotency-key").map(parse_key).transpose()?;
        let number = |name: &str, what: &str| {
            let read = text(name).map(str::parse::<u64>).transpose();
            read.map_err(|_| Problem::malformed(what.to_owned(), "send a whole number"))
        };
        let version = number("if-version", "If-Version is not a version")?;
        let round = number("if-round", "If-Round is not a round")?;
        Ok(Self { key, version, round })
    }
}

/// Give a command at a table
///
/// The response comes when the command is on disk.
#[utoipa::path(post, path = "/houses/{h}/tables/{t}/commands", tag = "commands", request_body = TableCommand,
    params(
        ("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"),
        ("Idempotency-Key" = Option<String>, Header, description = "A UUID. The same key is the same command, however often it is sent"),
        ("If-Version" = Option<u64>, Header, description = "Refuse the command (`stale`) unless the table's journal is at this version"),
        ("If-Round" = Option<u64>, Header, description = "Refuse the command (`stale`) unless the table is in this round"),
    ), responses(
    (status = 200, description = "The command is carried out and on disk", body = TableResult),
    (status = "4XX", description = "The command is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Send the command again with the same key.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn command_table(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
    CommandHeaders { key, version, round }: CommandHeaders,
    Body(command): Body<TableCommand>,
) -> Result<Json<TableResult>, Problem> {
    let house = own_house(&app, h, &session)?;
    app.presence.touch((session.house, TableId(t), session.person));
    let command = command.command(TableId(t), session.person)?;
    let order = KeyedRequest { in_round: round, ..order_of(&session, key, command) };
    house.actor.execute(order, version).await.map(|executed| Json(executed.into()))
}

/// Give a command to the house
///
/// The response comes when the command is on disk.
#[utoipa::path(post, path = "/houses/{h}/commands", tag = "commands", request_body = HouseCommand,
    params(
        ("h" = u16, Path, description = "The number of the house"),
        ("Idempotency-Key" = Option<String>, Header, description = "A UUID. The same key is the same command, however often it is sent"),
        ("If-Version" = Option<u64>, Header, description = "Refuse the command (`stale`) unless the house's journal is at this version"),
    ), responses(
    (status = 200, description = "The command is carried out and on disk", body = HouseResult),
    (status = "4XX", description = "The command is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Send the command again with the same key.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn command_house(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    CommandHeaders { key, version, .. }: CommandHeaders,
    Body(command): Body<HouseCommand>,
) -> Result<Json<HouseResult>, Problem> {
    let house = own_house(&app, h, &session)?;
    let command = command.command(session.person, |number| house.hash_document(number))?;
    let (dismisses, reader) = (may_dismiss(&command), ReaderChange::of(&command));
    let grants = Grant::of(&house, &command).await?;
    let done = house.actor.submit(order_of(&session, key, command), version).await?;
    if dismisses {
        end_dismissed(&app, &house).await?;
    }
    let link = match (grants, done.number.map(PersonId)) {
        (Grant::Reset, Some(person)) if !done.again => Some(new_password(&app, &house, person).await?),
        (Grant::First | Grant::Reset, Some(person)) => first_password(&app, &house, person).await?,
        _ => None,
    };
    let reader_key = match reader {
        Some(change) => change.key(&app, &house, done).await?,
        None => None,
    };
    Ok(Json(HouseResult { done, link, reader_key }))
}

/// What a command changes about the keys of readers.
enum ReaderChange {
    Added(TableId),
    Revoked(TableId, u32),
}

impl ReaderChange {
    fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Table(table, HouseTableCommand::AddReader { .. }) => Some(Self::Added(*table)),
            Command::Table(table, HouseTableCommand::RevokeReader { reader }) => {
                Some(Self::Revoked(*table, *reader))
            }
            _ => None,
        }
    }

    /// Makes the key of a reader that was added, and deletes that of one that was revoked. Whoever sends the command again because no answer
    /// came gets another key, unless the reader has posted with the first one.
    async fn key(self, app: &App, house: &OpenHouse, done: CommandResult) -> Result<Option<String>, Problem> {
        let (table, reader) = match (self, done.number) {
            (Self::Added(table), Some(reader)) => (table, reader),
            (Self::Added(_), None) => return Ok(None),
            (Self::Revoked(table, reader), _) => {
                let of = KeyedReader { house: house.actor.id, table, reader };
                app.sessions.accounts().delete_reader_key(of).map_err(|error| failed(&error))?;
                return Ok(None);
            }
        };
        let posted = house.actor.read(move |state| {
            let known = state.house.table(table).ok().and_then(|table| table.readers.active.get(&reader));
            known.is_none_or(|known| known.last > 0)
        });
        if posted.await? {
            return Ok(None);
        }
        let of = KeyedReader { house: house.actor.id, table, reader };
        app.sessions.accounts().make_reader_key(of).map(Some).map_err(|error| failed(&error))
    }
}

/// What a command grants a person: a first password, a new one, or none.
enum Grant {
    Nothing,
    First,
    Reset,
}

impl Grant {
    async fn of(house: &OpenHouse, command: &Command) -> Result<Self, Problem> {
        match command {
            Command::Enrol { .. } | Command::EnrolPlayer { .. } => Ok(Self::First),
            Command::AuthoriseOffice { proposal } => {
                let proposal = *proposal;
                let resets = house.actor.read(move |state| {
                    let open = state.house.office.proposals.open.get(&proposal);
                    open.is_some_and(|open| matches!(open.action, OfficeAction::ResetPassword { .. }))
                });
                Ok(if resets.await? { Self::Reset } else { Self::First })
            }
            _ => Ok(Self::Nothing),
        }
    }
}

/// The link with which a person whose password was reset sets a new one.
async fn new_password(app: &App, house: &OpenHouse, person: PersonId) -> Result<OneTimeLink, Problem> {
    let handle = house.actor.read(move |state| state.house.name_of(person).to_owned()).await?;
    reset_password(app, house, person, &handle)
}

/// The link with which a person who was enrolled sets a first password; `None` if the person has a password.
async fn first_password(
    app: &App,
    house: &OpenHouse,
    person: PersonId,
) -> Result<Option<OneTimeLink>, Problem> {
    let handle = house.actor.read(move |state| state.house.name_of(person).to_owned()).await?;
    let id = house.actor.id;
    if app.sessions.accounts().has(id, &handle).map_err(|error| failed(&error))? {
        return Ok(None);
    }
    password_link(app, id, &handle).map(Some)
}

/// Whether somebody of the staff may have lost their access by a command.
const fn may_dismiss(command: &Command) -> bool {
    matches!(
        command,
        Command::RefuseService { .. }
            | Command::Exclude { .. }
            | Command::AdoptHouseFile { .. }
            | Command::AuthoriseOffice { .. }
    )
}
