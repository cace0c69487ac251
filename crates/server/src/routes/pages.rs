//! The web pages. A program built without them explains how to build them.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::Embed;

use super::houses::summary;
use crate::app::App;

/// The instructions for a program without pages.
pub(crate) const HOW_TO_BUILD: &str = "This program was built without its pages. Run `make web`, then build it again; the API works without them.";

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Whether the program contains the pages.
pub(crate) fn are_built_in() -> bool {
    Dist::get("index.html").is_some()
}

/// Serves a page or one of its files. Addresses that are not files are handled by the page itself.
pub(crate) async fn page(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if let Some(file) = Dist::get(path) {
        return response(path, &file);
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match Dist::get("index.html") {
        Some(file) if !is_file => response("index.html", &file),
        None if path == "index.html" => plain(&app).await,
        _ => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

fn response(path: &str, file: &rust_embed::EmbeddedFile) -> Response {
    // The files of the pages have a hash in their names; the page itself does not.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype().to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())];
    (headers, file.data.clone().into_owned()).into_response()
}

/// The page of a program without pages: how to build them, where the API is described, and a list of the tables.
async fn plain(app: &App) -> Response {
    let mut text = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Croupier</title><h1>Croupier</h1><p>{HOW_TO_BUILD}</p>\
         <p>The API is described at <a href=/api/v1/openapi.json>/api/v1/openapi.json</a>.</p>"
    );
    for (id, house) in app.houses() {
        let _ = write!(
            text,
            "<h2>{}</h2><table><tr><th>table<th>game<th>phase<th>round<th>seated",
            escaped(&house.name)
        );
        let all = house.actor.read(|state| {
            state.house.tables().iter().filter_map(|table| summary(state, table.id)).collect::<Vec<_>>()
        });
        let all = match all.await {
            Ok(all) => all,
            Err(problem) => {
                let _ = write!(text, "<tr><td>{}", escaped(&problem.message));
                Vec::new()
            }
        };
        for table in all {
            let (name, title, address) = (
                escaped(&table.name),
                escaped(&table.title),
                format!("/api/v1/houses/{}/tables/{}", id.0, table.id),
            );
            let phase = serde_json::to_string(&table.phase).expect("a phase is a word").replace('"', "");
            let _ = write!(
                text,
                "<tr><td><a href={address}>{name}</a><td>{title}<td>{phase}<td>{}<td>{}",
                table.round, table.seated
            );
        }
        text.push_str("</table>");
    }
    Html(text).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
