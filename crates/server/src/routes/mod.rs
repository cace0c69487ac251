//! The routes, one file a group.
#![allow(unused_qualifications, reason = "utoipa writes the types of parameters out")]

mod commands;
mod fair;
mod game;
mod houses;
mod live;
mod office;
mod reading;
mod root;
mod rounds;
mod session;
mod strategy;

pub(crate) use houses::lobby;
pub use strategy::StrategySheet;

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::{Json, Router};
use croupier_house::ids::TableId;
use serde::de::DeserializeOwned;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::wire::{FromPage, Kind, Problem, ToPage};

/// What is said of the whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "A house of table games. Amounts are decimal texts in the currency of the house, times are milliseconds since 1970. Every answer that is not 2xx is a problem (application/problem+json) with the provision it rests on. Commands carry an Idempotency-Key: the same key is the same command, however often it is sent.",
    ),
    components(schemas(FromPage, ToPage)),
    servers((url = "/api/v1"))
)]
struct Api;

/// The routes of the API with their document.
fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(session::begin, session::who, session::end))
        .routes(routes!(session::visit))
        .routes(routes!(session::enrol))
        .routes(routes!(session::first_manager))
        .routes(routes!(houses::houses))
        .routes(routes!(houses::tables))
        .routes(routes!(houses::table))
        .routes(routes!(game::game))
        .routes(routes!(game::advice))
        .routes(routes!(strategy::strategy))
        .routes(routes!(game::sign_svg))
        .routes(routes!(game::sign_html))
        .routes(routes!(commands::at_table))
        .routes(routes!(commands::of_house))
        .routes(routes!(live::live))
        .routes(routes!(rounds::rounds))
        .routes(routes!(rounds::round))
        .routes(routes!(rounds::board))
        .routes(routes!(fair::fair))
        .routes(routes!(fair::give_seed))
        .routes(routes!(fair::proof_of))
        .routes(routes!(reading::me))
        .routes(routes!(reading::rounds))
        .routes(routes!(reading::statement))
        .routes(routes!(office::own_disputes))
        .routes(routes!(office::people))
        .routes(routes!(office::ledger))
        .routes(routes!(office::papers))
        .routes(routes!(office::disputes))
        .routes(routes!(office::journal))
        .routes(routes!(root::nothing))
}

/// The OpenAPI document.
pub fn document() -> utoipa::openapi::OpenApi {
    api().into_openapi()
}

/// The routes of the API.
pub(crate) fn routes() -> Router<Arc<App>> {
    let (router, document) = api().split_for_parts();
    let text = document.to_pretty_json().unwrap_or_default();
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let document = axum::routing::get(move || std::future::ready((json, text.clone())));
    router.route("/openapi.json", document).fallback(nowhere).method_not_allowed_fallback(otherwise)
}

/// What is outside the API.
pub(crate) fn outside() -> Router<Arc<App>> {
    root::routes()
}

async fn nowhere() -> Problem {
    Problem::unknown("such address")
}

pub(crate) async fn otherwise() -> Problem {
    Problem::new(Kind::Method, "this address does not take this method", "one that the Allow header names")
}

/// The body of a request, or what is wrong with it.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(read)) => Ok(Self(read)),
            Err(rejection) => Err(unread(&rejection)),
        }
    }
}

fn unread(rejection: &JsonRejection) -> Problem {
    let text = rejection.body_text();
    if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::new(Kind::TooLarge, "the request is too large", "send less at once");
    }
    Problem::malformed(text, "a JSON object as the document at openapi.json describes it")
}

/// What a path names, or that there is no such thing.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let read = Path::<T>::from_request_parts(parts, app).await;
        read.map(|Path(named)| Self(named)).map_err(|_| Problem::unknown("such address"))
    }
}

/// What a query asks for, or what is wrong with it.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let read = Query::<T>::from_request_parts(parts, app).await;
        read.map(|Query(asked)| Self(asked))
            .map_err(|error| Problem::malformed(error.body_text(), "the query as the document describes it"))
    }
}

/// The number of a table from its path.
pub(crate) const fn table(number: u16) -> TableId {
    TableId(number)
}
