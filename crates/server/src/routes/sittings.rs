//! Papers of a sitting of a table to print, as PDF: the inventory slip and the shift report, of the last sitting or an
//! earlier one.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::paper::{Count, Shift, SlipKind};
use croupier_kit::{Money, MoneySum};
use croupier_store::index::{FigureSubject, PaperKind, PaperState, PaperStep, PapersWanted, SittingRow};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::own_house;
use super::extract::{PathParams, Position, QueryParams};
use super::prints::{FoundSlip, find_slip, letterhead, named, pdf, signed, slip_kind, table_name};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::SLIPS_PER_REPORT;
use crate::houses::OpenHouse;
use crate::lookup::{event_at, look_up, unreadable};
use crate::printed::{CountedFloat, Letterhead, NotedDrop, SittingPapers, SlipLine};
use crate::storage::HouseStore;
use crate::wire::{Problem, ProblemCode};

/// Which sitting is printed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct SittingQuery {
    /// The sitting, by the sequence of its opening, as `GET /houses/{h}/papers` names it; the last one by default.
    #[param(value_type = Option<i64>, minimum = 0)]
    sitting: Option<Position>,
}

/// A count of a float: what was counted, who signed it, when, and what the counter says.
struct FoundCount {
    count: Count,
    signed: [PersonId; 2],
    at: i64,
    note: Option<String>,
}

/// A count of the drop box that was authorised.
struct FoundDrop {
    number: u32,
    cash: Money,
    note: Option<String>,
    authorised: PaperStep,
}

/// A sitting as it was found: its counts, its slips, and whether there may be more slips than these.
struct FoundSitting {
    /// Whether it is the last one: the house itself has its figures then.
    is_last: bool,
    opener: FoundCount,
    closer: Option<FoundCount>,
    slips: Vec<(FoundSlip, PaperStep)>,
    left_out: bool,
    drops: Vec<FoundDrop>,
    /// The shift of an earlier sitting, from the index.
    shift: Option<Shift>,
}

/// The events of an authorised matter follow its authorisation at once; before an opening come at most so many others.
const EVENTS_BEFORE: u64 = 8;

/// What the counter said about a count, which two people authorised.
fn note_on(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    counted: u64,
) -> Result<Option<String>, Problem> {
    for before in 1..=EVENTS_BEFORE.min(counted.saturating_sub(1)) {
        let Event::Authorised { proposal } = event_at(store, house, counted - before)? else { continue };
        let row = store.index().proposal(house, table, proposal).map_err(unreadable)?;
        let made = row.map(|row| event_at(store, house, row.opened)).transpose()?;
        return Ok(made.as_ref().and_then(note_of));
    }
    // The house itself opened or closed the table.
    Ok(None)
}

fn note_of(made: &Event) -> Option<String> {
    match made {
        Event::Proposed { action, .. } => action.note().map(str::to_owned),
        _ => None,
    }
}

/// A sitting of a table, with the sequence of the next opening.
fn find_row(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    wanted: Option<u64>,
) -> Result<(SittingRow, Option<u64>), Problem> {
    let before = wanted.map_or(u64::MAX, |opening| opening + 1);
    let rows = store.index().sittings_before(house, table, before, 1).map_err(unreadable)?;
    let found = rows.first().filter(|row| wanted.is_none_or(|opening| row.opening == opening));
    let row = *found.ok_or_else(|| match wanted {
        None => Problem::unknown("opening of this table"),
        Some(_) => Problem::unknown("sitting of this table with this opening"),
    })?;
    let next = store.index().sitting_after(house, table, row.opening).map_err(unreadable)?;
    Ok((row, next.map(|next| next.opening)))
}

fn find_sitting(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    wanted: Option<u64>,
) -> Result<FoundSitting, Problem> {
    let (row, next) = find_row(store, house, table, wanted)?;
    let Event::Opened { opener, signed, .. } = event_at(store, house, row.opening)? else {
        return Err(Problem::internal());
    };
    let note = note_on(store, house, table, row.opening)?;
    let opener = FoundCount { count: opener, signed, at: row.at, note };
    let closer = match row.closing {
        None => None,
        Some((sequence, at)) => match event_at(store, house, sequence)? {
            Event::Closed { closer, signed } => {
                let note = note_on(store, house, table, sequence)?;
                Some(FoundCount { count: closer, signed, at, note })
            }
            _ => return Err(Problem::internal()),
        },
    };
    let until = row.closing.map_or(u64::MAX, |(sequence, _)| sequence);
    let (slips, left_out) = slips_between(store, house, table, (row.opening, until))?;
    let drops = drops_between(store, house, table, (row.opening, next.unwrap_or(u64::MAX)))?;
    let is_last = next.is_none();
    let mut found = FoundSitting { is_last, opener, closer, slips, left_out, drops, shift: None };
    if !is_last {
        found.shift = Some(earlier_shift(store, house, table, &row, &found)?);
    }
    Ok(found)
}

