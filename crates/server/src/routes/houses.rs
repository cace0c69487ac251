//! Houses and tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::{HouseId, TableId};

use super::extract::PathParams;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::houses::HouseKind;
use crate::wire::{HouseView, Problem, TableSummary, TableView};

/// List the houses
#[utoipa::path(get, path = "/houses", tag = "tables", responses(
    (status = 200, description = "All houses of this server", body = Vec<HouseView>),
))]
pub(crate) async fn list_houses(State(app): State<Arc<App>>) -> Json<Vec<HouseView>> {
    let seen = app.houses().into_iter().map(|(id, house)| HouseView {
        id: id.0,
        name: house.name.clone(),
        currency: house.currency.clone(),
        time_zone: house.time_zone.clone(),
        demo: house.kind == HouseKind::Demo,
        enrolment: house.policy.enrolment,
    });
    Json(seen.collect())
}

/// List the tables of a house
#[utoipa::path(get, path = "/houses/{h}/tables", tag = "tables", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "All tables, open and closed", body = Vec<TableSummary>),
    (status = 404, description = "There is no such house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn list_tables(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
) -> Result<Json<Vec<TableSummary>>, Problem> {
    let house = app.house(h)?;
    let all = house.actor.read(|state| {
        let tables = state.house.tables().iter();
        tables.filter_map(|table| summary(state, table.id)).collect()
    });
    all.await.map(Json)
}

/// The summary of a table for the lobby.
pub(crate) fn summary(state: &HouseReader<'_>, id: TableId) -> Option<TableSummary> {
    let HouseReader { house, now, .. } = *state;
    let table = house.table(id).ok()?;
    // A table whose edition is not available is listed with the titles of the edition that the server has.
    let program = |_| house.library.program().game_on(&table.game, now.date).ok();
    let (book, game) = house.game_of(id, now.date).map_or_else(program, Some)?;
    let chosen = house.chosen_at(id, now.date).unwrap_or_default();
    let mode = table.mode();
    Some(TableSummary {
        id: id.0,
        name: table.name.clone(),
        game: table.game.clone(),
        title: game.title().to_owned(),
        family: game.family().into(),
        jurisdiction: book.title().to_owned(),
        mode: mode.map(Into::into),
        phase: table.phase().into(),
        min: chosen.stake_min.map(Into::into),
        max: chosen.stake_max.map(Into::into),
        seated: table.seated.len(),
        seats_max: seats(&chosen),
        round: table.rounds,
        learning: state.is_learning(id),
        open: mode.is_some(),
        currency: state.currency(),
        deadline: table.deadline(&house.pace()),
    })
}

/// The number of boxes or areas of a table, if it is a setting.
fn seats(chosen: &croupier_rules::book::Chosen) -> Option<u8> {
    ["boxes", "areas"].iter().find_map(|key| chosen.get(key)?.parse().ok())
}

/// Show a table as the person who asks sees it
///
/// Without a session, as everybody sees it.
#[utoipa::path(get, path = "/houses/{h}/tables/{t}", tag = "tables",
    params(("h" = u16, Path, description = "The number of the house"), ("t" = u16, Path, description = "The number of the table")), responses(
    (status = 200, description = "The table", body = TableView),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security((), ("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_table(
    State(app): State<Arc<App>>,
    PathParams((h, t)): PathParams<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<TableView>, Problem> {
    let house = app.house(h)?;
    let person = session.filter(|session| session.house.0 == h).map(|session| session.person);
    if let Some(person) = person {
        app.presence.touch((HouseId(h), TableId(t), person));
    }
    let seen = house.actor.read(move |state| state.table_view(TableId(t), person)).await?;
    seen.map(Json).ok_or_else(|| Problem::unknown("table"))
}
