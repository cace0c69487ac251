//! Routes for people to read their own data.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::House;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::ledger::TransactionKind;
use croupier_house::office::{ChipRequest, LaidOut, LimitKind};
use croupier_kit::MoneySum;
use croupier_store::Index;
use croupier_store::index::{MovementRow, PlayedRow, RoundRow};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use crate::actor::{HouseReader, TableLabel};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::{MOVEMENTS_PER_PAGE, ROUNDS_PER_PAGE, ROUNDS_SKIPPED_MAX};
use crate::lookup::{look_up, unreadable};
use crate::wire::{
    ChipRequestView, Me, NextLimit, OwnLimit, OwnLimits, OwnRound, PendingExchange, Problem, Statement,
    StatementRow,
};

fn me_of(state: &HouseReader<'_>, id: PersonId, net_total: MoneySum) -> Option<Me> {
    let house = state.house;
    let person = house.office.person(id).ok()?;
    let limit = |limit| {
        let limited = person.limit(limit);
        let next = limited.next_after(state.now.at);
        let next = next.map(|(amount, from)| NextLimit { amount: amount.map(Into::into), from });
        OwnLimit { now: limited.at(state.now.at).map(Into::into), next }
    };
    let (net, bought) = person.totals_of_day(state.now.day());
    let cage = house.office.exchanges.requests.iter().map(|(number, laid)| (None, *number, *laid));
    let tables = house.tables().iter();
    let at_tables =
        tables.flat_map(|t| t.exchanges.requests.iter().map(|(number, laid)| (Some(t.id.0), *number, *laid)));
    let laid = cage.chain(at_tables).filter(|(_, _, laid)| laid.person == id);
    let exchanges =
        laid.map(|(table, number, laid)| PendingExchange { table, number, exchange: laid.exchange.into() });
    Some(Me {
        handle: person.handle.clone(),
        role: person.role.into(),
        balances: state.balances(id),
        seated: house.tables().iter().filter(|t| t.seated.contains(&id)).map(|t| t.id.0).collect(),
        net_today: (net + at_stake(state, id, &person.handle)).into(),
        net_total: net_total.into(),
        bought_today: bought.into(),
        limits: OwnLimits {
            stake: limit(LimitKind::Stake),
            loss: limit(LimitKind::Loss),
            buy_in: limit(LimitKind::BuyIn),
        },
        excluded: house.office.is_excluded(id, state.now.at),
        excluded_until: person.excluded.flatten(),
        exchanges: exchanges.collect(),
        chip_requests: house
            .office
            .chip_requests
            .of_person(id)
            .map(|open| chip_request(house, open))
            .collect(),
    })
}

/// A chip request as its player and the staff see it.
pub(super) fn chip_request(house: &House<'_>, (number, request): (u32, &ChipRequest)) -> ChipRequestView {
    ChipRequestView {
        number,
        person: request.person.0,
        handle: house.name_of(request.person).into(),
        kind: request.kind.into(),
        amount: request.amount.into(),
        at: request.at,
        laid_out: request.laid_out.is_some(),
        table: request.laid_out.and_then(LaidOut::table).map(|id| id.0),
    }
}

/// The standing stakes of a person and the bank that the person holds: the totals of the day count them as lost until
/// they are decided.
fn at_stake(state: &HouseReader<'_>, id: PersonId, handle: &str) -> MoneySum {
    let live = state.house.tables().iter().filter_map(|table| table.live.as_ref());
    let amounts = live.flat_map(|live| {
        let bank = live.bank.filter(|(holder, _)| *holder == id).map(|(_, amount)| amount);
        [live.rules.standing_of(handle)].into_iter().chain(bank)
    });
    amounts.sum()
}

/// Show the person who asks: balances, seats and limits
#[utoipa::path(get, path = "/houses/{h}/me", tag = "tables", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The person who asks", body = Me),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_me(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<Me>, Problem> {
    let person = session.person;
    let house = own_house(&app, h, &session)?;
    let totals =
        look_up(&app, &house, move |store, id| store.index().player_totals(id, person).map_err(unreadable));
    let totals = totals.await?;
    let net = totals.returned - totals.staked;
    let found = house.actor.read(move |state| me_of(state, person, net)).await?;
    found.map(Json).ok_or_else(|| Problem::unknown("person"))
}

/// A page of rounds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnRoundsPage {
    /// Return rounds before this place, which a row of an earlier page has; the latest by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    before: Option<Position>,
    /// How many of the latest rounds to skip; 0 by default, at most 10,000. Further back, continue from a place.
    #[param(maximum = 10_000)]
    skip: Option<usize>,
    /// How many rounds to return; 50 by default, at most 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// A page of the rounds of a person.
fn played(
    index: &Index,
    house: HouseId,
    person: PersonId,
    which: &OwnRoundsPage,
) -> Result<Vec<PlayedRow>, Problem> {
    let limit = which.limit.unwrap_or(50).min(ROUNDS_PER_PAGE);
    let found = match (which.before, which.skip.unwrap_or(0)) {
        (None, skip) if skip <= ROUNDS_SKIPPED_MAX => index.played_after_skipping(house, person, skip, limit),
        (Some(Position(before)), 0) => index.played_before(house, person, before, limit),
        _ => {
            let found = "`skip` is too large, or comes with `before`";
            return Err(Problem::malformed(found, "continue from the place of the last row: `before`"));
        }
    };
    found.map_err(unreadable)
}

