//! What those who run a house and those who watch it may read.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::{PersonId, StreamId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{DisputeStage, Role};
use croupier_house::paper::{ProposedAction, SlipKind, SlipState};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::commands::own_house;
use super::rounds::each_entry;
use super::{Asked, Named, table as numbered};
use crate::app::{App, OpenHouse};
use crate::desk::{Board, Room, event_name};
use crate::records::Read;
use crate::sessions::{Caller, Session};
use crate::wire::{ChipCount, Kind, Problem, Signed};

/// The house, for somebody who works there or watches it.
fn staff_house<'a>(app: &'a App, h: u16, session: &Session) -> Result<&'a Arc<OpenHouse>, Problem> {
    let house = own_house(app, h, session)?;
    if session.role == Role::Player {
        return Err(Problem::new(
            Kind::Authority,
            "this is not yours to read",
            "the house and its regulator do",
        ));
    }
    Ok(house)
}

/// A person of the house.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonSeen {
    person: u32,
    handle: Box<str>,
    #[schema(value_type = String, example = "player")]
    role: Role,
    /// The name in the house file, for those who work here.
    staff: Option<Box<str>>,
    /// Why service is refused.
    refused: Option<Box<str>>,
    excluded: bool,
    /// Until when; nothing where it is for good.
    excluded_until: Option<i64>,
    chips: Signed,
}

