//! The houses, their tables, and one table.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use croupier_house::ids::TableId;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Named, table as numbered};
use crate::app::{App, HouseKind};
use crate::desk::Room;
use crate::sessions::MaybeCaller;
use crate::wire::{Lobby, Problem, Seen};

/// A house.
#[derive(Serialize, ToSchema)]
pub(crate) struct HouseSeen {
    /// Its number.
    id: u16,
    /// Who holds its licence.
    name: String,
    /// Its currency, by its three letters.
    currency: String,
    /// The time zone of its hours.
    time_zone: String,
    /// Whether it is a demo house.
    demo: bool,
}

/// The houses
#[utoipa::path(get, path = "/houses", tag = "reading", responses(
    (status = 200, description = "All houses of this installation", body = Vec<HouseSeen>),
))]
pub(crate) async fn houses(State(app): State<Arc<App>>) -> Json<Vec<HouseSeen>> {
    let seen = app.houses.iter().map(|(id, house)| HouseSeen {
        id: id.0,
        name: house.name.clone(),
        currency: house.currency.clone(),
        time_zone: house.time_zone.clone(),
        demo: house.kind == HouseKind::Demo,
    });
    Json(seen.collect())
}

/// The tables of a house
#[utoipa::path(get, path = "/houses/{h}/tables", tag = "reading", params(("h" = u16, Path, description = "The house")), responses(
    (status = 200, description = "Its tables, open and closed", body = Vec<Lobby>),
    (status = 404, description = "There is no such house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn tables(
    State(app): State<Arc<App>>,
    Named(h): Named<u16>,
) -> Result<Json<Vec<Lobby>>, Problem> {
    let house = app.house(h)?;
    let all = house.desk.look(|room| {
        let tables = room.house.tables().iter();
        tables.filter_map(|table| lobby(room, table.id)).collect()
    });
    all.await.map(Json)
}

/// A table as the lobby shows it.
pub(crate) fn lobby(room: &Room<'_>, id: TableId) -> Option<Lobby> {
    let Room { house, now, shared, .. } = *room;
    let table = house.table(id).ok()?;
    let (book, game) = house.game_of(id, now.date).ok()?;
    let chosen = house.chosen_at(id, now.date).ok()?;
    let mode = table.live.as_ref().map(|sitting| sitting.mode);
    Some(Lobby {
        id: id.0,
        name: table.name.clone(),
        game: table.game.clone(),
        title: game.title().to_owned(),
        family: game.family().name(),
        jurisdiction: book.title().to_owned(),
        mode,
        phase: table.phase(),
        min: chosen.stake_min.map(Into::into),
        max: chosen.stake_max.map(Into::into),
        seated: table.seated.len(),
        seats_max: seats(&chosen),
        round: table.rounds,
        learning: shared.is_learning(&table.name) || house.is_learning(id),
        open: mode.is_some(),
        currency: room.currency(),
        deadline: table.deadline(&house.pace()),
    })
}

/// The boxes or areas of a table, where their number is chosen.
fn seats(chosen: &croupier_rules::book::Chosen) -> Option<u8> {
    ["boxes", "areas"].iter().find_map(|key| chosen.get(key)?.parse().ok())
}

/// A table as whoever asks sees it
#[utoipa::path(get, path = "/houses/{h}/tables/{t}", tag = "reading",
    params(("h" = u16, Path, description = "The house"), ("t" = u16, Path, description = "The table")), responses(
    (status = 200, description = "The table", body = Seen),
    (status = 404, description = "There is no such table", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn table(
    State(app): State<Arc<App>>,
    Named((h, t)): Named<(u16, u16)>,
    MaybeCaller(session): MaybeCaller,
) -> Result<Json<Seen>, Problem> {
    let house = app.house(h)?;
    let person = session.filter(|session| session.house.0 == h).map(|session| session.person);
    let seen = house.desk.look(move |room| room.seen(numbered(t), person)).await?;
    seen.map(Json).ok_or_else(|| Problem::unknown("such table"))
}