/// The slips that were confirmed between an opening and its closing, in order, and whether there may be more than are
/// returned.
fn slips_between(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    (opening, until): (u64, u64),
) -> Result<(Vec<(FoundSlip, PaperStep)>, bool), Problem> {
    let mut slips = Vec::new();
    let mut left_out = false;
    for kind in [PaperKind::Fill, PaperKind::Credit] {
        let wanted = PapersWanted { table: Some(table), kind: Some(kind) };
        let rows = store.index().papers_before(house, wanted, until, SLIPS_PER_REPORT).map_err(unreadable)?;
        left_out |= rows.len() == SLIPS_PER_REPORT && rows.last().is_some_and(|row| row.opened > opening);
        let stepped = store.index().papers_stepped(
            house,
            (table, kind),
            PaperState::Confirmed,
            (opening, until),
            SLIPS_PER_REPORT,
        );
        for (row, confirmed) in stepped.map_err(unreadable)? {
            slips.push((find_slip(store, house, row)?, confirmed));
        }
    }
    slips.sort_by_key(|(_, confirmed)| confirmed.sequence);
    Ok((slips, left_out))
}

/// The counts of the drop box that were authorised between two openings, in order.
fn drops_between(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    (opening, until): (u64, u64),
) -> Result<Vec<FoundDrop>, Problem> {
    let stepped = store.index().papers_stepped(
        house,
        (table, PaperKind::Drop),
        PaperState::Authorised,
        (opening, until),
        SLIPS_PER_REPORT,
    );
    let mut drops = Vec::new();
    for (row, authorised) in stepped.map_err(unreadable)? {
        let Event::Proposed { action, .. } = event_at(store, house, row.opened)? else {
            return Err(Problem::internal());
        };
        let cash = action.count().and_then(|count| count.total().ok()).ok_or_else(Problem::internal)?;
        let note = action.note().map(str::to_owned);
        drops.push(FoundDrop { number: row.number, cash, note, authorised });
    }
    Ok(drops)
}

/// The shift of a sitting that another one followed: its counts and slips from the papers, its play and drop from the
/// figures of the index. The house has the floats of the ledger of its last sitting only.
fn earlier_shift(
    store: &HouseStore,
    house: HouseId,
    table: TableId,
    row: &SittingRow,
    found: &FoundSitting,
) -> Result<Shift, Problem> {
    if found.left_out {
        let found = format!("this sitting has more than {SLIPS_PER_REPORT} fills or credits");
        return Err(Problem::malformed(found, "its figures are in the ledger of the house"));
    }
    if store.index().has_missed_plays(house) {
        let why =
            "the figures of this house are not complete: they are made again when the server is started next";
        return Err(Problem::unavailable(why));
    }
    let total = |counted: &FoundCount| counted.count.total().map_err(|_| Problem::internal());
    let (_, closed_at) = row.closing.ok_or_else(Problem::internal)?;
    let mut shift = Shift { opening: total(&found.opener)?, ..Shift::default() };
    shift.closing = found.closer.as_ref().map(total).transpose()?;
    for (slip, _) in &found.slips {
        let amount = slip.chips.total().map_err(|_| Problem::internal())?;
        let sent = slip.steps.iter().find(|step| step.state == PaperState::Sent);
        match slip_kind(slip.row.kind) {
            Some(SlipKind::Fill) => shift.fills += amount,
            // What left the float before the opening is not of this shift.
            Some(SlipKind::Credit) if sent.is_some_and(|step| step.sequence > row.opening) => {
                shift.credits += amount;
            }
            _ => {}
        }
    }
    shift.drop_counted = found.drops.iter().map(|drop| drop.cash).sum();
    let series = store.index().figures(house, Some(row.at), Some(closed_at + 1)).map_err(unreadable)?;
    for of in series.into_iter().filter(|series| series.table == table) {
        let (staked, returned) = (of.sums.staked, of.sums.returned);
        match of.subject {
            FigureSubject::Table => {
                shift.staked += MoneySum::from_minor(staked);
                shift.returned += MoneySum::from_minor(returned);
            }
            FigureSubject::Drop => shift.drop += MoneySum::from_minor(staked),
            FigureSubject::Wager | FigureSubject::Pair => {}
        }
    }
    Ok(shift)
}