/// The people of a house
#[utoipa::path(get, path = "/houses/{h}/people", tag = "office", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "Everybody", body = Vec<PersonSeen>),
    (status = "4XX", description = "This is not yours to read", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn people(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<Vec<PersonSeen>>, Problem> {
    let all = staff_house(&app, h, &session)?.desk.look(|room| {
        let (house, at) = (room.house, room.now.at);
        let seen = house.office.people().map(|(id, person)| PersonSeen {
            person: id.0,
            handle: person.handle.clone(),
            role: person.role,
            staff: person.staff.clone(),
            refused: person.refused.clone(),
            excluded: person.is_excluded(at),
            excluded_until: person.excluded.flatten(),
            chips: house.ledger.balance(Unit::Chips, Location::Player(id)).into(),
        });
        seen.collect()
    });
    all.await.map(Json)
}

/// An account of the ledger.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountSeen {
    #[schema(value_type = String, example = "chips")]
    unit: Unit,
    /// Where it lies: `cage`, `float Wheel 1`, `held ann`.
    place: String,
    balance: Signed,
}

/// The ledger.
#[derive(Serialize, ToSchema)]
pub(crate) struct LedgerSeen {
    currency: Box<str>,
    accounts: Vec<AccountSeen>,
    /// The sum over all accounts of each kind of thing: nought, always.
    sums: Vec<SumSeen>,
}

/// The sum over all accounts of one kind of thing.
#[derive(Serialize, ToSchema)]
pub(crate) struct SumSeen {
    #[schema(value_type = String, example = "chips")]
    unit: Unit,
    /// In minor units.
    sum: String,
}

fn place_words(room: &Room<'_>, place: Location) -> String {
    let table = |id: TableId| room.house.table(id).map_or_else(|_| id.0.to_string(), |t| t.name.to_string());
    let person = |id: PersonId| room.house.name_of(id).to_owned();
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

/// The ledger of a house
#[utoipa::path(get, path = "/houses/{h}/ledger", tag = "office", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "Every account that has moved", body = LedgerSeen),
    (status = "4XX", description = "This is not yours to read", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn ledger(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<LedgerSeen>, Problem> {
    let seen = staff_house(&app, h, &session)?.desk.look(|room| {
        let ledger = &room.house.ledger;
        let account =
            |(account, balance): (croupier_house::ledger::Account, croupier_kit::Money)| AccountSeen {
                unit: account.unit,
                place: place_words(room, account.location),
                balance: balance.into(),
            };
        let sum = |unit: Unit| SumSeen { unit, sum: ledger.sum(unit).to_string() };
        LedgerSeen {
            currency: room.currency(),
            accounts: ledger.accounts().into_iter().map(account).collect(),
            sums: Unit::ALL.into_iter().map(sum).collect(),
        }
    });
    seen.await.map(Json)
}

/// A proposal that waits for its second person.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProposalSeen {
    proposal: u32,
    /// Who made it.
    by: String,
    /// `open`, `close`, `drop`, `void` or `correct`.
    matter: &'static str,
    /// The counts, where it is one.
    count: Vec<ChipCount>,
    /// The reason, and for a correction what is to stand instead of what.
    text: String,
}

/// A fill or credit on its way.
#[derive(Serialize, ToSchema)]
pub(crate) struct SlipSeen {
    number: u32,
    #[schema(value_type = String, example = "fill")]
    kind: SlipKind,
    #[schema(value_type = String, example = "sent")]
    state: SlipState,
    amount: Signed,
    chips: Vec<ChipCount>,
}

/// The papers of a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct PapersSeen {
    currency: Box<str>,
    proposals: Vec<ProposalSeen>,
    slips: Vec<SlipSeen>,
    shift: ShiftSeen,
    /// What lies on the table and in its float by the ledger.
    float: Signed,
}

/// The money of a table from its opening to its closing.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShiftSeen {
    opening: Signed,
    closing: Option<Signed>,
    fills: Signed,
    credits: Signed,
    drop: Signed,
    drop_counted: Signed,
    staked: Signed,
    returned: Signed,
    /// Drop + closing + credits − opening − fills; nothing before the closing.
    win_by_drop: Option<Signed>,
    /// Stakes less returns.
    true_win: Signed,
    /// What the one is more than the other.
    difference: Option<Signed>,
}

fn counted(count: &croupier_house::paper::Count) -> Vec<ChipCount> {
    count.0.iter().map(|(value, count)| ChipCount { value: (*value).into(), count: *count }).collect()
}

fn proposal(number: u32, by: &str, matter: &ProposedAction) -> ProposalSeen {
    let (matter, count, text) = match matter {
        ProposedAction::Open { opener, .. } => ("open", counted(opener), String::new()),
        ProposedAction::Close { closer } => ("close", counted(closer), String::new()),
        ProposedAction::Drop { cash } => ("drop", counted(cash), String::new()),
        ProposedAction::Void { round, reason } => ("void", Vec::new(), format!("round {round}: {reason}")),
        ProposedAction::Correct { round, from, to, reason } => {
            ("correct", Vec::new(), format!("round {round}: not `{from}` but `{to}`: {reason}"))
        }
    };
    ProposalSeen { proposal: number, by: by.to_owned(), matter, count, text }
}

fn papers_of(room: &Room<'_>, id: TableId) -> Result<PapersSeen, Problem> {
    let house = room.house;
    let table = house.table(id)?;
    let papers = &table.papers;
    let mut shift = papers.shift;
    if let Some(sitting) = &table.live {
        (shift.staked, shift.returned) = (sitting.staked, sitting.returned);
    }
    let proposals = papers.proposals.iter().map(|(n, p)| proposal(*n, house.name_of(p.by), &p.action));
    let slips = papers.slips.iter().map(|(number, slip)| SlipSeen {
        number: *number,
        kind: slip.kind,
        state: slip.state,
        amount: slip.amount.into(),
        chips: counted(&slip.chips),
    });
    Ok(PapersSeen {
        currency: room.currency(),
        proposals: proposals.collect(),
        slips: slips.collect(),
        shift: ShiftSeen {
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

/// The papers of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/papers", tag = "office",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "Proposals, slips and the shift", body = PapersSeen),
    (status = "4XX", description = "This is not yours to read", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn papers(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    Caller(session): Caller,
) -> Result<Json<PapersSeen>, Problem> {
    let seen = staff_house(&app, h, &session)?.desk.look(move |room| papers_of(room, numbered(t))).await?;
    seen.map(Json)
}

/// A dispute.
#[derive(Serialize, ToSchema)]
pub(crate) struct DisputeSeen {
    dispute: u32,
    table: u16,
    round: u64,
    /// Who opened it.
    by: String,
    about: Box<str>,
    /// `opened`, `answered` or `escalated`.
    state: &'static str,
    ruling: Option<Box<str>>,
    /// To whom it has gone.
    escalated_to: Option<Box<str>>,
}

fn disputes_of(room: &Room<'_>, of: Option<PersonId>) -> Vec<DisputeSeen> {
    let numbered = (1..).zip(&room.house.office.disputes);
    let own = numbered.filter(|(_, dispute)| of.is_none_or(|person| dispute.person == person));
    let seen = own.map(|(number, dispute)| {
        let (state, ruling, escalated_to) = match &dispute.stage {
            DisputeStage::Opened => ("opened", None, None),
            DisputeStage::Answered(ruling) => ("answered", Some(ruling.clone()), None),
            DisputeStage::Escalated { to, ruling } => ("escalated", Some(ruling.clone()), Some(to.clone())),
        };
        let by = room.house.name_of(dispute.person).to_owned();
        let (table, about) = (dispute.table.0, dispute.about.clone());
        DisputeSeen { dispute: number, table, round: dispute.round, by, about, state, ruling, escalated_to }
    });
    seen.collect()
}

/// The disputes of a house
#[utoipa::path(get, path = "/houses/{h}/disputes", tag = "office", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "All of them", body = Vec<DisputeSeen>),
    (status = "4XX", description = "This is not yours to read", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn disputes(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<Vec<DisputeSeen>>, Problem> {
    staff_house(&app, h, &session)?.desk.look(|room| disputes_of(room, None)).await.map(Json)
}

/// One's own disputes
#[utoipa::path(get, path = "/houses/{h}/me/disputes", tag = "reading", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "Those that one has opened", body = Vec<DisputeSeen>),
    (status = "4XX", description = "Nobody is logged in to this house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn own_disputes(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
) -> Result<Json<Vec<DisputeSeen>>, Problem> {
    let person = session.person;
    own_house(&app, h, &session)?.desk.look(move |room| disputes_of(room, Some(person))).await.map(Json)
}

/// Which entries of which journal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichEntries {
    /// The table; the house's own journal without.
    stream: Option<u16>,
    /// From this version on.
    from: Option<u64>,
    /// At most so many, up to 500.
    #[param(maximum = 500)]
    limit: Option<usize>,
}

/// An entry of a journal.
#[derive(Serialize, ToSchema)]
pub(crate) struct EntrySeen {
    version: u64,
    at: i64,
    /// The person who did it; nothing where the house itself did.
    by: Option<u32>,
    what: &'static str,
    /// What it says, as the journal has it; seeds that are not revealed are sealed there too.
    event: serde_json::Value,
    /// The hash of its bytes.
    hash: String,
    /// The hash of the entry before it.
    prev: String,
}

/// A journal of a house; managers read a round when it is over, the regulator at once
#[utoipa::path(get, path = "/houses/{h}/journal", tag = "office", params(("h" = u16, Path, description = "The house"), WhichEntries), responses(
    (status = 200, description = "Entries in order", body = Vec<EntrySeen>),
    (status = "4XX", description = "This is not yours to read", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn journal(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
    Caller(session): Caller,
    Asked(which): Asked<WhichEntries>,
) -> Result<Json<Vec<EntrySeen>>, Problem> {
    let house = staff_house(&app, h, &session)?;
    if !matches!(session.role, Role::Manager | Role::Regulator) {
        return Err(Problem::new(
            Kind::Authority,
            "this is not yours to read",
            "managers and the regulator do",
        ));
    }
    let table = which.stream.map(numbered);
    let end = house.desk.look(move |room| open_end(room, table, session.role)).await?;
    let stream = StreamId { house: house.desk.id, table };
    let limit = which.limit.unwrap_or(100).min(500);
    let app = Arc::clone(&app);
    let read = tokio::task::spawn_blocking(move || {
        let mut found = Vec::new();
        each_entry(&app, stream, which.from.unwrap_or(1).max(1), |entry| {
            let shown = found.len() < limit && end.is_none_or(|end| entry.body.version < end);
            if shown {
                found.push(entry_seen(entry));
            }
            if shown { Read::On } else { Read::Done }
        })?;
        Ok(Json(found))
    });
    read.await.map_err(|_| Problem::internal())?
}

/// The version from which on nothing is shown yet: cards that lie face down are in the journal while a round is played, and
/// a manager may stand at the table. The regulator runs no table and plays at none.
fn open_end(room: &Room<'_>, table: Option<TableId>, role: Role) -> Option<u64> {
    let board = table.filter(|_| role != Role::Regulator).and_then(|table| room.board(table));
    board.and_then(Board::playing_since)
}

fn entry_seen(entry: &croupier_house::journal::Entry) -> EntrySeen {
    let hex = |hash: [u8; 32]| blake3::Hash::from_bytes(hash).to_hex().to_string();
    EntrySeen {
        version: entry.body.version,
        at: entry.body.at,
        by: entry.body.by.person().map(|person| person.0),
        what: event_name(&entry.body.event),
        event: serde_json::to_value(&entry.body.event).unwrap_or_default(),
        hash: hex(entry.hash),
        prev: hex(entry.body.prev),
    }
}
