//! Getting chips: requests that wait for the staff, and the play money of a demo house.

use std::ops::Bound;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::command::Command;
use croupier_house::ids::{Actor, PersonId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{ChipRequestKind, Exchange, Role};
use croupier_kit::Money;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use super::own::chip_request;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::CHIP_REQUESTS_PER_PAGE;
use crate::houses::{HouseKind, OpenHouse};
use crate::wire::{Balances, ChipRequestView, Problem, ProblemCode};

/// The chips of a visitor to a demo house: 1,000 in its currency.
pub(super) const VISITORS_CHIPS: Money = Money::from_minor(100_000);

/// Sells chips to a person of a demo house, who pays with play money. A request that was not confirmed, because the
/// server was interrupted, is confirmed instead.
pub(super) async fn give_chips(house: &OpenHouse, person: PersonId, amount: Money) -> Result<(), Problem> {
    let waiting = house.actor.read(move |state| {
        let mut requests = state.house.office.exchanges.requests.iter();
        let own = requests.find(|(_, request)| request.person == person && request.by == Actor::House);
        own.map(|(number, _)| *number)
    });
    let number = match waiting.await? {
        Some(number) => number,
        None => {
            let exchange = Exchange::BuyIn { with: Unit::Cash, amount };
            let request = Command::RequestExchange { at: None, person, exchange };
            let requested = house.submit(Actor::House, request).await?;
            requested.number.ok_or_else(Problem::internal)?
        }
    };
    house.submit(Actor::House, Command::ConfirmExchange { at: None, number }).await.map(drop)
}

/// Get play money
///
/// Fills the chips of the person who asks up to 1,000.00; those that are held for a cash-out do not count. In demo houses only. The
/// person's own limits apply.
#[utoipa::path(post, path = "/houses/{h}/top-up", tag = "tables", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "What the person has now", body = Balances),
    (status = "4XX", description = "No chips were given", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn top_up(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<Balances>, Problem> {
    let house = own_house(&app, h, &session)?;
    if house.kind != HouseKind::Demo {
        let allowed = "ask for a buy-in: `request-chips`";
        return Err(Problem::new(ProblemCode::Authority, "this is not a demo house", allowed));
    }
    let person = session.person;
    // One at a time, so that two requests do not both see too few chips.
    let _one_at_a_time = app.enrolling.lock().await;
    let chips =
        move |state: &HouseReader<'_>| state.house.ledger.balance(Unit::Chips, Location::Player(person));
    let missing = VISITORS_CHIPS.minor() - house.actor.read(chips).await?.minor();
    if missing <= 0 {
        let found = format!("you have {VISITORS_CHIPS} or more in chips");
        return Err(Problem::new(ProblemCode::Order, found, "play money is for those who have less"));
    }
    give_chips(&house, person, Money::from_minor(missing)).await?;
    house.actor.read(move |state| state.balances(person)).await.map(Json)
}

/// A page of chip requests.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChipRequestsPage {
    /// Return requests after this number; the first by default.
    after: Option<u32>,
    /// How many requests to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// List the open requests of players for chips or cash
///
/// For the staff and the regulator. Dealers see buy-ins only, because they answer no others.
#[utoipa::path(get, path = "/houses/{h}/chip-requests", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), ChipRequestsPage), responses(
    (status = 200, description = "Open requests in the order of their numbers", body = Vec<ChipRequestView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_chip_requests(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<ChipRequestsPage>,
) -> Result<Json<Vec<ChipRequestView>>, Problem> {
    let limit = which.limit.unwrap_or(CHIP_REQUESTS_PER_PAGE).min(CHIP_REQUESTS_PER_PAGE);
    let is_dealer = session.role == Role::Dealer;
    let house = own_house(&app, h, &session)?;
    let listed = house.actor.read(move |state| {
        let after = which.after.map_or(Bound::Unbounded, Bound::Excluded);
        let open = state.house.office.chip_requests.open.range((after, Bound::Unbounded));
        let open = open.filter(|(_, request)| !is_dealer || request.kind == ChipRequestKind::BuyIn);
        open.take(limit).map(|(number, request)| chip_request(state.house, (*number, request))).collect()
    });
    listed.await.map(Json)
}
