//! The transparency log of a house, for everybody: proofs and tiles. `docs/transparency.md` says what they show.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{RawPathParams, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_transparency::{
    LeafSpan, LogForm, SignedCheckpoint, TileId, consistency_spans, inclusion_spans,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{PathParams, QueryParams};
use crate::app::App;
use crate::error::failed;
use crate::lookup::{INDEX_WAIT, unreadable};
use crate::wire::{ConsistencyView, InclusionView, Problem, ProblemCode};
use crate::withheld::RoundsInPlay;

/// How a full tile may be cached: it never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Two sizes of a tree.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct TwoSizes {
    /// The size of the earlier tree.
    #[param(minimum = 1)]
    first: u64,
    /// The size of the later tree; that of the latest checkpoint by default.
    #[param(minimum = 1)]
    second: Option<u64>,
}

/// An entry, and the size of a tree.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryInTree {
    /// The index of the entry: its sequence less one.
    index: u64,
    /// The size of the tree; that of the latest checkpoint by default.
    #[param(minimum = 1)]
    size: Option<u64>,
}

/// Prove that a tree extends an earlier one
///
/// The consistency proof between two sizes, such as those of two checkpoints. Where the proof would show the hash of a single entry of a round that is still played, the answer is 503 until the round is over.
#[utoipa::path(get, path = "/houses/{h}/checkpoint/consistency", tag = "fairness", params(("h" = u16, Path, description = "The number of the house"), TwoSizes), responses(
    (status = 200, description = "The proof", body = ConsistencyView),
    (status = "4XX", description = "There is no such house, or no checkpoint has so many entries", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "It cannot be shown now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_consistency(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    QueryParams(TwoSizes { first, second }): QueryParams<TwoSizes>,
) -> Result<Json<ConsistencyView>, Problem> {
    let proof = shown(&app, h, move |app, house, in_play| {
        let signed = signed_size(app, house)?;
        let second = second.unwrap_or(signed);
        if second > signed {
            let found = format!("the latest checkpoint has {signed} entries, and not {second}");
            return Err(Problem::new(ProblemCode::Unknown, found, "ask for a size that was signed"));
        }
        if first == 0 || first > second {
            let found = format!("{first} is not the size of an earlier tree than {second}");
            return Err(Problem::malformed(found, format!("give a size from 1 to {second}")));
        }
        let singles = consistency_spans(first, second).into_iter().filter(|span| span.len() == 1);
        for leaf in singles {
            in_play.check_leaves(&*app.store, house, leaf)?;
        }
        let tree = app.store.tree();
        tree.wait_for(house, second, INDEX_WAIT).map_err(not_there)?;
        tree.consistency(house, first, second).map_err(not_there)
    });
    Ok(Json(proof.await?.into()))
}

/// Prove that an entry is in a tree
///
/// The inclusion proof for an entry in the tree of a checkpoint. Where the proof would show the hash of another entry of a round that is still played, the answer is 503 until the round is over.
#[utoipa::path(get, path = "/houses/{h}/checkpoint/inclusion", tag = "fairness", params(("h" = u16, Path, description = "The number of the house"), EntryInTree), responses(
    (status = 200, description = "The proof", body = InclusionView),
    (status = "4XX", description = "There is no such house, or no checkpoint has so many entries", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "It cannot be shown now, or no checkpoint has the entry yet. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_inclusion(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    QueryParams(EntryInTree { index, size }): QueryParams<EntryInTree>,
) -> Result<Json<InclusionView>, Problem> {
    let proof = shown(&app, h, move |app, house, in_play| {
        let signed = signed_size(app, house)?;
        let size = size.unwrap_or(signed);
        if size > signed {
            let found = format!("the latest checkpoint has {signed} entries, and not {size}");
            return Err(Problem::new(ProblemCode::Unknown, found, "ask for a size that was signed"));
        }
        if index >= size {
            let found =
                format!("entry {} is not among the {size} entries that were signed", u128::from(index) + 1);
            return Err(Problem::new(ProblemCode::Unavailable, found, "ask again after the next checkpoint"));
        }
        for leaf in inclusion_spans(index, size).into_iter().filter(|span| span.len() == 1) {
            in_play.check_leaves(&*app.store, house, leaf)?;
        }
        let tree = app.store.tree();
        tree.wait_for(house, size, INDEX_WAIT).map_err(not_there)?;
        tree.inclusion(house, index, size).map_err(not_there)
    });
    Ok(Json(proof.await?.into()))
}

