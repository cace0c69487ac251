//! Provably fair dealing: the commitments of a table, seeds of players, and proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_house::Rejection;
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{StreamId, TableId};
use croupier_house::view::link_proof;

use super::access::{order_of, own_house};
use super::extract::{Body, PathParams};
use crate::app::App;
use crate::auth::{Caller, MaybeCaller};
use crate::journal_reader::read_entries;
use crate::lookup::{look_up, unreadable};
use crate::storage::HouseStore;
use crate::wire::{CommandResult, FairnessView, OwnSeed, Problem, ProblemCode, Proof};

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
    let house = app.house(h)?;
    house.actor.shared().table(TableId(t)).ok_or_else(|| Problem::unknown("table"))?;
    let proved = look_up(&app, &house, move |store, id| {
        let (index, table) = (store.index(), TableId(t));
        let unknown = || Problem::from(Rejection::unknown(format!("proof of round {n} of this table")));
        index.round(id, table, n).map_err(unreadable)?.ok_or_else(unknown)?;
        let link = index.link_of_round(id, table, n).map_err(unreadable)?.ok_or_else(unknown)?;
        if link.revealed == 0 {
            let remedy = "it will be when the round or the shoe is over";
            return Err(Problem::new(ProblemCode::Order, "the seed is not revealed yet", remedy));
        }
        let stream = StreamId { house: id, table: Some(table) };
        let event = |version| event_at(store, stream, version);
        let [chain, committed, closed, revealed] =
            [link.chain, link.committed, link.closed, link.revealed].map(event);
        Ok(link_proof([&chain?, &committed?, &closed?, &revealed?])?)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], proved.await?.to_json()).into_response())
}

fn event_at(store: &HouseStore, stream: StreamId, version: u64) -> Result<Event, Problem> {
    let found = read_entries(store, stream, version..=version).map_err(unreadable)?;
    found.into_iter().next().map(|entry| entry.body.event).ok_or_else(Problem::internal)
}