fn own_round(
    index: &Index,
    house: HouseId,
    table: TableLabel,
    played: &PlayedRow,
) -> Result<OwnRound, Problem> {
    let round = index.round(house, played.table, played.round).map_err(unreadable)?;
    Ok(OwnRound {
        table: played.table.0,
        name: table.name,
        game: table.game,
        round: played.round,
        at: played.at,
        staked: played.staked.into(),
        returned: played.returned.into(),
        net: (MoneySum::from(played.returned) - played.staked).into(),
        outcome: round.filter(RoundRow::is_over).and_then(|round| round.result),
        place: played.first,
    })
}

/// List the rounds that the person who asks has played, the latest first
#[utoipa::path(get, path = "/houses/{h}/me/rounds", tag = "tables", params(("h" = u16, Path, description = "The number of the house"), OwnRoundsPage), responses(
    (status = 200, description = "Rounds with their stakes and returns", body = Vec<OwnRound>),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_own_rounds(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<OwnRoundsPage>,
) -> Result<Json<Vec<OwnRound>>, Problem> {
    let (person, house) = (session.person, own_house(&app, h, &session)?);
    let tables = house.actor.shared().tables();
    let found = look_up(&app, &house, move |store, id| {
        let rows = played(store.index(), id, person, &which)?;
        let labelled = rows.iter().filter_map(|row| Some((label(&tables, row.table)?.clone(), row)));
        labelled.map(|(table, row)| own_round(store.index(), id, table, row)).collect()
    });
    found.await.map(Json)
}

/// A table by its number.
fn label(tables: &[TableLabel], id: TableId) -> Option<&TableLabel> {
    tables.get(usize::from(id.0).wrapping_sub(1))
}

fn statement_row(tables: &[TableLabel], moved: &MovementRow) -> StatementRow {
    let what = match moved.kind {
        TransactionKind::Stake => "stake",
        TransactionKind::Settle => "settled",
        TransactionKind::Return => "returned",
        TransactionKind::Correct => "corrected",
        TransactionKind::BuyIn => "bought in",
        TransactionKind::CashOut => "cashed out",
        TransactionKind::Plaques => "plaques",
        TransactionKind::ChipChange => "changed into wheel chips",
        TransactionKind::CashIn => "wheel chips cashed in",
        TransactionKind::BankTaken => "bank taken",
        TransactionKind::BankReturned => "bank returned",
        TransactionKind::Ruling => "paid by a ruling in a dispute",
        _ => "moved",
    };
    let at = moved.table.and_then(|(id, round)| {
        let name = &label(tables, id)?.name;
        Some(format!(" at {name}, round {round}"))
    });
    let text = format!("{what}{}", at.unwrap_or_else(|| " at the cage".to_owned()));
    let (amount, balance) = (moved.amount.into(), moved.balance.into());
    let place = place_of(moved);
    StatementRow { at: moved.at, text, unit: moved.unit.into(), amount, balance, place }
}

/// The number of bits of a place that are the number of a movement within its entry.
const PART_BITS: u32 = 20;

/// The place of a movement among all: the sequence of its entry, and its number within it.
fn place_of(moved: &MovementRow) -> u64 {
    moved.sequence << PART_BITS | u64::from(moved.part).min((1 << PART_BITS) - 1)
}

/// The sequence and part of a place.
fn at_place(Position(place): Position) -> (u64, u32) {
    (place >> PART_BITS, u32::try_from(place & ((1 << PART_BITS) - 1)).expect("a part has few bits"))
}

/// A page of a statement.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatementPage {
    /// Return movements before this place, which a row of an earlier page has; the latest by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    before: Option<Position>,
    /// How many movements to return; 500 by default and at most.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// Show the statement of the person who asks
#[utoipa::path(get, path = "/houses/{h}/me/statement", tag = "tables", params(("h" = u16, Path, description = "The number of the house"), StatementPage), responses(
    (status = 200, description = "Movements with the balance after each", body = Statement),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_statement(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<StatementPage>,
) -> Result<Json<Statement>, Problem> {
    let (person, house) = (session.person, own_house(&app, h, &session)?);
    let tables = house.actor.shared().tables();
    let before = which.before.map_or((u64::MAX, u32::MAX), at_place);
    let limit = which.limit.unwrap_or(MOVEMENTS_PER_PAGE).min(MOVEMENTS_PER_PAGE);
    let rows = look_up(&app, &house, move |store, id| {
        let rows = store.index().movements_before(id, person, before, limit).map_err(unreadable)?;
        Ok(rows.iter().map(|moved| statement_row(&tables, moved)).collect())
    });
    let rows = rows.await?;
    house.actor.read(move |state| Statement { currency: state.currency(), rows }).await.map(Json)
}
