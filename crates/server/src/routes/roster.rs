//! The roster of a house, as it is or as a proposal would leave it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::bounds::{DUTY_REMAINS_MS, ROSTER_DAYS};
use croupier_house::ids::DAY_MS;
use croupier_house::office::{Duty, OfficeAction, Roster};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::DUTIES_PER_PAGE;
use crate::wire::{DutyView, Problem, RosterView};

/// Which duties to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterQuery {
    /// The beginning, in milliseconds since 1970; a day ago by default.
    from: Option<i64>,
    /// The end, in milliseconds since 1970; in 14 days by default.
    to: Option<i64>,
    /// Return the duties at this table; at all by default.
    table: Option<u16>,
    /// Return the roster as this proposal would leave it. Its time is then the default of `from` and `to`.
    proposal: Option<u32>,
    /// The number of duties to skip; none by default.
    skip: Option<usize>,
    /// How many duties to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

fn duty_view(state: &HouseReader<'_>, duty: &Duty) -> DutyView {
    let (house, person) = (state.house, state.house.office.person(duty.person).ok());
    let table = house.table(duty.table).map_or_else(|_| "?".to_owned(), |table| table.name.to_string());
    DutyView {
        from: duty.from,
        to: duty.to,
        takes_over_from: duty.takes_over_from(),
        table: duty.table.0,
        name: table,
        post: duty.post.into(),
        person: duty.person.0,
        handle: house.name_of(duty.person).to_owned(),
        staff: person.and_then(|person| person.staff.clone()),
        holds: house.holds_post(duty.person, duty.table, duty.post),
    }
}

/// The roster with a proposal, and the time of that proposal.
fn proposed(state: &HouseReader<'_>, proposal: u32) -> Result<(Roster, (i64, i64)), Problem> {
    let office = &state.house.office;
    let found = office.proposals.open_at(state.now.at).find(|(number, _)| *number == proposal);
    match found.map(|(_, proposal)| &proposal.action) {
        Some(OfficeAction::Roster { from, to, duties }) => {
            Ok((office.roster.with(*from, *to, duties, state.now.at), (*from, *to)))
        }
        _ => Err(Problem::unknown("proposal of a roster")),
    }
}

fn roster_of(state: &HouseReader<'_>, query: &RosterQuery) -> Result<RosterView, Problem> {
    let now = state.now.at;
    let usual = (now.saturating_sub(DUTY_REMAINS_MS), now.saturating_add(ROSTER_DAYS * DAY_MS));
    let with = query.proposal.map(|proposal| proposed(state, proposal)).transpose()?;
    let (roster, (first, last)) = match &with {
        Some((roster, of)) => (roster, *of),
        None => (&state.house.office.roster, usual),
    };
    let (from, to) = (query.from.unwrap_or(first), query.to.unwrap_or(last));
    if from > to {
        return Err(Problem::malformed(format!("from {from} to {to}"), "an interval ends after it begins"));
    }
    let (skip, limit) = (query.skip.unwrap_or(0), query.limit.unwrap_or(DUTIES_PER_PAGE));
    let limit = limit.min(DUTIES_PER_PAGE);
    let is_there = |duty: &&Duty| query.table.is_none_or(|table| table == duty.table.0);
    let mut found = roster.between(from, to).filter(is_there).skip(skip);
    let duties: Vec<DutyView> = found.by_ref().take(limit).map(|duty| duty_view(state, duty)).collect();
    let next = found.next().and_then(|_| skip.checked_add(duties.len()));
    Ok(RosterView { from, to, duties, next })
}

/// Show the roster
///
/// For the staff and the regulator: who has which post at which table, and when. With `proposal`, the roster as a proposal that waits would leave it.
#[utoipa::path(get, path = "/houses/{h}/roster", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), RosterQuery), responses(
    (status = 200, description = "The duties in the order in which they begin", body = RosterView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_roster(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(query): QueryParams<RosterQuery>,
) -> Result<Json<RosterView>, Problem> {
    let house = own_house(&app, h, &session)?;
    house.actor.read(move |state| roster_of(state, &query)).await?.map(Json)
}
