//! Routes for the staff and the regulator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::{PersonId, StreamId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::Role;
use croupier_house::paper::ProposedAction;
use croupier_store::index::{DisputeRow, DisputeRowStage};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use crate::actor::{HouseReader, TableHistory};
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::{ACCOUNTS_PER_PAGE, DISPUTES_PER_PAGE, ENTRIES_PER_PAGE, PEOPLE_PER_PAGE};
use crate::houses::OpenHouse;
use crate::journal_reader::read_entries;
use crate::lookup::{look_up, unreadable};
use crate::sessions::Session;
use crate::wire::{
    AccountView, ChipCount, DisputeState, DisputeView, EventKind, JournalEntry, LedgerView, PaperworkView,
    PersonView, Problem, ProblemCode, ProposalKind, ProposalView, ShiftView, SlipView, UnitSum,
};

/// The house of a request, for staff and the regulator only.
pub(super) fn staff_house<'a>(
    app: &'a App,
    h: u16,
    session: &Session,
) -> Result<&'a Arc<OpenHouse>, Problem> {
    let house = own_house(app, h, session)?;
    if session.role == Role::Player {
        return Err(Problem::new(
            ProblemCode::Authority,
            "you may not read this",
            "only the staff and the regulator may",
        ));
    }
    Ok(house)
}

/// A page of people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeoplePage {
    /// Return people after this number; the first by default.
    after: Option<u32>,
    /// How many people to return; 1,000 by default and at most.
    #[param(maximum = 1_000)]
    limit: Option<usize>,
}

/// List the people of a house
#[utoipa::path(get, path = "/houses/{h}/people", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), PeoplePage), responses(
    (status = 200, description = "People in order", body = Vec<PersonView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_people(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<PeoplePage>,
) -> Result<Json<Vec<PersonView>>, Problem> {
    let limit = which.limit.unwrap_or(PEOPLE_PER_PAGE).min(PEOPLE_PER_PAGE);
    let all = staff_house(&app, h, &session)?.actor.read(move |state| {
        let (house, at) = (state.house, state.now.at);
        let numbers = which.after.unwrap_or(0).saturating_add(1)..;
        let people =
            numbers.map(PersonId).map_while(|id| Some((id, house.office.person(id).ok()?))).take(limit);
        let seen = people.map(|(id, person)| PersonView {
            person: id.0,
            handle: person.handle.clone(),
            role: person.role.into(),
            staff: person.staff.clone(),
            refused: person.refused.clone(),
            excluded: house.office.is_excluded(id, at),
            excluded_until: person.excluded.flatten(),
            chips: house.ledger.balance(Unit::Chips, Location::Player(id)).into(),
        });
        seen.collect()
    });
    all.await.map(Json)
}

fn place_words(state: &HouseReader<'_>, place: Location) -> String {
    let table = |id: TableId| state.house.table(id).map_or_else(|_| id.0.to_string(), |t| t.name.to_string());
    let person = |id: PersonId| state.house.name_of(id).to_owned();
    match place {
        Location::Issued => "issued".to_owned(),
        Location::Bank => "bank".to_owned(),
        Location::Wallet(who) => format!("purse {}", person(who)),
        Location::Cage => "cage".to_owned(),
        Location::Player(who) => format!("held {}", person(who)),
        Location::Wheel(who, at) => format!("wheel chips {} at {}", person(who), table(at)),
        Location::Float(at) => format!("float {}", table(at)),
        Location::Drop(at) => format!("drop {}", table(at)),
        Location::Layout(at) => format!("layout {}", table(at)),
        Location::PlayersBank(at) => format!("player's bank {}", table(at)),
        Location::Transit(at) => format!("transit {}", table(at)),
    }
}

/// A page of the ledger.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct LedgerPage {
    /// Return accounts after this number; the first by default.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// How many accounts to return; 1,000 by default and at most.
    #[param(maximum = 1_000)]
    limit: Option<usize>,
}

