//! What is outside the API: health, metrics, and the pages.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Body;
use crate::app::App;
use crate::sessions::Caller;
use crate::wire::{Problem, TableDo};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(crate::pages::page)
        .method_not_allowed_fallback(super::otherwise)
        .layer(tower_http::compression::CompressionLayer::new())
}

/// Ready to take commands: every house is.
async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    let open = app.houses.iter().all(|(_, house)| house.desk.is_open()) && !*app.stopping.borrow();
    if open { (StatusCode::OK, "ready\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready\n") }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    match &app.metrics {
        Some(handle) => (kind, handle.render()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Read a command, and do nothing
///
/// Whoever builds a client can see whether a command is well formed.
#[utoipa::path(post, path = "/nothing", tag = "doing", request_body = TableDo, responses(
    (status = 204, description = "It is well formed, and nothing was done"),
    (status = "4XX", description = "It is not", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn nothing(_caller: Caller, _command: Body<TableDo>) -> StatusCode {
    StatusCode::NO_CONTENT
}
