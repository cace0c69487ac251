//! Authentication: every request is rate limited, gets its session, and is checked for cross-site request forgery.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::credentials::{CSRF, csrf_token, is_same, session_of, tokens_of};
use crate::door::{ClientAddress, CountPermit};
use crate::sessions::{Carrier, Session};
use crate::telemetry::REFUSED;
use crate::wire::{Problem, ProblemCode};

/// The session of a request. Without a session the request is refused.
pub(crate) struct Caller(pub(crate) Arc<Session>);

/// The session of a request, if it has one.
pub(crate) struct MaybeCaller(pub(crate) Option<Arc<Session>>);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let session = parts.extensions.get::<Arc<Session>>();
        session.map(|session| Self(Arc::clone(session))).ok_or_else(Problem::session)
    }
}

impl FromRequestParts<Arc<App>> for MaybeCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        Ok(Self(parts.extensions.get::<Arc<Session>>().map(Arc::clone)))
    }
}

/// A request that enrols somebody. One address enrols only so many people in an hour.
pub(crate) struct Enrolling;

impl FromRequestParts<Arc<App>> for Enrolling {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let client = ClientAddress::from_request_parts(parts, app).await?;
        app.enrolments
            .take(client.block())
            .map_err(|wait| too_many("new accounts from one address", wait))?;
        Ok(Self)
    }
}

/// Whether a request needs a CSRF token. Requests that change nothing do not.
fn needs_token(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
}

/// The problem of somebody who sends too much.
pub(crate) fn too_many(what: &str, wait: Duration) -> Problem {
    metrics::counter!(REFUSED).increment(1);
    Problem::new(ProblemCode::Rate, format!("too many {what}"), "slow down").after(wait)
}

/// Checks a request. The permit counts it as in flight.
fn check(app: &App, request: &mut Request) -> Result<Option<CountPermit>, Problem> {
    let client = request.extensions().get::<ClientAddress>().copied().ok_or_else(Problem::internal)?;
    load_sessions(app, client, request)?;
    let session = session_of(&app.sessions, request);
    // All sessions of a person share one bucket, so that logging in again gains nothing.
    let admitted = match &session {
        Some(session) => app.rates.take((session.house, session.person)),
        None => app.rates.take(client.block()),
    };
    admitted.map_err(|wait| too_many("requests", wait))?;
    let Some(session) = session else { return Ok(None) };
    let permit = app.requests_of_people.admit((session.house, session.person)).map_err(|_| {
        let allowed = format!("at most {} at the same time", app.requests_of_people.most());
        Problem::new(ProblemCode::Rate, "too many requests of one person in flight", allowed)
    })?;
    let is_checked = session.carrier == Carrier::Cookie && needs_token(request);
    if is_checked && !is_same(csrf_token(request.headers()), &session.csrf) {
        let found = format!("the {CSRF} header is missing or wrong");
        return Err(Problem::new(ProblemCode::Csrf, found, "send the `csrf` of the session"));
    }
    check_factor(&session, request.uri().path())?;
    request.extensions_mut().insert(session);
    Ok(permit)
}

/// Reads sessions that have begun at another node. A token that is nobody's costs its address a request more.
fn load_sessions(app: &App, client: ClientAddress, request: &Request) -> Result<(), Problem> {
    for key in app.sessions.unknown_keys(tokens_of(request.headers())) {
        app.rates.take(client.block()).map_err(|wait| too_many("requests", wait))?;
        app.sessions.load(&key).map_err(|error| Problem::unavailable(error.to_string()))?;
    }
    Ok(())
}

/// Checks that a session whose second factor is not set up yet does nothing but set it up.
fn check_factor(session: &Session, path: &str) -> Result<(), Problem> {
    let sets_up = matches!(
        path,
        "/session" | "/session/houses" | "/sessions" | "/second-factor" | "/password" | "/houses"
    );
    if sets_up || !session.restricted {
        return Ok(());
    }
    let found = "this house demands a second factor of its staff";
    Err(Problem::new(ProblemCode::SecondFactor, found, "set one up with POST /second-factor"))
}

/// Authenticates a request, or refuses it.
pub(crate) async fn authenticate(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    match check(&app, &mut request) {
        Ok(_permit) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
