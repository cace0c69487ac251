//! The house file in force: its text, approvals and posts, and what it is in breach of today; and a file that somebody
//! types, checked against the books and compared with it.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_kit::Money;
use croupier_rules::house::{Approval, HouseFile, HouseTable, StaffMember};

use super::access::own_house;
use super::extract::{Body, PathParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::charter_check::{InForce, breaches, check_typed};
use crate::game_cache::CHECKS_AT_ONCE;
use crate::wire::{
    Amount, ApprovalView, CharterCheck, CharterView, PostView, Problem, ProblemCode, StaffView, TypedFile,
    betting_chips,
};

/// Show the house file in force
///
/// For the staff and the regulator: the text as it was adopted, every approval in the register, the staff, who has which post at which table,
/// the values of the chips, and what is in breach of the rulebooks today. A table in breach does not open.
#[utoipa::path(get, path = "/houses/{h}/charter", tag = "staff", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The house file in force", body = CharterView),
    (status = "4XX", description = "The person who asks may not read this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_charter(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<Json<CharterView>, Problem> {
    let house = own_house(&app, h, &session)?;
    let (mut view, in_force) = house.actor.read(|state| (charter_of(state), in_force(state))).await?;
    // Only the copy is made on the thread of the house: checking a large file takes longer than a round may wait.
    let checked = tokio::task::spawn_blocking(move || {
        if let Some(file) = &in_force.file {
            view.breaches = breaches(file, &in_force.library, in_force.today);
            view.chips = chips(file, &in_force);
        }
        view
    });
    checked.await.map(Json).map_err(|_| Problem::internal())
}

/// Check a house file as it is typed
///
/// For the staff, because one of them authorises what a manager proposes, and for the regulator. Nothing is adopted. Where the file has faults, the rest is empty; otherwise it has what would be in breach of the
/// rulebooks today, and the edge of each wager that changes between the file in force and this one.
#[utoipa::path(post, path = "/houses/{h}/charter/check", tag = "staff", params(("h" = u16, Path, description = "The number of the house")),
    request_body(content = TypedFile), responses(
    (status = 200, description = "What is wrong with the file, and what it changes", body = CharterCheck),
    (status = "4XX", description = "The person who asks may not do this, or another file is being checked", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn check_charter(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
    Body(typed): Body<TypedFile>,
) -> Result<Json<CharterCheck>, Problem> {
    let house = own_house(&app, h, &session)?;
    let permit = app.games.check_permit().ok_or_else(|| {
        let allowed = format!("at most {CHECKS_AT_ONCE} at the same time: try again in a second");
        Problem::new(ProblemCode::Rate, "other house files are being checked", allowed)
    })?;
    let (in_force, games) = (house.actor.read(in_force).await?, Arc::clone(&app.games));
    // The work holds the permit, not the request: one that is given up does not make room for another.
    let work = tokio::spawn(async move {
        let checked = check_typed(typed.file, in_force, games).await;
        drop(permit);
        checked
    });
    work.await.map_err(|_| Problem::internal())?.map(Json)
}

/// What a file is checked with: copies, so that it is not done on the thread of the house.
pub(super) fn in_force(state: &HouseReader<'_>) -> InForce {
    let house = state.house;
    InForce { library: house.library.clone(), file: house.office.house_file.clone(), today: state.now.date }
}

/// The house file without its breaches and chips.
fn charter_of(state: &HouseReader<'_>) -> CharterView {
    let office = &state.house.office;
    let file = office.house_file.as_ref();
    CharterView {
        version: office.version,
        file: office.adopted.clone(),
        unreadable: office.unreadable_file.clone(),
        approvals: file.map_or_else(Vec::new, |file| file.approvals.iter().map(approval).collect()),
        posts: file.map_or_else(Vec::new, posts),
        staff: file.map_or_else(Vec::new, staff),
        chips: Vec::new(),
        breaches: Vec::new(),
    }
}

fn approval(approval: &Approval) -> ApprovalView {
    ApprovalView {
        reference: approval.reference.clone(),
        date: approval.date.to_string(),
        of: approval.of.name().to_owned(),
        covers: approval.covers.iter().map(|name| name.get_ref().clone()).collect(),
        hours: approval.hours.map(|hours| hours.to_string()),
        packs: approval.packs.clone(),
    }
}

/// The chips that are bet with at any table of a file, the largest first.
fn chips(file: &HouseFile, in_force: &InForce) -> Vec<Amount> {
    let of_table = |table: &HouseTable| {
        let (_, game) = in_force.library.game_on(table.game.get_ref(), in_force.today).ok()?;
        Some(betting_chips(&table.chosen(game)))
    };
    let values: BTreeSet<Money> = file.tables.iter().filter_map(of_table).flatten().collect();
    values.into_iter().rev().map(Into::into).collect()
}

fn staff(file: &HouseFile) -> Vec<StaffView> {
    let member = |member: &StaffMember| StaffView {
        name: member.name.get_ref().clone(),
        post: member.post.name().to_owned(),
        employer: member.employer.clone(),
    };
    file.staff.iter().map(member).collect()
}

fn posts(file: &HouseFile) -> Vec<PostView> {
    let of_table = file.tables.iter().flat_map(|table| {
        table.posts.iter().map(|(post, staff)| PostView {
            table: table.name.get_ref().clone(),
            post: post.name().to_owned(),
            staff: staff.get_ref().clone(),
        })
    });
    of_table.collect()
}
