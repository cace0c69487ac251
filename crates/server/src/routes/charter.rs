//! The house file in force: its text, approvals and posts, and what it is in breach of today.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_rules::house::{Approval, HouseFile, check};

use super::extract::PathParams;
use super::staff::staff_house;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::wire::{ApprovalView, BreachView, CharterView, PostView, Problem};

/// Show the house file in force
///
/// For the staff and the regulator: the text as it was adopted, every approval in the register, who has which post at which table, and
/// what is in breach of the rulebooks today. A table in breach does not open.
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
    staff_house(&app, h, &session)?.actor.read(charter_of).await.map(Json)
}

fn charter_of(state: &HouseReader<'_>) -> CharterView {
    let office = &state.house.office;
    let file = office.house_file.as_ref();
    let breaches = file.map(|file| check(file, state.house.library.law(), state.now.date));
    CharterView {
        version: office.version,
        file: office.adopted.clone(),
        unreadable: office.unreadable_file.clone(),
        approvals: file.map_or_else(Vec::new, |file| file.approvals.iter().map(approval).collect()),
        posts: file.map_or_else(Vec::new, posts),
        breaches: breaches.into_iter().flatten().map(BreachView::from).collect(),
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
