//! What a person may read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::PersonId;
use croupier_house::ledger::{TransactionKind, Unit};
use croupier_house::office::{LimitKind, Role};
use croupier_kit::Money;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::commands::own_house;
use super::{Asked, Named};
use crate::app::App;
use crate::desk::{Moved, Played, Room};
use crate::sessions::Caller;
use crate::wire::{Amount, Balances, ExchangeOf, Problem, Signed};

/// One of a person's own limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLimit {
    /// The limit now; nothing where there is none.
    now: Option<Amount>,
    /// What it becomes, where it is to be loosened.
    next: Option<NextLimit>,
}

/// What a limit becomes.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextLimit {
    /// The limit then; nothing where there will be none.
    amount: Option<Amount>,
    /// From when on.
    from: i64,
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
    /// Won less lost in all, with what stands counted as put down.
    net_total: Signed,
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
    let limit = |limit| {
        let limited = person.limit(limit);
        let next = limited.next_after(room.now.at);
        let next = next.map(|(amount, from)| NextLimit { amount: amount.map(Into::into), from });
        OwnLimit { now: limited.at(room.now.at).map(Into::into), next }
    };
    let (net, bought) = person.totals_of_day(room.now.at);
    let cage = house.office.exchanges.requests.iter().map(|(number, laid)| (None, *number, *laid));
    let tables = house.tables().iter();
    let at_tables =
        tables.flat_map(|t| t.exchanges.requests.iter().map(|(number, laid)| (Some(t.id.0), *number, *laid)));
    let laid = cage.chain(at_tables).filter(|(_, _, laid)| laid.person == id);
    let laid_out =
        laid.map(|(table, number, laid)| LaidOut { table, number, exchange: laid.exchange.into() });
    Some(Me {
        handle: person.handle.clone(),
        role: person.role,
        balances: room.balances(id),
        seated: house.tables().iter().filter(|t| t.seated.contains(&id)).map(|t| t.id.0).collect(),
        net_today: net.into(),
        net_total: net_total(room, id).into(),
        bought_today: bought.into(),
        limits: OwnLimits {
            stake: limit(LimitKind::Stake),
            loss: limit(LimitKind::Loss),
            buy_in: limit(LimitKind::BuyIn),
        },
        excluded: person.is_excluded(room.now.at),
        excluded_until: person.excluded.flatten(),
        laid_out: laid_out.collect(),
    })
}

fn net_total(room: &Room<'_>, person: PersonId) -> Money {
    let played = room.passbooks.of(person).into_iter().flat_map(|book| &book.rounds);
    Money::from_minor(played.map(|played| played.returned.minor() - played.staked.minor()).sum())
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

/// A round that one has played.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnRound {
    table: u16,
    /// The name of the table.
    name: Box<str>,
    game: Box<str>,
    round: u64,
    at: i64,
    /// Put down in it.
    staked: Amount,
    /// Got back in it, for stakes of this round and of earlier ones.
    returned: Amount,
    net: Signed,
    /// How it came out, where it is one of the latest.
    outcome: Option<Box<str>>,
}

/// Which of one's rounds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichOwn {
    /// Leave out so many of the latest.
    skip: Option<usize>,
    /// At most so many, up to 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// A movement of one's money.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatementRow {
    at: i64,
    text: String,
    #[schema(value_type = String, example = "chips")]
    unit: Unit,
    amount: Signed,
    balance: Signed,
}

/// What has moved for somebody.
#[derive(Serialize, ToSchema)]
pub(crate) struct Statement {
    currency: Box<str>,
    /// The latest 500 movements, the latest first.
    rows: Vec<StatementRow>,
}

fn own_round(room: &Room<'_>, played: &Played) -> Option<OwnRound> {
    let table = room.house.table(played.table).ok()?;
    let known = room.board(played.table)?.history().find(|outcome| outcome.round == played.round);
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

/// The rounds that one has played, the latest first
#[utoipa::path(get, path = "/houses/{h}/me/rounds", tag = "reading", params(("h" = u16, Path, description = "The house"), WhichOwn), responses(
    (status = 200, description = "Rounds with what was staked and came back", body = Vec<OwnRound>),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn rounds(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
    Asked(which): Asked<WhichOwn>,
) -> Result<Json<Vec<OwnRound>>, Problem> {
    let (person, limit) = (session.person, which.limit.unwrap_or(50).min(200));
    let found = own_house(&app, h, &session)?.desk.look(move |room| {
        let played = room.passbooks.of(person).into_iter().flat_map(|book| book.rounds.iter().rev());
        let played = played.skip(which.skip.unwrap_or(0)).take(limit);
        played.filter_map(|played| own_round(room, played)).collect()
    });
    found.await.map(Json)
}

fn statement_row(room: &Room<'_>, moved: &Moved) -> StatementRow {
    let what = match moved.kind {
        TransactionKind::Stake => "stake",
        TransactionKind::Settle => "settled",
        TransactionKind::Return => "returned",
        TransactionKind::Correct => "put right",
        TransactionKind::BuyIn => "bought in",
        TransactionKind::CashOut => "cashed out",
        TransactionKind::Plaques => "plaques",
        TransactionKind::ChipChange => "changed into wheel chips",
        TransactionKind::CashIn => "wheel chips cashed in",
        TransactionKind::BankTaken => "put up the bank",
        TransactionKind::BankReturned => "bank given back",
        _ => "moved",
    };
    let at = moved.table.and_then(|(id, round)| {
        let name = &room.house.table(id).ok()?.name;
        Some(format!(" at {name}, round {round}"))
    });
    let text = format!("{what}{}", at.unwrap_or_else(|| " at the cage".to_owned()));
    let (amount, balance) = (moved.amount.into(), moved.balance.into());
    StatementRow { at: moved.at, text, unit: moved.unit, amount, balance }
}

/// What has moved for one, the latest first
#[utoipa::path(get, path = "/houses/{h}/me/statement", tag = "reading", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "Movements with the balance after each", body = Statement),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn statement(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<Statement>, Problem> {
    let person = session.person;
    let found = own_house(&app, h, &session)?.desk.look(move |room| {
        let moved = room.passbooks.of(person).into_iter().flat_map(|book| book.rows.iter().rev());
        Statement { currency: room.currency(), rows: moved.map(|moved| statement_row(room, moved)).collect() }
    });
    found.await.map(Json)
}
