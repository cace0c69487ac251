//! The checkpoints of a house, for everybody.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_house::ids::HouseId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{PathParams, QueryParams};
use crate::app::App;
use crate::checkpoints::{PAGE_MAX, PublishedCheckpoint};
use crate::error::ServeError;
use crate::wire::{CheckpointView, Problem};

/// A page of checkpoints.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckpointsPage {
    /// Return checkpoints after the one with this number; from the first by default.
    after: Option<u64>,
    /// How many to return; 50 by default, at most 200.
    #[param(maximum = 200)]
    limit: Option<usize>,
}

/// Get the latest checkpoint of a house
///
/// A signed note (C2SP tlog-checkpoint): the name of the log, the number of entries, the root of the Merkle tree over them, the hash of the last entry, and an Ed25519 signature.
#[utoipa::path(get, path = "/houses/{h}/checkpoint", tag = "fairness", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The signed note", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such house, or it has no checkpoint yet", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The checkpoints cannot be read now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_checkpoint(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
) -> Result<Response, Problem> {
    let house = app.house(h)?.actor.id;
    let latest = read(&app, move |app| app.checkpoints.log().latest(house)).await?;
    latest.map(|latest| text(latest.note)).ok_or_else(|| Problem::unknown("checkpoint"))
}

/// Get the public key that verifies the checkpoints of a house
///
/// In the form of signed notes: `NAME+ID+KEY`. The list of checkpoints has the key of each.
#[utoipa::path(get, path = "/houses/{h}/checkpoint/key", tag = "fairness", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 200, description = "The key", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such house, or its key is missing", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_checkpoint_key(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
) -> Result<Response, Problem> {
    let key = app.checkpoints.public_key(app.house(h)?.actor.id);
    key.map(|key| text(format!("{key}\n"))).ok_or_else(|| Problem::unknown("key"))
}

/// List the checkpoints of a house
#[utoipa::path(get, path = "/houses/{h}/checkpoints", tag = "fairness", params(("h" = u16, Path, description = "The number of the house"), CheckpointsPage), responses(
    (status = 200, description = "Checkpoints in order", body = Vec<CheckpointView>),
    (status = "4XX", description = "There is no such house, or the page is malformed", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The checkpoints cannot be read now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn list_checkpoints(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    QueryParams(which): QueryParams<CheckpointsPage>,
) -> Result<Json<Vec<CheckpointView>>, Problem> {
    let house: HouseId = app.house(h)?.actor.id;
    let (after, limit) = (which.after.unwrap_or(0), which.limit.unwrap_or(50).min(PAGE_MAX));
    let page = read(&app, move |app| app.checkpoints.log().page(house, after, limit)).await?;
    Ok(Json(page.into_iter().map(view).collect()))
}

fn view(published: PublishedCheckpoint) -> CheckpointView {
    let PublishedCheckpoint { number, incarnation, sequence, at, key, note } = published;
    CheckpointView { number, incarnation, sequence, at, key, note }
}

async fn read<T: Send + 'static>(
    app: &Arc<App>,
    read: impl FnOnce(&App) -> Result<T, ServeError> + Send + 'static,
) -> Result<T, Problem> {
    let app = Arc::clone(app);
    let found = tokio::task::spawn_blocking(move || read(&app)).await.map_err(|_| Problem::internal())?;
    found.map_err(|error| Problem::unavailable(error.to_string()))
}

fn text(body: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], body).into_response()
}
