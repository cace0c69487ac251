//! Exchanges that wait for their second step, for those who confirm them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::Actor;
use croupier_house::office::PendingExchanges;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::EXCHANGES_PER_PAGE;
use crate::wire::{ExchangeView, Problem};

/// Which exchanges.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExchangesPage {
    /// Only those at this table; all by default.
    table: Option<u16>,
    /// How many to pass over; none by default.
    skip: Option<usize>,
    /// How many to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// List the exchanges that wait to be confirmed
///
/// For the staff and the regulator: what people have laid out at the cage and at the tables, the cage first.
#[utoipa::path(get, path = "/houses/{h}/exchanges", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), ExchangesPage), responses(
    (status = 200, description = "Exchanges by place and number", body = Vec<ExchangeView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_exchanges(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<ExchangesPage>,
) -> Result<Json<Vec<ExchangeView>>, Problem> {
    let limit = which.limit.unwrap_or(EXCHANGES_PER_PAGE).min(EXCHANGES_PER_PAGE);
    let house = own_house(&app, h, &session)?;
    let listed = house.actor.read(move |state| {
        let tables = state.house.tables().iter().map(|table| (Some(table.id.0), &table.exchanges));
        let places = std::iter::once((None, &state.house.office.exchanges)).chain(tables);
        let asked = places.filter(|(table, _)| which.table.is_none() || *table == which.table);
        let listed = asked.flat_map(|(table, pending)| waiting(state, table, pending));
        listed.skip(which.skip.unwrap_or(0)).take(limit).collect()
    });
    listed.await.map(Json)
}

/// The exchanges that wait at one place.
fn waiting<'h>(
    state: &HouseReader<'h>,
    table: Option<u16>,
    pending: &'h PendingExchanges,
) -> impl Iterator<Item = ExchangeView> + use<'h> {
    let house = state.house;
    pending.requests.iter().map(move |(number, request)| ExchangeView {
        table,
        number: *number,
        person: request.person.0,
        handle: house.name_of(request.person).into(),
        by: match request.by {
            Actor::Person(by) => house.name_of(by).into(),
            Actor::House => "the house".into(),
        },
        exchange: request.exchange.into(),
    })
}
