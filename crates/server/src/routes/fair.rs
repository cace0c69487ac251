//! Fair dealing: what was promised, a seed of one's own, and the proof when the round is over.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::StreamId;
use croupier_house::journal::Entry;
use croupier_house::view::FairnessView;
use croupier_house::view::link_proof;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::commands::{order_of, own_house};
use super::{Body, Named, table as numbered};
use crate::app::App;
use crate::sessions::{Caller, MaybeCaller};
use crate::wire::{Done, Problem};

/// What a table has promised.
#[derive(Serialize, ToSchema)]
pub(crate) struct Fair {
    #[serde(flatten)]
    #[schema(value_type = Object)]
    seen: FairnessView,
}

/// A seed of one's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnSeed {
    /// Up to 64 bytes; an empty one takes it back.
    #[schema(max_length = 64, example = "my lucky seed")]
    seed: String,
}

/// What a table has promised about what falls
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/fair", tag = "fair",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "Chain, commitment and seeds", body = Fair),
    (status = "4XX", description = "The table is not dealt from a chain", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn fair(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<Fair>, Problem> {
    let house = app.house(h)?;
    let person = session.filter(|session| session.house.0 == h).map(|session| session.person);
    let seen = house.desk.look(move |room| room.house.fair(numbered(t), person)).await?;
    Ok(Json(Fair { seen: seen? }))
}

/// Give a seed of one's own
///
/// It counts from the next time the table closes its seeds: before the ball, the dice or the first card of a shoe falls.
#[utoipa::path(put, path = "/houses/{h}/tables/{t}/fair/seed", tag = "fair", request_body = OwnSeed,
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "It is taken", body = Done),
    (status = "4XX", description = "It is not", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn give_seed(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    Caller(session): Caller,
    Body(OwnSeed { seed }): Body<OwnSeed>,
) -> Result<Json<Done>, Problem> {
    let house = own_house(&app, h, &session)?;
    let command = Command::Table(numbered(t), TableCommand::GiveSeed { person: session.person, seed });
    house.desk.give(order_of(&session, None, command), None).await.map(Json)
}

/// The proof of a round, as `croupier verify` reads it
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds/{n}/proof", tag = "fair",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table"),
        ("n" = u64, Path, description = "The round")), responses(
    (status = 200, description = "The proof", body = String, content_type = "application/json"),
    (status = "4XX", description = "There is none, or not yet", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn proof_of(
    State(app): State<Arc<App>>,
    Named((h, t, n)): Named<(u16, u16, u64)>,
) -> Result<Response, Problem> {
    let house = Arc::clone(app.house(h)?);
    let link = house.desk.look(move |room| room.house.link_of(numbered(t), n)).await??;
    let versions = [link.chain, link.committed, link.closed, link.revealed];
    let (store, id) = (Arc::clone(&app), house.desk.id);
    let read = tokio::task::spawn_blocking(move || {
        let stream = StreamId { house: id, table: Some(numbered(t)) };
        versions.map(|version| event_at(&store, stream, version))
    });
    let [chain, committed, closed, revealed] = read.await.map_err(|_| Problem::internal())?;
    let proved = link_proof([&chain?, &committed?, &closed?, &revealed?])?;
    Ok(([(header::CONTENT_TYPE, "application/json")], proved.to_json()).into_response())
}

fn event_at(app: &App, stream: StreamId, version: u64) -> Result<Event, Problem> {
    let kept = app.store.read(stream, version, 1).map_err(|error| Problem::unavailable(error.to_string()))?;
    let kept = kept.into_iter().next().filter(|kept| kept.version == version);
    let entry = kept.and_then(|kept| Entry::read(kept.stream, kept.bytes).ok());
    entry.map(|entry| entry.body.event).ok_or_else(Problem::internal)
}