fn sitting_papers(
    state: &HouseReader<'_>,
    table: TableId,
    found: &FoundSitting,
) -> Result<SittingPapers, Problem> {
    let counted = |counted: &FoundCount| CountedFloat {
        count: counted.count.clone(),
        signed: counted.signed.map(|person| named(state, person)),
        at: counted.at,
        note: counted.note.clone(),
    };
    let drop = |found: &FoundDrop| NotedDrop {
        number: found.number,
        cash: found.cash,
        note: found.note.clone(),
        authorised: signed(state, &found.authorised),
    };
    let closer = found.closer.as_ref().map(counted);
    Ok(SittingPapers {
        table: table_name(state, table)?,
        opener: counted(&found.opener),
        // What is closed does not change any more.
        at: found.closer.as_ref().map_or(state.now.at, |closer| closer.at),
        closer,
        drops: found.drops.iter().map(drop).collect(),
        has_ledger: found.is_last,
    })
}

/// Print the inventory slip of a table
///
/// The opener of a sitting and the closer, by denomination, each signed by two people, with what the counters said; of the last sitting, or of
/// an earlier one.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/inventory.pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"), SittingQuery), responses(
    (status = 200, description = "The inventory slip as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "The table was never open, or has no such sitting, or the person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_inventory_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<SittingQuery>,
) -> Result<impl IntoResponse, Problem> {
    let house = own_house(&app, h, &session)?;
    let (papers, of, _) = sitting(&app, &house, TableId(t), &which).await?;
    pdf(&app, file_name(t, "inventory", &which), papers.inventory(&of)).await
}

fn file_name(table: u16, what: &str, which: &SittingQuery) -> String {
    match which.sitting {
        Some(Position(opening)) => format!("table-{table}-{what}-{opening}"),
        None => format!("table-{table}-{what}"),
    }
}

/// The shift of a sitting with its slips.
struct ShiftPapers {
    shift: Shift,
    slips: Vec<SlipLine>,
    left_out: bool,
}

/// The papers of a sitting of a table.
async fn sitting(
    app: &App,
    house: &OpenHouse,
    table: TableId,
    which: &SittingQuery,
) -> Result<(SittingPapers, Letterhead, ShiftPapers), Problem> {
    house.actor.shared().table(table).ok_or_else(|| Problem::unknown("table"))?;
    let wanted = which.sitting.map(|opening| opening.0);
    let found = look_up(app, house, move |store, id| find_sitting(store, id, table, wanted)).await?;
    let name = house.name.clone();
    let made = house.actor.read(move |state| {
        let shift = match found.shift {
            Some(shift) => shift,
            None => last_shift(state, table, &found)?,
        };
        let line = |(slip, confirmed): &(FoundSlip, PaperStep)| {
            let (kind, amount) = (slip_kind(slip.row.kind)?, slip.chips.total().ok()?);
            Some(SlipLine { kind, number: slip.row.number, amount, confirmed: signed(state, confirmed) })
        };
        let slips = found.slips.iter().map(line).collect::<Option<Vec<_>>>().ok_or_else(Problem::internal)?;
        let papers = ShiftPapers { shift, slips, left_out: found.left_out };
        Ok((sitting_papers(state, table, &found)?, letterhead(state, &name), papers))
    });
    made.await?
}

/// The shift of the last sitting, as the house has it.
fn last_shift(state: &HouseReader<'_>, table: TableId, found: &FoundSitting) -> Result<Shift, Problem> {
    let of_table = state.house.table(table)?;
    let mut shift = of_table.papers.shift;
    if let Some(live) = &of_table.live {
        (shift.staked, shift.returned) = (live.staked, live.returned);
    }
    // Between the two readings the table was closed or opened.
    let same = found.opener.count.total().ok() == Some(shift.opening)
        && found.closer.is_some() == shift.closing.is_some();
    if !same {
        let found = "the table was just opened or closed";
        return Err(Problem::new(ProblemCode::Unavailable, found, "ask again"));
    }
    Ok(shift)
}

/// Print the shift report of a table
///
/// Opening, fills, credits, drop and closing, win by the drop, true win and the difference, with what the counters said; of the last
/// sitting, open or closed, or of an earlier one.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/shift.pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"), SittingQuery), responses(
    (status = 200, description = "The shift report as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "The table was never open, or has no such sitting, or the person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_shift_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
    QueryParams(which): QueryParams<SittingQuery>,
) -> Result<impl IntoResponse, Problem> {
    let house = own_house(&app, h, &session)?;
    let (papers, of, shift) = sitting(&app, &house, TableId(t), &which).await?;
    let report = papers.shift_report(&of, &shift.shift, &shift.slips, shift.left_out);
    pdf(&app, file_name(t, "shift", &which), report).await
}