/// Show the ledger of a house
#[utoipa::path(get, path = "/houses/{h}/ledger", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), LedgerPage), responses(
    (status = 200, description = "Accounts that have moved, and the sums over all accounts", body = LedgerView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_ledger(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<LedgerPage>,
) -> Result<Json<LedgerView>, Problem> {
    let limit = which.limit.unwrap_or(ACCOUNTS_PER_PAGE).min(ACCOUNTS_PER_PAGE);
    let seen = staff_house(&app, h, &session)?.actor.read(move |state| {
        let ledger = &state.house.ledger;
        let account =
            |(account, balance): (croupier_house::ledger::Account, croupier_kit::Money)| AccountView {
                account: account.number().to_string(),
                unit: account.unit.into(),
                place: place_words(state, account.location),
                balance: balance.into(),
            };
        let sum = |unit: Unit| UnitSum { unit: unit.into(), sum: ledger.sum(unit).to_string() };
        LedgerView {
            currency: state.currency(),
            accounts: ledger
                .accounts_after(which.after.unwrap_or(-1), limit)
                .into_iter()
                .map(account)
                .collect(),
            sums: Unit::ALL.into_iter().map(sum).collect(),
        }
    });
    seen.await.map(Json)
}

fn chip_counts(count: &croupier_house::paper::Count) -> Vec<ChipCount> {
    count.0.iter().map(|(value, count)| ChipCount { value: (*value).into(), count: *count }).collect()
}

/// A proposal. A correction of cards is shown to those who enter and correct them, and to nobody else.
fn proposal(number: u32, by: &str, matter: &ProposedAction, hides_cards: bool) -> ProposalView {
    let (matter, count, text) = match matter {
        ProposedAction::Open { opener, .. } => (ProposalKind::Open, chip_counts(opener), String::new()),
        ProposedAction::Close { closer } => (ProposalKind::Close, chip_counts(closer), String::new()),
        ProposedAction::Drop { cash } => (ProposalKind::Drop, chip_counts(cash), String::new()),
        ProposedAction::Void { round, reason } => {
            (ProposalKind::Void, Vec::new(), format!("round {round}: {reason}"))
        }
        ProposedAction::Correct { round, from, to, reason } => {
            let shown =
                !hides_cards || [from, to].iter().all(|line| !line.trim_start().starts_with("cards "));
            let lines = if shown { format!("`{to}` instead of `{from}`") } else { "cards".to_owned() };
            (ProposalKind::Correct, Vec::new(), format!("round {round}: {lines}: {reason}"))
        }
    };
    ProposalView { proposal: number, by: by.to_owned(), matter, count, text }
}

fn paperwork_of(state: &HouseReader<'_>, id: TableId, role: Role) -> Result<PaperworkView, Problem> {
    let house = state.house;
    let table = house.table(id)?;
    let papers = &table.papers;
    let mut shift = papers.shift;
    if let Some(sitting) = &table.live {
        (shift.staked, shift.returned) = (sitting.staked, sitting.returned);
    }
    let hides_cards = matches!(role, Role::Regulator | Role::Cashier);
    let proposals =
        papers.proposals.iter().map(|(n, p)| proposal(*n, house.name_of(p.by), &p.action, hides_cards));
    let slips = papers.slips.iter().map(|(number, slip)| SlipView {
        number: *number,
        kind: slip.kind.into(),
        state: slip.state.into(),
        amount: slip.amount.into(),
        chips: chip_counts(&slip.chips),
    });
    Ok(PaperworkView {
        currency: state.currency(),
        proposals: proposals.collect(),
        slips: slips.collect(),
        shift: ShiftView {
            opening: shift.opening.into(),
            closing: shift.closing.map(Into::into),
            fills: shift.fills.into(),
            credits: shift.credits.into(),
            drop: shift.drop.into(),
            drop_counted: shift.drop_counted.into(),
            staked: shift.staked.into(),
            returned: shift.returned.into(),
            win_by_drop: shift.win_by_drop().map(Into::into),
            true_win: shift.true_win().into(),
            difference: shift.difference().map(Into::into),
        },
        float: house.ledger.balance(Unit::Chips, Location::Float(id)).into(),
    })
}

/// Show the paperwork of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/papers", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "Proposals, slips and the shift", body = PaperworkView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_paperwork(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Json<PaperworkView>, Problem> {
    let role = session.role;
    let seen = staff_house(&app, h, &session)?
        .actor
        .read(move |state| paperwork_of(state, TableId(t), role))
        .await?;
    seen.map(Json)
}

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
}

