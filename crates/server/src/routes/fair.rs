//! Provably fair dealing: the commitments of a table, seeds of players, and proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::view::link_proof;

use super::access::{order_of, own_house};
use super::extract::{Body, PathParams};
use crate::app::App;
use crate::auth::{Caller, MaybeCaller};
use crate::wire::{CommandResult, FairnessView, OwnSeed, Problem, Proof};

/// Show the commitments of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/fair", tag = "fairness",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "Chain, commitment and players' seeds", body = FairnessView),
    (status = "4XX", description = "There is no such table, or it is not dealt from a chain of seeds", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security((), ("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_fairness(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<FairnessView>, Problem> {
    let house = app.house(h)?;
    let person = session.filter(|session| session.house.0 == h).map(|session| session.person);
    let seen = house.actor.read(move |state| state.house.fair(TableId(t), person)).await?;
    Ok(Json(seen?.into()))
}

/// Give a seed of one's own
///
/// It counts from the next closing of seeds on: before the ball or the dice fall, or the first card of a shoe is dealt.
#[utoipa::path(put, path = "/houses/{h}/tables/{t}/fair/seed", tag = "fairness", request_body = OwnSeed,
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The seed is stored", body = CommandResult),
    (status = "4XX", description = "The seed is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn give_seed(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
    Body(OwnSeed { seed }): Body<OwnSeed>,
) -> Result<Json<CommandResult>, Problem> {
    let house = own_house(&app, h, &session)?;
    let command = Command::Table(TableId(t), TableCommand::GiveSeed { person: session.person, seed });
    house.actor.submit(order_of(&session, None, command), None).await.map(Json)
}

/// Download the proof of a round
///
/// `croupier verify` checks it.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/rounds/{n}/proof", tag = "fairness",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"),
        ("n" = u64, Path, description = "The number of the round")), responses(
    (status = 200, description = "The proof", body = Proof),
    (status = "4XX", description = "There is no proof, or the seed is not revealed yet", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_proof(
    State(app): State<Arc<App>>,
    PathParams((h, t, n)): PathParams<(u16, u16, u64)>,
) -> Result<Response, Problem> {
    let house = Arc::clone(app.house(h)?);
    let link = house.actor.read(move |state| state.house.link_of(TableId(t), n)).await??;
    let versions = [link.chain, link.committed, link.closed, link.revealed];
    let (store, id) = (Arc::clone(&app), house.actor.id);
    let read = tokio::task::spawn_blocking(move || {
        let stream = StreamId { house: id, table: Some(TableId(t)) };
        versions.map(|version| event_at(&store, stream, version))
    });
    let [chain, committed, closed, revealed] = read.await.map_err(|_| Problem::internal())?;
    let proved = link_proof([&chain?, &committed?, &closed?, &revealed?])?;
    Ok(([(header::CONTENT_TYPE, "application/json")], proved.to_json()).into_response())
}

fn event_at(app: &App, stream: StreamId, version: u64) -> Result<Event, Problem> {
    let found =
        app.store.read(stream, version, 1).map_err(|error| Problem::unavailable(error.to_string()))?;
    let found = found.into_iter().next().filter(|entry| entry.version == version);
    let entry = found.and_then(|entry| Entry::read(entry.stream, entry.sequence, entry.bytes).ok());
    entry.map(|entry| entry.body.event).ok_or_else(Problem::internal)
}
