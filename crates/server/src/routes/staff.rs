//! Routes for the staff and the regulator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use croupier_house::ids::{PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Person, Role};
use croupier_house::paper::ProposedAction;
use croupier_kit::Money;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, QueryParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::{ACCOUNTS_PER_PAGE, PEOPLE_PER_PAGE, PEOPLE_SEARCHED, SEARCH_BYTES};
use crate::wire::{
    AccountView, ChipCount, LedgerView, PaperworkView, PersonView, Place, Problem, ProposalKind,
    ProposalView, Role as WireRole, ShiftView, SlipView, Unit as WireUnit, UnitSum,
};

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
    /// Return people with this role; with any by default.
    role: Option<WireRole>,
    /// Return people whose name, or name in the house file, contains this, ignoring case; at most 64 bytes.
    #[param(max_length = 64)]
    name: Option<String>,
}

/// Whom a search looks for.
struct PeopleSearch {
    role: Option<Role>,
    /// In lower case.
    name: Option<String>,
}

impl PeopleSearch {
    fn wants(&self, person: &Person) -> bool {
        let has = |text: &str, part: &String| text.to_lowercase().contains(part.as_str());
        let is_named = |part: &String| {
            has(&person.handle, part) || person.staff.as_ref().is_some_and(|name| has(name, part))
        };
        self.role.is_none_or(|role| role == person.role) && self.name.as_ref().is_none_or(is_named)
    }
}

/// List the people of a house
///
/// A search by name or role looks at 10,000 people at most; where it did not reach the last, the header `x-next-after` has the number to go on after, also where
/// it found nobody.
#[utoipa::path(get, path = "/houses/{h}/people", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), PeoplePage), responses(
    (status = 200, description = "People in order", body = Vec<PersonView>,
        headers(("x-next-after" = u32, description = "The number after which the next page goes on; absent at the end"))),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_people(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<PeoplePage>,
) -> Result<impl IntoResponse, Problem> {
    let limit = which.limit.unwrap_or(PEOPLE_PER_PAGE).min(PEOPLE_PER_PAGE);
    if which.name.as_ref().is_some_and(|name| name.len() > SEARCH_BYTES) {
        return Err(Problem::malformed("the name is too long", format!("at most {SEARCH_BYTES} bytes")));
    }
    let search =
        PeopleSearch { role: which.role.map(Into::into), name: which.name.map(|name| name.to_lowercase()) };
    let after = which.after.unwrap_or(0);
    let found = own_house(&app, h, &session)?
        .actor
        .read(move |state| people_after(state, after, &search, limit))
        .await?;
    let (people, next) = found;
    Ok((next.map(|next| [("x-next-after", next.to_string())]), Json(people)))
}

/// People after a number who are wanted, and the number after which the next page goes on, if there are more people.
fn people_after(
    state: &HouseReader<'_>,
    after: u32,
    search: &PeopleSearch,
    limit: usize,
) -> (Vec<PersonView>, Option<u32>) {
    let (office, mut last) = (&state.house.office, after);
    let mut found = Vec::new();
    let numbers = (after.saturating_add(1)..).map(PersonId);
    let looked_at = numbers.map_while(|id| Some((id, office.person(id).ok()?))).take(PEOPLE_SEARCHED);
    for (id, person) in looked_at {
        if found.len() == limit {
            break;
        }
        last = id.0;
        if search.wants(person) {
            found.push(person_view(state, id, person));
        }
    }
    let has_more = last.checked_add(1).is_some_and(|next| office.person(PersonId(next)).is_ok());
    (found, has_more.then_some(last))
}

fn person_view(state: &HouseReader<'_>, id: PersonId, person: &Person) -> PersonView {
    PersonView {
        person: id.0,
        handle: person.handle.clone(),
        role: person.role.into(),
        staff: person.staff.clone(),
        refused: person.refused.clone(),
        excluded: state.house.office.is_excluded(id, state.now.at),
        excluded_until: person.excluded.flatten(),
        chips: state.house.ledger.balance(Unit::Chips, Location::Player(id)).into(),
    }
}

pub(super) fn place_words(state: &HouseReader<'_>, place: Location) -> String {
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
    /// Return accounts of this unit; of all by default.
    unit: Option<WireUnit>,
    /// Return accounts of this kind of place; of all by default.
    #[param(inline)]
    place: Option<Place>,
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
    let house = own_house(&app, h, &session)?;
    let seen = house.actor.read(move |state| {
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
                .accounts_after(which.after.unwrap_or(-1), limit, |account| {
                    which.unit.is_none_or(|unit| account.unit == unit.into())
                        && which.place.is_none_or(|place| place == Place::of(account.location))
                })
                .into_iter()
                .map(account)
                .collect(),
            sums: Unit::ALL.into_iter().map(sum).collect(),
        }
    });
    seen.await.map(Json)
}

pub(super) fn chip_counts(count: &croupier_house::paper::Count) -> Vec<ChipCount> {
    count.0.iter().map(|(value, count)| ChipCount { value: (*value).into(), count: *count }).collect()
}

/// A proposal. A correction of cards is shown to those who enter and correct them, and to nobody else.
pub(super) fn proposal(number: u32, by: &str, matter: &ProposedAction, hides_cards: bool) -> ProposalView {
    let noted = matter.note().unwrap_or_default().to_owned();
    let (matter, count, text) = match matter {
        ProposedAction::Open { opener, .. } | ProposedAction::OpenNoted { opener, .. } => {
            (ProposalKind::Open, chip_counts(opener), noted)
        }
        ProposedAction::Close { closer } | ProposedAction::CloseNoted { closer, .. } => {
            (ProposalKind::Close, chip_counts(closer), noted)
        }
        ProposedAction::Drop { cash } | ProposedAction::DropNoted { cash, .. } => {
            (ProposalKind::Drop, chip_counts(cash), noted)
        }
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

/// Whether a role neither enters nor corrects cards, and is not shown those of a proposal.
pub(super) const fn hides_cards(role: Role) -> bool {
    !role.enters_cards()
}

fn paperwork_of(state: &HouseReader<'_>, id: TableId, role: Role) -> Result<PaperworkView, Problem> {
    let house = state.house;
    let table = house.table(id)?;
    let papers = &table.papers;
    let mut shift = papers.shift;
    if let Some(sitting) = &table.live {
        (shift.staked, shift.returned) = (sitting.staked, sitting.returned);
    }
    let hides_cards = hides_cards(role);
    let proposals =
        papers.proposals.iter().map(|(n, p)| proposal(*n, house.name_of(p.by), &p.action, hides_cards));
    let slips = papers.slips.iter().map(|(number, slip)| SlipView {
        number: *number,
        kind: slip.kind.into(),
        state: slip.state.into(),
        amount: slip.amount.into(),
        chips: chip_counts(&slip.chips),
        people: slip.people.iter().map(|person| house.name_of(*person).into()).collect(),
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
        wheel_chips: Money::from_minor(-house.ledger.balance(Unit::Wheel, Location::Float(id)).minor())
            .into(),
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
    let seen =
        own_house(&app, h, &session)?.actor.read(move |state| paperwork_of(state, TableId(t), role)).await?;
    seen.map(Json)
}
