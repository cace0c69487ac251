//! What a person may read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::PersonId;
use croupier_house::office::{Limit, Role};
use serde::Serialize;
use utoipa::ToSchema;

use super::Named;
use super::commands::own_house;
use crate::app::App;
use crate::desk::Room;
use crate::sessions::Caller;
use crate::wire::{Amount, Balances, ExchangeOf, Problem, Signed};

/// One of a person's own limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLimit {
    /// The limit now; nothing where there is none.
    now: Option<Amount>,
}

/// A person's own limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLimits {
    /// The most of one stake.
    stake: OwnLimit,
    /// The most that may be lost in a day.
    loss: OwnLimit,
    /// The most that may be bought in a day.
    buy_in: OwnLimit,
}

/// Something that is laid out.
#[derive(Serialize, ToSchema)]
pub(crate) struct LaidOut {
    /// At this table, or at the cage.
    table: Option<u16>,
    /// Its number.
    number: u32,
    /// What for what.
    exchange: ExchangeOf,
}

/// A person about himself.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    handle: Box<str>,
    #[schema(value_type = String, example = "player")]
    role: Role,
    balances: Balances,
    /// The tables where the person sits.
    seated: Vec<u16>,
    /// Won less lost today.
    net_today: Signed,
    /// Bought in today.
    bought_today: Amount,
    limits: OwnLimits,
    /// Whether the person is excluded.
    excluded: bool,
    /// Until when; nothing where it is for good.
    excluded_until: Option<i64>,
    /// What waits to be exchanged.
    laid_out: Vec<LaidOut>,
}

fn me_of(room: &Room<'_>, id: PersonId) -> Option<Me> {
    let house = room.house;
    let person = house.office.person(id).ok()?;
    let limit = |limit| OwnLimit { now: person.limit(limit).at(room.now.at).map(Into::into) };
    let (net, bought) = person.sums_of_day(room.now.at);
    let cage = house.office.desk.laid.iter().map(|(number, laid)| (None, *number, *laid));
    let tables = house.tables().iter();
    let at_tables =
        tables.flat_map(|t| t.desk.laid.iter().map(|(number, laid)| (Some(t.id.0), *number, *laid)));
    let laid = cage.chain(at_tables).filter(|(_, _, (whose, _))| *whose == id);
    let laid_out =
        laid.map(|(table, number, (_, exchange))| LaidOut { table, number, exchange: exchange.into() });
    Some(Me {
        handle: person.handle.clone(),
        role: person.role,
        balances: room.balances(id),
        seated: house.tables().iter().filter(|t| t.seated.contains(&id)).map(|t| t.id.0).collect(),
        net_today: net.into(),
        bought_today: bought.into(),
        limits: OwnLimits {
            stake: limit(Limit::Stake),
            loss: limit(Limit::Loss),
            buy_in: limit(Limit::BuyIn),
        },
        excluded: person.is_excluded(room.now.at),
        excluded_until: person.excluded.flatten(),
        laid_out: laid_out.collect(),
    })
}

/// What a person has, where he sits and what limits he has set himself
#[utoipa::path(get, path = "/houses/{h}/me", tag = "reading", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "The person", body = Me),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn me(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<Me>, Problem> {
    let person = session.person;
    let found = own_house(&app, h, &session)?.desk.look(move |room| me_of(room, person)).await?;
    found.map(Json).ok_or_else(|| Problem::unknown("such person"))
}
