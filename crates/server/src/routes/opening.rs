//! What remains before the tables of a house are open.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::HouseId;
use croupier_house::ledger::{Location, Unit};
use croupier_house::table::TableState;
use croupier_kit::Money;
use croupier_rules::book::Post;
use croupier_rules::house::{HouseFile, check_table};

use super::access::own_house;
use super::extract::PathParams;
use super::session::failed;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::sessions::Accounts;
use crate::wire::{OpeningStep, OpeningStepKind, OpeningView, Problem, Role};

/// Show what remains before the tables are open
///
/// For the staff and the regulator: the steps of the house, then those of each table, each with who does it. Breaches name their
/// provision.
#[utoipa::path(get, path = "/houses/{h}/opening", tag = "staff", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The steps, done or not", body = OpeningView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_opening(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<OpeningView>, Problem> {
    let house = own_house(&app, h, &session)?;
    let (mut view, staff) = house.actor.read(|state| (opening_of(state), enrolled(state))).await?;
    let waiting = without_password(app.sessions.accounts(), house.actor.id, staff)?;
    let enrolment = view.steps.iter().position(|step| step.table.is_some()).unwrap_or(view.steps.len());
    drop(view.steps.splice(enrolment..enrolment, waiting));
    Ok(Json(view))
}

/// The staff who have an account: the names of the house file, and those to log in with.
fn enrolled(state: &HouseReader<'_>) -> Vec<(String, String, Role)> {
    let people = state.house.office.people().filter(|(_, person)| person.role.is_staff());
    let named = people.filter_map(|(_, person)| {
        Some((person.staff.as_ref()?.to_string(), person.handle.to_string(), person.role.into()))
    });
    named.collect()
}

/// The steps of those who have not set a password.
fn without_password(
    accounts: &Accounts,
    house: HouseId,
    staff: Vec<(String, String, Role)>,
) -> Result<Vec<OpeningStep>, Problem> {
    let mut steps = Vec::new();
    for (text, handle, role) in staff {
        let done = accounts.has(house, &handle).map_err(|error| failed(&error))?;
        steps.push(OpeningStep { step: OpeningStepKind::Password, done, table: None, text, who: vec![role] });
    }
    Ok(steps)
}

fn opening_of(state: &HouseReader<'_>) -> OpeningView {
    let (house, office) = (state.house, &state.house.office);
    let has = |unit, location| house.ledger.balance(unit, location) != Money::ZERO;
    let of_house = |step, done, text: &str| OpeningStep {
        step,
        done,
        table: None,
        text: text.to_owned(),
        who: vec![Role::Manager],
    };
    let mut steps = vec![
        of_house(OpeningStepKind::Capital, has(Unit::Cash, Location::Bank), "cash in the cage"),
        of_house(OpeningStepKind::Issue, has(Unit::Chips, Location::Issued), "chips in the cage"),
    ];
    let tables = house.tables().iter();
    if let Some(file) = &office.house_file {
        for person in &file.staff {
            let name = person.name.get_ref();
            let done = office.people().any(|(_, known)| known.staff.as_deref() == Some(name.as_str()));
            steps.push(of_house(OpeningStepKind::Enrol, done, name));
        }
        tables.clone().for_each(|table| steps.extend(steps_of(state, file, table)));
    }
    OpeningView { open: tables.filter(|table| table.is_open()).count(), steps }
}

/// The steps of a table that the house file names.
fn steps_of(state: &HouseReader<'_>, file: &HouseFile, table: &TableState<'_>) -> Vec<OpeningStep> {
    let Some(planned) = file.tables.iter().find(|planned| **planned.name.get_ref() == *table.name) else {
        return Vec::new();
    };
    let step = |step, done, text: String, who: &[Role]| OpeningStep {
        step,
        done,
        table: Some(table.id.0),
        text,
        who: who.to_vec(),
    };
    let name = || table.name.to_string();
    let breaches = check_table(file, planned, state.house.library.law(), state.now.date);
    let mut steps: Vec<OpeningStep> = breaches
        .iter()
        .map(|breach| {
            let text = format!(
                "{}; {} ({} {})",
                breach.found,
                breach.allowed,
                breach.rulebook,
                breach.cites.join(", ")
            );
            step(OpeningStepKind::Breach, false, text, &[Role::Manager])
        })
        .collect();
    let is_manned = [Post::Dealer, Post::Inspector].iter().all(|post| planned.at_post(*post).is_some());
    steps.push(step(OpeningStepKind::Assign, is_manned, name(), &[Role::Manager]));
    let float = state.house.ledger.balance(Unit::Chips, Location::Float(table.id));
    let filled = float > Money::ZERO || table.is_open();
    steps.push(step(OpeningStepKind::Fill, filled, name(), &[Role::Dealer, Role::Inspector, Role::Cashier]));
    steps.push(step(OpeningStepKind::Open, table.is_open(), name(), &[Role::Inspector, Role::Manager]));
    steps
}
