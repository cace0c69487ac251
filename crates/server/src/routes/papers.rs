//! The history of papers: slips, proposals at tables and proposals to the office, with who took each step and when.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_fair::Digest;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::office::{OfficeAction, Role};
use croupier_kit::Money;
use croupier_store::index::{PaperKind, PaperRow, PaperState, PaperStep, PapersWanted};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use super::office::{matter, moved_by};
use super::staff::{chip_counts, hides_cards, proposal};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::PAPERS_PER_PAGE;
use crate::lookup::{event_at, look_up, unreadable};
use crate::storage::HouseStore;
use crate::wire::{ChipCount, PaperKind as WirePaperKind, PaperStepView, PaperView, Problem};

/// A page of papers.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PapersPage {
    /// Return papers of this table; of all and of the office by default.
    #[param(minimum = 1)]
    table: Option<u16>,
    /// Return papers of this kind; of all by default.
    kind: Option<WirePaperKind>,
    /// Return papers before this place, which a row of an earlier page has; the latest by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    before: Option<Position>,
    /// How many papers to return; 50 by default, at most 100.
    #[param(maximum = 100)]
    limit: Option<usize>,
}

/// A paper with its steps and the event that made it.
struct FoundPaper {
    row: PaperRow,
    steps: Vec<PaperStep>,
    made: Event,
    /// The opening of the sitting that it opened or closed.
    sitting: Option<u64>,
}

/// List slips and proposals, the latest first
///
/// For the staff and the regulator: every fill and credit, every proposal at a table and to the office, with who took each step and when.
#[utoipa::path(get, path = "/houses/{h}/papers", tag = "staff", params(("h" = u16, Path, description = "The number of the house"), PapersPage), responses(
    (status = 200, description = "Papers with their steps", body = Vec<PaperView>),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_papers(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<PapersPage>,
) -> Result<Json<Vec<PaperView>>, Problem> {
    let house = own_house(&app, h, &session)?;
    let wanted = PapersWanted { table: which.table.map(TableId), kind: which.kind.map(Into::into) };
    let before = which.before.map_or(u64::MAX, |before| before.0);
    let limit = which.limit.unwrap_or(50).min(PAPERS_PER_PAGE);
    let found = look_up(&app, &house, move |store, id| {
        let rows = store.index().papers_before(id, wanted, before, limit).map_err(unreadable)?;
        rows.into_iter().map(|row| find(store, id, row)).collect::<Result<Vec<_>, _>>()
    });
    let (found, role) = (found.await?, session.role);
    let seen = house
        .actor
        .read(move |state| found.into_iter().map(|paper| paper_view(state, paper, role)).collect::<Vec<_>>());
    seen.await.map(Json)
}

fn find(store: &HouseStore, house: HouseId, row: PaperRow) -> Result<FoundPaper, Problem> {
    let steps = store.index().paper_steps(house, row.opened).map_err(unreadable)?;
    let sitting = sitting_of(store, house, row, &steps)?;
    Ok(FoundPaper { row, steps, made: event_at(store, house, row.opened)?, sitting })
}

/// The sitting that a proposal has opened or closed: the first after its authorisation, or the last before it.
fn sitting_of(
    store: &HouseStore,
    house: HouseId,
    row: PaperRow,
    steps: &[PaperStep],
) -> Result<Option<u64>, Problem> {
    let authorised = steps.iter().find(|step| step.state == PaperState::Authorised);
    let (Some(table), Some(PaperStep { sequence, .. })) = (row.table, authorised) else { return Ok(None) };
    let found = match row.kind {
        PaperKind::Open => store.index().sitting_after(house, table, *sequence),
        PaperKind::Close => {
            let before = store.index().sittings_before(house, table, *sequence, 1);
            before.map(|rows| rows.first().copied())
        }
        _ => Ok(None),
    };
    found.map(|found| found.map(|sitting| sitting.opening)).map_err(unreadable)
}

/// What a paper says: its amount, its count, and its text.
type Contents = (Option<Money>, Vec<ChipCount>, String);

fn paper_view(state: &HouseReader<'_>, paper: FoundPaper, role: Role) -> PaperView {
    let FoundPaper { row, steps, made, sitting } = paper;
    let by = |person: Option<PersonId>| person.map_or("house", |person| state.house.name_of(person)).into();
    let (amount, count, text) = contents(state, &made, role);
    PaperView {
        place: row.opened,
        table: row.table.map(|table| table.0),
        name: row.table.and_then(|table| Some(state.house.table(table).ok()?.name.clone())),
        kind: row.kind.into(),
        number: row.number,
        state: row.state.into(),
        amount: amount.map(Into::into),
        count,
        text,
        dispute: ruled_in(&made),
        sitting,
        steps: steps
            .into_iter()
            .map(|step| PaperStepView { state: step.state.into(), by: by(step.person), at: step.at })
            .collect(),
    }
}

/// The dispute that a paper rules in.
const fn ruled_in(made: &Event) -> Option<u32> {
    match made {
        Event::OfficeProposed { action: OfficeAction::Ruling { dispute, .. }, .. } => Some(*dispute),
        _ => None,
    }
}

fn contents(state: &HouseReader<'_>, made: &Event, role: Role) -> Contents {
    match made {
        Event::SlipRequested { chips, .. } => (chips.total().ok(), chip_counts(chips), String::new()),
        Event::Proposed { proposal: number, by, action } => {
            let shown = proposal(*number, state.house.name_of(*by), action, hides_cards(role));
            (action.count().and_then(|count| count.total().ok()), shown.count, shown.text)
        }
        Event::OfficeProposed { action: OfficeAction::AdoptHouseFile { file }, .. } => {
            let digest = Digest::new(*blake3::hash(file.as_bytes()).as_bytes());
            (None, Vec::new(), format!("BLAKE3 {digest}"))
        }
        Event::OfficeProposed { action, .. } => (moved_by(action), Vec::new(), matter(state, action).1),
        _ => (None, Vec::new(), String::new()),
    }
}