/// A page of disputes, in order; of one person if that is given.
async fn disputes_of(
    app: &App,
    house: &OpenHouse,
    of: Option<PersonId>,
    which: DisputesPage,
) -> Result<Json<Vec<DisputeView>>, Problem> {
    let limit = which.limit.unwrap_or(DISPUTES_PER_PAGE).min(DISPUTES_PER_PAGE);
    let before = which.before.unwrap_or(u32::MAX);
    let rows = look_up(app, house, move |store, id| {
        store.index().disputes_before(id, of, before, limit).map_err(unreadable)
    });
    let rows = rows.await?;
    let seen = house.actor.read(move |state| {
        let by = |person| state.house.name_of(person).to_owned();
        rows.into_iter().rev().map(|row| dispute_view(by(row.person), row)).collect()
    });
    seen.await.map(Json)
}

fn dispute_view(by: String, row: DisputeRow) -> DisputeView {
    DisputeView {
        dispute: row.number,
        table: row.table.0,
        round: row.round,
        by,
        about: row.about,
        state: match row.stage {
            DisputeRowStage::Opened => DisputeState::Opened,
            DisputeRowStage::Answered => DisputeState::Answered,
            DisputeRowStage::Escalated => DisputeState::Escalated,
        },
        ruling: row.ruling,
        escalated_to: row.escalated_to,
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
    disputes_of(&app, staff_house(&app, h, &session)?, None, which).await
}

/// List one's own disputes
#[utoipa::path(get, path = "/houses/{h}/me/disputes", tag = "tables", params(("h" = u16, Path, description = "The number of the house"), DisputesPage), responses(
    (status = 200, description = "The disputes that the person who asks has opened", body = Vec<DisputeView>),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_own_disputes(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<DisputesPage>,
) -> Result<Json<Vec<DisputeView>>, Problem> {
    disputes_of(&app, own_house(&app, h, &session)?, Some(session.person), which).await
}

/// A page of a journal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct JournalPage {
    /// The number of the table; the house's own journal by default.
    stream: Option<u16>,
    /// The version to start from; 1 by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    from: Option<Position>,
    /// How many entries to return; 100 by default, at most 500.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// List entries of a journal
///
/// For managers and the regulator. The entries of a round are shown when it is over.
#[utoipa::path(get, path = "/houses/{h}/journal", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), JournalPage), responses(
    (status = 200, description = "Entries in order", body = Vec<JournalEntry>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_journal(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<JournalPage>,
) -> Result<Json<Vec<JournalEntry>>, Problem> {
    let house = staff_house(&app, h, &session)?;
    if !matches!(session.role, Role::Manager | Role::Regulator) {
        return Err(Problem::new(
            ProblemCode::Authority,
            "you may not read this",
            "only managers and the regulator may",
        ));
    }
    let table = which.stream.map(TableId);
    let stream = StreamId { house: house.actor.id, table };
    let end = house.actor.read(move |state| open_end(state, stream)).await?;
    let limit = which.limit.unwrap_or(100).min(ENTRIES_PER_PAGE) as u64;
    let from = which.from.map_or(1, |from| from.0).max(1);
    let to = from.saturating_add(limit).min(end).saturating_sub(1);
    let store = Arc::clone(&app.store);
    let read = tokio::task::spawn_blocking(move || read_entries(&*store, stream, from..=to));
    let entries = read.await.map_err(|_| Problem::internal())?.map_err(unreadable)?;
    Ok(Json(entries.iter().map(journal_entry).collect()))
}

/// The version from which entries are not shown yet. While a round is played, its hidden cards are in the journal, and
/// nobody is shown them, the regulator too. A round that begins while the entries are read is not shown either.
fn open_end(state: &HouseReader<'_>, stream: StreamId) -> u64 {
    let playing = stream.table.and_then(|table| state.history(table)).and_then(TableHistory::playing_since);
    playing.unwrap_or_else(|| state.house.head(stream).version.saturating_add(1))
}

fn journal_entry(entry: &croupier_house::journal::Entry) -> JournalEntry {
    let hex = |hash: [u8; 32]| blake3::Hash::from_bytes(hash).to_hex().to_string();
    JournalEntry {
        version: entry.body.version,
        at: entry.body.at,
        by: entry.body.by.person().map(|person| person.0),
        what: EventKind::of(&entry.body.event),
        event: serde_json::to_value(&entry.body.event).expect("an event is JSON"),
        hash: hex(entry.hash),
        prev: hex(entry.body.prev),
    }
}
