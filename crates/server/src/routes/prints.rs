//! Papers to print, as PDF: signs, slips and dispute files for the staff and the regulator.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::paper::{Count, SlipKind, SlipState, SlipStep};
use croupier_print::Printout;
use croupier_store::index::{DisputeRowStage, PaperKind, PaperRow, PaperState, PaperStep};
use jiff::tz::TimeZone;

use super::access::own_house;
use super::extract::PathParams;
use super::game::sign;
use super::rounds::find_round;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::lookup::{entry_at, event_at, look_up, unreadable};
use crate::printed::{DisputeFile, Letterhead, SignedStep, SlipPaper, print_date};
use crate::storage::HouseStore;
use crate::wire::Problem;

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
pub(super) fn letterhead(state: &HouseReader<'_>, name: &str) -> Letterhead {
    let zone = state.house.office.time_zone().and_then(|zone| TimeZone::get(&zone).ok());
    Letterhead {
        house: name.to_owned(),
        currency: state.currency().into(),
        // Every time is written with its zone.
        zone: zone.unwrap_or(TimeZone::UTC),
    }
}

pub(super) fn table_name(state: &HouseReader<'_>, table: TableId) -> Result<String, Problem> {
    Ok(state.house.table(table)?.name.to_string())
}

/// A person by name and role, as papers write them.
pub(super) fn named(state: &HouseReader<'_>, person: PersonId) -> String {
    state.house.office.person(person).map_or_else(
        |_| format!("person {}", person.0),
        |person| format!("{} ({})", person.staff.as_ref().unwrap_or(&person.handle), person.role.name()),
    )
}

pub(super) fn signed(state: &HouseReader<'_>, step: &PaperStep) -> SignedStep {
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
    let adopted = look_up(&app, &house, move |store, id| {
        let found = store.index().house_file(id, version).map_err(unreadable)?;
        entry_at(store, id, found.ok_or_else(Problem::internal)?)
    });
    let date = print_date(adopted.await?.body.at);
    let sign = sign(&app, h, t).await?;
    pdf(&app, format!("table-{t}-sign"), sign.printout(date)).await
}

/// A slip as it was found: its row, its steps, its chips, and why it is void.
pub(super) struct FoundSlip {
    pub(super) row: PaperRow,
    pub(super) steps: Vec<PaperStep>,
    pub(super) chips: Count,
    reason: Option<String>,
}

pub(super) fn find_slip(store: &HouseStore, house: HouseId, row: PaperRow) -> Result<FoundSlip, Problem> {
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

pub(super) const fn slip_kind(kind: PaperKind) -> Option<SlipKind> {
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
    let (house, table) = (own_house(&app, h, &session)?, TableId(t));
    let found = look_up(&app, &house, move |store, id| {
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
    let house = own_house(&app, h, &session)?;
    let row = look_up(&app, &house, move |store, id| store.index().dispute(id, n).map_err(unreadable));
    let row = row.await?.ok_or_else(|| Problem::unknown("dispute"))?;
    let label = house.actor.shared().table(row.table).ok_or_else(Problem::internal)?;
    let (shelf, table, of_round) = (app.shelf, row.table, row.round);
    let round = look_up(&app, &house, move |store, id| {
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
