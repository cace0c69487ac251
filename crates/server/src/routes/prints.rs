//! Papers to print, as PDF: slips, inventories, shift reports and dispute files for the staff and the regulator.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::paper::{Count, Shift, SlipKind, SlipState, SlipStep};
use croupier_print::Printout;
use croupier_store::SqliteStore;
use croupier_store::index::{DisputeRowStage, PaperKind, PaperRow, PaperState, PaperStep, PapersWanted};
use jiff::tz::TimeZone;

use super::extract::PathParams;
use super::game::sign;
use super::rounds::find_round;
use super::staff::staff_house;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::door::limits::SLIPS_PER_REPORT;
use crate::houses::OpenHouse;
use crate::lookup::{entry_at, event_at, look_up, unreadable};
use crate::printed::{
    CountedFloat, DisputeFile, Letterhead, SignedStep, SittingPapers, SlipLine, SlipPaper, print_date,
};
use crate::wire::{Problem, ProblemCode};

/// A PDF with a name under which it is saved. It is drawn apart from the threads that serve requests.
pub(super) async fn pdf(
    app: &App,
    name: String,
    paper: Printout,
) -> Result<impl IntoResponse + use<>, Problem> {
    let permit = Arc::clone(&app.prints).acquire_owned().await.map_err(|_| Problem::internal())?;
    // The work holds the permit, not the request: one that is given up does not make room for another.
    let drawn = tokio::task::spawn_blocking(move || {
        let bytes = paper.pdf();
        drop(permit);
        bytes
    });
    let heads = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}.pdf\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((heads, drawn.await.map_err(|_| Problem::internal())?))
}

/// What is at the head of every paper of a house, and the name of a table.
fn letterhead(state: &HouseReader<'_>, name: &str) -> Letterhead {
    let zone = state.house.office.time_zone().and_then(|zone| TimeZone::get(&zone).ok());
    Letterhead {
        house: name.to_owned(),
        currency: state.currency().into(),
        // Every time is written with its zone.
        zone: zone.unwrap_or(TimeZone::UTC),
    }
}

fn table_name(state: &HouseReader<'_>, table: TableId) -> Result<String, Problem> {
    Ok(state.house.table(table)?.name.to_string())
}

/// A person by name and role, as papers write them.
fn named(state: &HouseReader<'_>, person: PersonId) -> String {
    state.house.office.person(person).map_or_else(
        |_| format!("person {}", person.0),
        |person| format!("{} ({})", person.staff.as_ref().unwrap_or(&person.handle), person.role.name()),
    )
}

fn signed(state: &HouseReader<'_>, step: &PaperStep) -> SignedStep {
    let who = step.person.map_or_else(|| "the house".to_owned(), |person| named(state, person));
    SignedStep { who, at: step.at }
}

/// Print the sign of a table
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/sign.pdf", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The sign as PDF", body = String, content_type = "application/pdf"),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_sign_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
) -> Result<impl IntoResponse, Problem> {
    let house = app.house(h)?;
    // A sign changes with the house file: it has the date of the one in force.
    let version = house.actor.read(|state| state.house.office.version).await?;
    let adopted = look_up(&app, house, move |store, id| {
        let found = store.index().house_file(id, version).map_err(unreadable)?;
        entry_at(store, id, found.ok_or_else(Problem::internal)?)
    });
    let date = print_date(adopted.await?.body.at);
    let sign = sign(&app, h, t).await?;
    pdf(&app, format!("table-{t}-sign"), sign.printout(date)).await
}

/// A slip as it was found: its row, its steps, its chips, and why it is void.
struct FoundSlip {
    row: PaperRow,
    steps: Vec<PaperStep>,
    chips: Count,
    reason: Option<String>,
}

fn find_slip(store: &SqliteStore, house: HouseId, row: PaperRow) -> Result<FoundSlip, Problem> {
    let Event::SlipRequested { chips, .. } = event_at(store, house, row.opened)? else {
        return Err(Problem::internal());
    };
    let steps = store.index().paper_steps(house, row.opened).map_err(unreadable)?;
    let void = steps.iter().find(|step| step.state == PaperState::Void);
    let reason = void.map(|step| event_at(store, house, step.sequence)).transpose()?;
    let reason = reason.and_then(|event| match event {
        Event::SlipStepped { step: SlipStep::Void(reason), .. } => Some(reason),
        _ => None,
    });
    Ok(FoundSlip { row, steps, chips, reason })
}

const fn slip_kind(kind: PaperKind) -> Option<SlipKind> {
    match kind {
        PaperKind::Fill => Some(SlipKind::Fill),
        PaperKind::Credit => Some(SlipKind::Credit),
        _ => None,
    }
}

