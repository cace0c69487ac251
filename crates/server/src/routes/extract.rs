//! Extractors for bodies, paths and queries. Input that cannot be read becomes a problem response.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::wire::{Problem, ProblemCode};

/// The body of a request. Invalid bodies become a problem.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let read = Json::<T>::from_request(request, app);
        match tokio::time::timeout(app.limits.body_timeout, read).await {
            Ok(Ok(Json(read))) => Ok(Self(read)),
            Ok(Err(rejection)) => Err(malformed_body(&rejection)),
            Err(_) => Err(Problem::new(
                ProblemCode::Timeout,
                "the request was not sent in time",
                format!("send it within {} seconds", app.limits.body_timeout.as_secs()),
            )),
        }
    }
}

fn malformed_body(rejection: &JsonRejection) -> Problem {
    let text = rejection.body_text();
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::new(ProblemCode::TooLarge, "the request is too large", "send a smaller one");
    }
    Problem::malformed(text, "send JSON as openapi.json describes it")
}

/// The parameters of a path. Invalid ones become the problem that the address does not exist.
pub(crate) struct PathParams<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for PathParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let read = Path::<T>::from_request_parts(parts, app).await;
        read.map(|Path(named)| Self(named)).map_err(|_| Problem::unknown("address"))
    }
}

/// The parameters of a query. Invalid ones become a problem.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let read = Query::<T>::from_request_parts(parts, app).await;
        read.map(|Query(asked)| Self(asked))
            .map_err(|error| Problem::malformed(error.body_text(), "see openapi.json for the query"))
    }
}

/// A round, version or other position in a journal. Positions end where the numbers of the store end; beyond that a
/// request is refused rather than read as another number.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Position(pub(crate) u64);

impl TryFrom<u64> for Position {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        match i64::try_from(number) {
            Ok(_) => Ok(Self(number)),
            Err(_) => Err(format!("a position is at most {}", i64::MAX)),
        }
    }
}
