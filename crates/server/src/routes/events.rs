//! The significant events of a house, for its staff and the regulator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::journal::Entry;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::EVENTS_PER_PAGE;
use crate::lookup::{entry_at, look_up, unreadable};
use crate::significant::significant_event;
use crate::wire::{Problem, SignificantEvent};

/// A page of significant events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsPage {
    /// Return events before this sequence, which a row of an earlier page has; the latest by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    before: Option<Position>,
    /// How many events to return; 50 by default, at most 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// List significant events, the latest first
///
/// For the staff and the regulator: openings and closings, corrections, void rounds, exclusions, recoveries, what came into force, capital, disputes, large
/// payouts. Cards are not shown.
#[utoipa::path(get, path = "/houses/{h}/events", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), EventsPage), responses(
    (status = 200, description = "Significant events", body = Vec<SignificantEvent>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_events(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<EventsPage>,
) -> Result<Json<Vec<SignificantEvent>>, Problem> {
    let house = own_house(&app, h, &session)?;
    let before = which.before.map_or(u64::MAX, |before| before.0);
    let limit = which.limit.unwrap_or(50).min(EVENTS_PER_PAGE);
    let found = look_up(&app, &house, move |store, id| {
        let sequences = store.index().significant_before(id, before, limit).map_err(unreadable)?;
        let entries = sequences.into_iter().map(|sequence| entry_at(store, id, sequence));
        entries.collect::<Result<Vec<Entry>, _>>()
    });
    let found = found.await?;
    let seen = house.actor.read(move |state| {
        let event = |entry: &Entry| significant_event(state.house, entry.stream, &entry.body);
        found.iter().map(event).collect::<Vec<_>>()
    });
    seen.await.map(Json)
}