const fn slip_state(state: PaperState) -> Option<SlipState> {
    match state {
        PaperState::Requested => Some(SlipState::Requested),
        PaperState::Sent => Some(SlipState::Sent),
        PaperState::Delivered => Some(SlipState::Delivered),
        PaperState::Confirmed => Some(SlipState::Confirmed),
        PaperState::Void => Some(SlipState::Void),
        _ => None,
    }
}

fn slip_paper(state: &HouseReader<'_>, table: TableId, found: &FoundSlip) -> Result<SlipPaper, Problem> {
    let step = |step: &PaperStep| Some((slip_state(step.state)?, signed(state, step)));
    Ok(SlipPaper {
        table: table_name(state, table)?,
        number: found.row.number,
        kind: slip_kind(found.row.kind).ok_or_else(Problem::internal)?,
        state: slip_state(found.row.state).ok_or_else(Problem::internal)?,
        chips: found.chips.clone(),
        steps: found.steps.iter().filter_map(step).collect(),
        reason: found.reason.clone(),
    })
}

/// Print a fill or credit slip
///
/// With its chips by denomination, and who took each step when. One that is void says so in large letters.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/slips/{n}/pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table"),
        ("n" = u32, Path, description = "The number of the slip")), responses(
    (status = 200, description = "The slip as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "There is no such slip, or the person who asks may not read it", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_slip_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t, n)): PathParams<(u16, u16, u32)>,
    Caller(session): Caller,
) -> Result<impl IntoResponse, Problem> {
    let (house, table) = (staff_house(&app, h, &session)?, TableId(t));
    let found = look_up(&app, house, move |store, id| {
        let row = store.index().slip(id, table, n).map_err(unreadable)?;
        find_slip(store, id, row.ok_or_else(|| Problem::unknown("slip"))?)
    });
    let (found, name) = (found.await?, house.name.clone());
    let made = house
        .actor
        .read(move |state| Ok::<_, Problem>((slip_paper(state, table, &found)?, letterhead(state, &name))));
    let (paper, of) = made.await??;
    pdf(&app, format!("table-{t}-slip-{n}"), paper.printout(&of)).await
}

/// A sitting as it was found: its counts with who signed them, when, and its slips.
struct FoundSitting {
    opener: (Count, [PersonId; 2], i64),
    closer: Option<(Count, [PersonId; 2], i64)>,
    slips: Vec<(FoundSlip, PaperStep)>,
    left_out: bool,
}

/// The latest sitting of a table.
fn find_sitting(store: &SqliteStore, house: HouseId, table: TableId) -> Result<FoundSitting, Problem> {
    let rows = store.index().sittings_before(house, table, u64::MAX, 1).map_err(unreadable)?;
    let row = rows.first().ok_or_else(|| Problem::unknown("opening of this table"))?;
    let Event::Opened { opener, signed, .. } = event_at(store, house, row.opening)? else {
        return Err(Problem::internal());
    };
    let closer = match row.closing {
        None => None,
        Some((sequence, at)) => match event_at(store, house, sequence)? {
            Event::Closed { closer, signed } => Some((closer, signed, at)),
            _ => return Err(Problem::internal()),
        },
    };
    let (slips, left_out) = slips_since(store, house, table, row.opening)?;
    Ok(FoundSitting { opener: (opener, signed, row.at), closer, slips, left_out })
}

/// The slips that were confirmed after an opening, in order, and whether there may be more than are returned.
fn slips_since(
    store: &SqliteStore,
    house: HouseId,
    table: TableId,
    opening: u64,
) -> Result<(Vec<(FoundSlip, PaperStep)>, bool), Problem> {
    let mut slips = Vec::new();
    let mut left_out = false;
    for kind in [PaperKind::Fill, PaperKind::Credit] {
        let wanted = PapersWanted { table: Some(table), kind: Some(kind) };
        let rows =
            store.index().papers_before(house, wanted, u64::MAX, SLIPS_PER_REPORT).map_err(unreadable)?;
        left_out |= rows.len() == SLIPS_PER_REPORT && rows.last().is_some_and(|row| row.opened > opening);
        for row in rows.into_iter().filter(|row| row.state == PaperState::Confirmed) {
            let slip = find_slip(store, house, row)?;
            let confirmed = slip.steps.iter().find(|step| step.state == PaperState::Confirmed).copied();
            slips.extend(confirmed.filter(|step| step.sequence > opening).map(|step| (slip, step)));
        }
    }
    slips.sort_by_key(|(_, confirmed)| confirmed.sequence);
    Ok((slips, left_out))
}

fn sitting_papers(
    state: &HouseReader<'_>,
    table: TableId,
    found: &FoundSitting,
) -> Result<SittingPapers, Problem> {
    let counted = |(count, signed, at): &(Count, [PersonId; 2], i64)| CountedFloat {
        count: count.clone(),
        signed: signed.map(|person| named(state, person)),
        at: *at,
    };
    let closer = found.closer.as_ref().map(counted);
    Ok(SittingPapers {
        table: table_name(state, table)?,
        opener: counted(&found.opener),
        // What is closed does not change any more.
        at: found.closer.as_ref().map_or(state.now.at, |(_, _, at)| *at),
        closer,
    })
}

/// Print the inventory slip of a table
///
/// The opener of its last sitting and the closer, by denomination, each signed by two people.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/inventory.pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The inventory slip as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "The table was never open, or the person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_inventory_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<impl IntoResponse, Problem> {
    let (papers, of, _) = last_sitting(&app, staff_house(&app, h, &session)?, TableId(t)).await?;
    pdf(&app, format!("table-{t}-inventory"), papers.inventory(&of)).await
}

