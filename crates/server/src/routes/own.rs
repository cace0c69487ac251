//! Routes for people to read their own data.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::PersonId;
use croupier_house::ledger::TransactionKind;
use croupier_house::office::LimitKind;
use croupier_kit::Money;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::actor::{HouseReader, Movement, PlayedRound};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::ROUNDS_PER_PAGE;
use crate::wire::{
    Me, NextLimit, OwnLimit, OwnLimits, OwnRound, PendingExchange, Problem, Statement, StatementRow,
};

fn me_of(state: &HouseReader<'_>, id: PersonId) -> Option<Me> {
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
        net_today: net.into(),
        net_total: net_total(state, id).into(),
        bought_today: bought.into(),
        limits: OwnLimits {
            stake: limit(LimitKind::Stake),
            loss: limit(LimitKind::Loss),
            buy_in: limit(LimitKind::BuyIn),
        },
        excluded: house.office.is_excluded(id, state.now.at),
        excluded_until: person.excluded.flatten(),
        exchanges: exchanges.collect(),
    })
}

fn net_total(state: &HouseReader<'_>, person: PersonId) -> Money {
    let played = state.players.of(person).into_iter().flat_map(|book| &book.rounds);
    Money::from_minor(played.map(|played| played.returned.minor() - played.staked.minor()).sum())
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
    let found = own_house(&app, h, &session)?.actor.read(move |state| me_of(state, person)).await?;
    found.map(Json).ok_or_else(|| Problem::unknown("person"))
}

/// A page of rounds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnRoundsPage {
    /// How many of the latest rounds to skip; 0 by default.
    skip: Option<usize>,
    /// How many rounds to return; 50 by default, at most 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

fn own_round(state: &HouseReader<'_>, played: &PlayedRound) -> Option<OwnRound> {
    let table = state.house.table(played.table).ok()?;
    let known = state.history(played.table)?.results().find(|outcome| outcome.round == played.round);
    Some(OwnRound {
        table: played.table.0,
        name: table.name.clone(),
        game: table.game.clone(),
        round: played.round,
        at: played.at,
        staked: played.staked.into(),
        returned: played.returned.into(),
        net: played.returned.minus(played.staked).unwrap_or_default().into(),
        outcome: known.map(|outcome| outcome.result.clone()),
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
    let (person, limit) = (session.person, which.limit.unwrap_or(50).min(ROUNDS_PER_PAGE));
    let found = own_house(&app, h, &session)?.actor.read(move |state| {
        let played = state.players.of(person).into_iter().flat_map(|book| book.rounds.iter().rev());
        let played = played.skip(which.skip.unwrap_or(0)).take(limit);
        played.filter_map(|played| own_round(state, played)).collect()
    });
    found.await.map(Json)
}

fn statement_row(state: &HouseReader<'_>, moved: &Movement) -> StatementRow {
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
        _ => "moved",
    };
    let at = moved.table.and_then(|(id, round)| {
        let name = &state.house.table(id).ok()?.name;
        Some(format!(" at {name}, round {round}"))
    });
    let text = format!("{what}{}", at.unwrap_or_else(|| " at the cage".to_owned()));
    let (amount, balance) = (moved.amount.into(), moved.balance.into());
    StatementRow { at: moved.at, text, unit: moved.unit.into(), amount, balance }
}

/// Show the statement of the person who asks
#[utoipa::path(get, path = "/houses/{h}/me/statement", tag = "tables", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "Movements with the balance after each", body = Statement),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_statement(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<Statement>, Problem> {
    let person = session.person;
    let found = own_house(&app, h, &session)?.actor.read(move |state| {
        let moved = state.players.of(person).into_iter().flat_map(|book| book.rows.iter().rev());
        Statement {
            currency: state.currency(),
            rows: moved.map(|moved| statement_row(state, moved)).collect(),
        }
    });
    found.await.map(Json)
}