/// Get a tile of the tree of a house
///
/// The hashes of 256 nodes of a level of the tree, 32 bytes each. The address of a tile below that of the house is its path in C2SP tlog-tiles: `tile/LEVEL/INDEX`, such as `tile/0/x001/234`, and `tile/LEVEL/INDEX.p/WIDTH` for a partial one. A tile of level 0 with an entry of a round that is still played is shown when the round is over.
#[utoipa::path(get, path = "/houses/{h}/tile/{level}/{tile}", tag = "fairness", params(
    ("h" = u16, Path, description = "The number of the house"),
    ("level" = u8, Path, description = "The level of the tile; 0 has the hashes of the entries"),
    ("tile" = String, Path, description = "The position of the tile at its level, in three digits"),
), responses(
    (status = 200, description = "The hashes", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 404, description = "There is no such house or tile", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "It cannot be shown now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_tile(State(app): State<Arc<App>>, named: RawPathParams) -> Result<Response, Problem> {
    let mut parts = named.iter().map(|(_, part)| part);
    let house = parts.next().and_then(|house| house.parse::<u16>().ok());
    let house = house.ok_or_else(|| Problem::unknown("house"))?;
    let path = parts.fold("tile".to_owned(), |path, part| format!("{path}/{part}"));
    let tile: TileId = path.parse().map_err(|_| Problem::unknown("tile"))?;
    let bytes = shown(&app, house, move |app, house, in_play| {
        let signed = signed_size(app, house)?;
        if tile.needs().is_none_or(|size| size > signed) {
            return Err(Problem::unknown("tile"));
        }
        if tile.level == 0 {
            let leaves = LeafSpan { start: tile.first(), end: tile.first() + u64::from(tile.width) };
            in_play.check_leaves(&*app.store, house, leaves)?;
        }
        let tree = app.store.tree();
        tree.wait_for(house, signed, INDEX_WAIT).map_err(not_there)?;
        let hashes = tree.tile(house, tile).map_err(not_there)?;
        hashes.map(|hashes| hashes.as_flattened().to_vec()).ok_or_else(|| Problem::unknown("tile"))
    });
    let cached = if tile.is_full() { FOR_EVER } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, cached)];
    Ok((headers, bytes.await?).into_response())
}

/// The addresses of tiles that have more parts: of later tiles, and of partial ones.
pub(super) fn tile_routes() -> Router<Arc<App>> {
    let mut router = Router::new();
    let mut path = "/houses/{h}/tile/{level}/{a}".to_owned();
    for part in ["b", "c", "d", "e", "f", "g"] {
        path = format!("{path}/{{{part}}}");
        router = router.route(&path, get(get_tile));
    }
    router
}

/// Makes something of the tree of a house, with what is played there now.
async fn shown<T: Send + 'static>(
    app: &Arc<App>,
    house: u16,
    make: impl FnOnce(&App, HouseId, &RoundsInPlay) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let house = app.house(house)?;
    let in_play = house.actor.read(RoundsInPlay::of).await?;
    let (app, id) = (Arc::clone(app), house.actor.id);
    let made = tokio::task::spawn_blocking(move || make(&app, id, &in_play));
    made.await.map_err(|_| Problem::internal())?
}

/// The number of entries that the latest checkpoint of a house has. Nothing of later ones is shown.
fn signed_size(app: &App, house: HouseId) -> Result<u64, Problem> {
    let unreadable = |error: crate::error::ServeError| Problem::unavailable(error.to_string());
    let latest = app.checkpoints.log().latest(house).map_err(unreadable)?;
    let latest = latest.ok_or_else(|| Problem::unknown("checkpoint"))?;
    let signed: SignedCheckpoint = latest.note.parse().map_err(failed).map_err(unreadable)?;
    match signed.checkpoint.form() {
        LogForm::Tree => Ok(signed.checkpoint.sequence),
        LogForm::Chain => Err(Problem::unknown("checkpoint with a tree")),
    }
}

/// The problem that the tree cannot be read now.
fn not_there(error: StoreError) -> Problem {
    match error {
        StoreError::Behind { indexed, needed, .. } => {
            let found = format!("the tree of this house has {indexed} of {needed} entries");
            Problem::new(ProblemCode::Unavailable, found, "ask again: it follows the journal")
        }
        error => unreadable(error),
    }
}