/// The shift of a sitting with its slips.
struct ShiftPapers {
    shift: Shift,
    slips: Vec<SlipLine>,
    left_out: bool,
}

/// The papers of the latest sitting of a table.
async fn last_sitting(
    app: &App,
    house: &OpenHouse,
    table: TableId,
) -> Result<(SittingPapers, Letterhead, ShiftPapers), Problem> {
    house.actor.shared().table(table).ok_or_else(|| Problem::unknown("table"))?;
    let found = look_up(app, house, move |store, id| find_sitting(store, id, table)).await?;
    let name = house.name.clone();
    let made = house.actor.read(move |state| {
        let of_table = state.house.table(table)?;
        let mut shift = of_table.papers.shift;
        if let Some(live) = &of_table.live {
            (shift.staked, shift.returned) = (live.staked, live.returned);
        }
        // Between the two readings the table was closed or opened.
        let same = found.opener.0.total().ok() == Some(shift.opening)
            && found.closer.is_some() == shift.closing.is_some();
        if !same {
            let found = "the table was just opened or closed";
            return Err(Problem::new(ProblemCode::Unavailable, found, "ask again"));
        }
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

/// Print the shift report of a table
///
/// Opening, fills, credits, drop and closing, win by the drop, true win and the difference; of the last sitting, open or
/// closed.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}/shift.pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The shift report as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "The table was never open, or the person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_shift_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    Caller(session): Caller,
) -> Result<impl IntoResponse, Problem> {
    let (papers, of, shift) = last_sitting(&app, staff_house(&app, h, &session)?, TableId(t)).await?;
    let report = papers.shift_report(&of, &shift.shift, &shift.slips, shift.left_out);
    pdf(&app, format!("table-{t}-shift"), report).await
}

/// Print the file of a dispute
///
/// What is claimed, the round in the notation with its verdict and the provisions, the ruling and what was paid.
#[utoipa::path(get, path = "/houses/{h}/disputes/{n}/pdf", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("n" = u32, Path, description = "The number of the dispute")), responses(
    (status = 200, description = "The file as PDF", body = String, content_type = "application/pdf"),
    (status = "4XX", description = "There is no such dispute, its round is being played, or the person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_dispute_pdf(
    State(app): State<Arc<App>>,
    PathParams((h, n)): PathParams<(u16, u32)>,
    Caller(session): Caller,
) -> Result<impl IntoResponse, Problem> {
    let house = staff_house(&app, h, &session)?;
    let row = look_up(&app, house, move |store, id| store.index().dispute(id, n).map_err(unreadable));
    let row = row.await?.ok_or_else(|| Problem::unknown("dispute"))?;
    let label = house.actor.shared().table(row.table).ok_or_else(Problem::internal)?;
    let (shelf, table, of_round) = (app.shelf, row.table, row.round);
    let round = look_up(&app, house, move |store, id| {
        find_round(store, id, shelf, (table, &*label.name), of_round, None)
    });
    let (round, name) = (round.await?, house.name.clone());
    let made = house.actor.read(move |state| {
        let step = |person: PersonId, at: i64| SignedStep { who: named(state, person), at };
        let file = DisputeFile {
            number: row.number,
            table: table_name(state, row.table)?,
            opened: step(row.person, row.opened_at),
            about: row.about.into(),
            state: match row.stage {
                DisputeRowStage::Opened => "opened, not answered yet",
                DisputeRowStage::Answered => "answered",
                DisputeRowStage::Escalated => "escalated",
            },
            round,
            ruling: row.ruling.map(Into::into),
            ruled: row.ruled.map(|(at, person)| step(person, at)),
            paid: row.paid,
            escalated_to: row.escalated_to.map(Into::into),
            at: row.at,
        };
        Ok::<_, Problem>((file, letterhead(state, &name)))
    });
    let (file, of) = made.await??;
    pdf(&app, format!("dispute-{n}"), file.printout(&of)).await
}
