//! Disputes: those of a house for its staff, and those of the person who asks.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::{PersonId, TableId};
use croupier_store::index::{DisputeRow, DisputesWanted};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::DISPUTES_PER_PAGE;
use crate::houses::OpenHouse;
use crate::lookup::{look_up, unreadable};
use crate::wire::{DisputeState, DisputeView, Problem};

/// A page of disputes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DisputesPage {
    /// Return disputes before this number; the latest by default.
    before: Option<u32>,
    /// How many disputes to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
    /// Return those in this state; all by default.
    state: Option<DisputeState>,
    /// Return those about this table; about all by default.
    table: Option<u16>,
}

/// A page of one's own disputes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnDisputesPage {
    /// Return disputes before this number; the latest by default.
    before: Option<u32>,
    /// How many disputes to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// The disputes that are wanted before a number, in order.
async fn disputes_of(
    app: &App,
    house: &OpenHouse,
    wanted: DisputesWanted,
    before: Option<u32>,
    limit: Option<usize>,
) -> Result<Json<Vec<DisputeView>>, Problem> {
    let limit = limit.unwrap_or(DISPUTES_PER_PAGE).min(DISPUTES_PER_PAGE);
    let before = before.unwrap_or(u32::MAX);
    let rows = look_up(app, house, move |store, id| {
        store.index().disputes_before(id, wanted, before, limit).map_err(unreadable)
    });
    let rows = rows.await?;
    let is_own = wanted.person.is_some();
    let seen = house.actor.read(move |state| {
        let name = |person: PersonId| state.house.name_of(person).to_owned();
        let view = |row: DisputeRow| dispute_view(row, is_own, name);
        rows.into_iter().rev().map(view).collect()
    });
    seen.await.map(Json)
}

/// A dispute as its player or the staff see it. A player is not shown the name of a member of the staff.
fn dispute_view(row: DisputeRow, is_own: bool, name: impl Fn(PersonId) -> String) -> DisputeView {
    DisputeView {
        dispute: row.number,
        table: row.table.0,
        round: row.round,
        by: name(row.person),
        about: row.about,
        state: row.stage.into(),
        ruling: row.ruling,
        escalated_to: row.escalated_to,
        at: row.opened_at,
        ruled_at: row.ruled.map(|(at, _)| at),
        ruled_by: row.ruled.filter(|_| !is_own).map(|(_, by)| name(by)),
        paid: row.paid.map(Into::into),
    }
}

/// List the disputes of a house
#[utoipa::path(get, path = "/houses/{h}/disputes", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), DisputesPage), responses(
    (status = 200, description = "Disputes in order", body = Vec<DisputeView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_disputes(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<DisputesPage>,
) -> Result<Json<Vec<DisputeView>>, Problem> {
    let (stage, table) = (which.state.map(Into::into), which.table.map(TableId));
    let wanted = DisputesWanted { person: None, stage, table };
    let house = own_house(&app, h, &session)?;
    disputes_of(&app, &house, wanted, which.before, which.limit).await
}

/// List one's own disputes
#[utoipa::path(get, path = "/houses/{h}/me/disputes", tag = "tables", params(("h" = u16, Path, description = "The number of the house"), OwnDisputesPage), responses(
    (status = 200, description = "The disputes that the person who asks has opened", body = Vec<DisputeView>),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_own_disputes(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<OwnDisputesPage>,
) -> Result<Json<Vec<DisputeView>>, Problem> {
    let wanted = DisputesWanted { person: Some(session.person), ..DisputesWanted::default() };
    let house = own_house(&app, h, &session)?;
    disputes_of(&app, &house, wanted, which.before, which.limit).await
}
