//! Routes outside the API: health, metrics and the pages.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::extract::Body;
use crate::app::App;
use crate::auth::Caller;
use crate::telemetry::{set_behind, set_house, set_owned, set_suspended};
use crate::wire::{Problem, ProblemCode, TableCommand};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(super::pages::page)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(tower_http::compression::CompressionLayer::new())
}

/// Readiness: every house accepts commands. What restricts a house is named.
async fn ready(State(app): State<Arc<App>>) -> (StatusCode, String) {
    let trouble = match &app.node {
        Some(node) => node.link.report().await.and_then(|report| report.trouble),
        None => None,
    };
    let houses = app.houses();
    let accepts = houses.iter().all(|(_, house)| house.actor.is_open());
    let open = accepts && trouble.is_none() && !*app.stopping.borrow();
    let (status, word) =
        if open { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") };
    let mut text = format!("{word}\n");
    if let Some(why) = trouble {
        let _ = writeln!(text, "this node: {why}");
    }
    for (id, house) in houses {
        let shared = house.actor.shared();
        let held = shared.held().map(|why| format!("automatic tables do not deal: {why}"));
        let frozen = shared.frozen().map(|why| format!("no commands: {why}"));
        let suspended = shared.suspended();
        for why in held.into_iter().chain(frozen).chain(suspended) {
            let _ = writeln!(text, "house {}: {why}", id.0);
        }
    }
    (status, text)
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    for (id, house) in app.houses() {
        let shared = house.actor.shared();
        set_house(id, house.actor.is_open(), shared.stored_to(), app.store.index().indexed_to(id));
        set_owned(id, shared.is_owned());
        set_suspended(id, shared.suspended().is_some());
        if app.node.is_none() {
            set_behind(id, 0);
        }
    }
    match &app.metrics {
        Some(handle) => (kind, handle.render()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Check the form of a command
///
/// Nothing is carried out. For those who build a client.
#[utoipa::path(post, path = "/nothing", tag = "commands", request_body = TableCommand, responses(
    (status = 204, description = "The command is well formed"),
    (status = "4XX", description = "The command is malformed, or nobody is logged in", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn check_command(_caller: Caller, _command: Body<TableCommand>) -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The problem for a method that an address does not accept.
pub(crate) async fn method_not_allowed() -> Problem {
    Problem::new(
        ProblemCode::Method,
        "this address does not accept this method",
        "use one that the Allow header names",
    )
}
