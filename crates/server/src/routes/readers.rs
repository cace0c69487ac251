//! Readers: devices that post what the wheel, the dice or the shoe gave, each with a key of its own. The dealer confirms or drops it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, IdempotencyKey, TableId};

use super::access::own_house;
use super::extract::{Body, PathParams};
use super::session::failed;
use crate::app::App;
use crate::auth::Caller;
use crate::houses::OpenHouse;
use crate::sessions::KeyedReader;
use crate::wire::{Problem, ProblemCode, ReaderState, ReaderView, Reading, ReadingResult};

/// The reader whose key a request has.
pub(crate) struct ReaderCaller(KeyedReader);

impl FromRequestParts<Arc<App>> for ReaderCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let text = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let key = text.and_then(|text| text.strip_prefix("Bearer ")).ok_or_else(unknown_key)?;
        let found = app.sessions.accounts().reader_of(key.trim()).map_err(|error| failed(&error))?;
        found.map(Self).ok_or_else(unknown_key)
    }
}

fn unknown_key() -> Problem {
    let allowed = "send `Authorization: Bearer` with the key that a manager made for this reader";
    Problem::new(ProblemCode::Session, "the key of the reader is missing, wrong or revoked", allowed)
}

/// The house of a reader, whose key must be for this table.
fn house_of(app: &App, h: u16, t: u16, reader: KeyedReader) -> Result<Arc<OpenHouse>, Problem> {
    if (reader.house.0, reader.table.0) == (h, t) {
        return app.house(h);
    }
    let allowed = format!("it is for table {} of house {}", reader.table.0, reader.house.0);
    Err(Problem::new(ProblemCode::Authority, "this key is for another table", allowed))
}

/// The idempotency key of a reading: the same number of the same reader is the same reading.
fn key_of_reading(reader: KeyedReader, sequence: u64) -> IdempotencyKey {
    let mut hasher = blake3::Hasher::new_derive_key("croupier 2026 reading");
    hasher.update(&reader.house.0.to_le_bytes()).update(&reader.table.0.to_le_bytes());
    hasher.update(&reader.reader.to_le_bytes()).update(&sequence.to_le_bytes());
    let mut key = [0; 16];
    hasher.finalize_xof().fill(&mut key);
    IdempotencyKey(u128::from_le_bytes(key))
}

/// Post what a reader has read
///
/// It is read back at the dealer's console, where the dealer confirms or drops it. The response comes when it is on disk. The bearer is the key of the reader.
#[utoipa::path(post, path = "/houses/{h}/tables/{t}/readings", tag = "readers", request_body = Reading,
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The reading is on disk and waits for the dealer", body = ReadingResult),
    (status = "4XX", description = "The reading is refused: it is not the time for it, an outcome waits already, its number is out of order or was used for other lines, or the rules do not permit it", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Send the reading again with the same number.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = [])))]
pub(crate) async fn post_reading(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    ReaderCaller(reader): ReaderCaller,
    Body(Reading { sequence, lines }): Body<Reading>,
) -> Result<Json<ReadingResult>, Problem> {
    let house = house_of(&app, h, t, reader)?;
    if sequence == 0 {
        return Err(Problem::malformed("a reading has no number 0", "number readings from 1"));
    }
    let read = TableCommand::Read { reader: reader.reader, sequence, lines };
    let key = Some(key_of_reading(reader, sequence));
    let order = Request { key, by: Actor::House, command: Command::Table(TableId(t), read) };
    let done = house.actor.submit(order, None).await.map_err(|problem| match problem.code {
        ProblemCode::Key => {
            let found = format!("reading {sequence} was sent before with other lines");
            Problem::new(ProblemCode::Key, found, "number every reading higher than the one before")
        }
        _ => problem,
    })?;
    Ok(Json(ReadingResult { sequence, again: done.again, version: done.to }))
}

/// Read where a reader stands
///
/// For a reader that starts: the number of its last reading, and what the table waits for. The bearer is the key of the reader.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/readings", tag = "readers",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "Where the reader stands", body = ReaderState),
    (status = "4XX", description = "The key is not that of a reader of this table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = [])))]
pub(crate) async fn get_reader_state(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    ReaderCaller(reader): ReaderCaller,
) -> Result<Json<ReaderState>, Problem> {
    let house = house_of(&app, h, t, reader)?;
    let found = house.actor.read(move |state| {
        let table = state.house.table(TableId(t)).ok()?;
        let known = table.readers.active.get(&reader.reader)?;
        let seen = state.house.view(TableId(t), None).ok()?;
        Some(ReaderState {
            reader: reader.reader,
            name: known.name.clone(),
            last: known.last,
            phase: seen.phase.into(),
            awaited: seen.awaited,
            entry_waits: table.live.as_ref().is_some_and(|live| live.entry.is_some()),
        })
    });
    found.await?.map(Json).ok_or_else(unknown_key)
}

/// List the readers of a table
///
/// For the staff and the regulator. A manager adds and revokes them.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/readers", tag = "readers",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The readers that may post, at most 16", body = Vec<ReaderView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_readers(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Json<Vec<ReaderView>>, Problem> {
    let house = own_house(&app, h, &session)?;
    let listed = house.actor.read(move |state| {
        let table = state.house.table(TableId(t)).ok()?;
        let row = |(reader, known): (&u32, &croupier_house::table::OutcomeReader)| ReaderView {
            reader: *reader,
            name: known.name.clone(),
            last: known.last,
        };
        Some(table.readers.active.iter().map(row).collect())
    });
    listed.await?.map(Json).ok_or_else(|| Problem::unknown("table"))
}
