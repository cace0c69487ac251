//! Logging in and out, and one's own sessions.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;
use croupier_house::store::Store;
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{Body, QueryParams};
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::Caller;
use crate::clock::wall;
use crate::config::SecondFactor;
use crate::credentials::{cookie_name, cookie_sessions};
use crate::door::ClientAddress;
use crate::houses::OpenHouse;
use crate::sessions::{AccountsError, Carrier, FactorState, LoginAttempt, Session, place_of, verify};
use crate::wire::{Login, OwnSession, Problem, ProblemCode, SessionView};

pub(super) type Answer = Result<(StatusCode, HeaderMap, Json<SessionView>), Problem>;

/// The house whose session a request means.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionHouse {
    /// The number of the house. Without it, the session whose CSRF token is sent, otherwise the one that began last.
    #[serde(rename = "house")]
    _house: Option<u16>,
}

fn logged_in(house: &OpenHouse, session: &Session, token: Option<String>) -> SessionView {
    SessionView {
        csrf: session.csrf.clone(),
        house: session.house.0,
        person: session.person.0,
        handle: session.handle.clone(),
        role: session.role.into(),
        currency: house.currency.clone(),
        token,
        restricted: session.restricted,
    }
}

fn cookie(app: &App, house: HouseId, token: &str, lasts: i64) -> Result<HeaderMap, Problem> {
    let (name, secure) = (cookie_name(house), if app.secure { "; Secure" } else { "" });
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{secure}", lasts / 1000);
    let value = HeaderValue::from_str(&text).map_err(|_| Problem::internal())?;
    Ok(HeaderMap::from_iter([(header::SET_COOKIE, value)]))
}

/// Logs a person in. Staff whose second factor is missing where the house demands one can only set it up.
pub(super) fn start_session(
    app: &App,
    house: &OpenHouse,
    person: (PersonId, &str, Role),
    carrier: Carrier,
) -> Answer {
    let (id, handle, role) = person;
    let is_demanded = role != Role::Player && house.policy.second_factor == SecondFactor::Required;
    let accounts = app.sessions.accounts();
    let restricted = is_demanded
        && accounts.factor_state(house.actor.id, handle).map_err(|error| failed(&error))?
            != FactorState::Confirmed;
    let begun = app.sessions.start(house.actor.id, id, handle, role, carrier, restricted);
    let (token, session) = begun.map_err(|error| failed(&error))?;
    let (headers, token) = match carrier {
        Carrier::Cookie => (cookie(app, session.house, &token, session.expires - wall())?, None),
        Carrier::Bearer => (HeaderMap::new(), Some(token)),
    };
    Ok((StatusCode::CREATED, headers, Json(logged_in(house, &session, token))))
}

pub(super) fn failed(error: &AccountsError) -> Problem {
    tracing::error!(%error, "the accounts database failed");
    Problem::unavailable("the accounts database failed")
}

/// Log in
///
/// Wrong passwords slow down the address they come from (`rate`). Where the account has a second factor, `code` is
/// needed (`second-factor`).
#[utoipa::path(post, path = "/session", tag = "session", request_body = Login, responses(
    (status = 201, description = "A session has begun", body = SessionView),
    (status = "4XX", description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn log_in(
    State(app): State<Arc<App>>,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(login): Body<Login>,
) -> Answer {
    let house = app.house(login.house)?;
    let Login { handle, password, bearer, code, .. } = login;
    let id = house.actor.id;
    let attempt = prove_password(&app, id, &handle, address, password).await?.ok_or_else(wrong)?;
    check_code(&app, id, &handle, code.as_deref(), &attempt)?;
    let (person, role, dismissed) = person_of(&app, &house, &handle).await?.ok_or_else(wrong)?;
    app.attempts.succeed(&attempt);
    note_place(&app, id, &handle, address)?;
    if dismissed {
        return Err(Problem::new(ProblemCode::Service, "you no longer work here", "ask the manager"));
    }
    let carried = if bearer { Carrier::Bearer } else { Carrier::Cookie };
    start_session(&app, &house, (person, &handle, role), carried)
}

/// The person of an account, with the role and whether somebody of the staff was dismissed. Who has an account is in the
/// house; a node that follows may have to catch up first, because another has enrolled the person just now.
async fn person_of(
    app: &App,
    house: &OpenHouse,
    handle: &str,
) -> Result<Option<(PersonId, Role, bool)>, Problem> {
    let read = || {
        let name = handle.to_owned();
        house.actor.read(move |state| {
            let id = state.house.office.person_named(&name)?;
            let person = state.house.office.person(id).ok()?;
            Some((id, person.role, is_dismissed(state, id)))
        })
    };
    let found = read().await?;
    if found.is_some() || house.actor.shared().is_owned() {
        return Ok(found);
    }
    let (store, id) = (Arc::clone(&app.store), house.actor.id);
    let unavailable = |error: &dyn std::error::Error| Problem::unavailable(error.to_string());
    let head =
        tokio::task::spawn_blocking(move || store.head(id)).await.map_err(|error| unavailable(&error))?;
    let head = head.map_err(|error| unavailable(&error))?;
    house.actor.catch_up(head.unwrap_or_default().sequence).await;
    read().await
}

/// Notes that an account is used from an address.
pub(super) fn note_place(app: &App, house: HouseId, handle: &str, address: IpAddr) -> Result<(), Problem> {
    let noted = app.sessions.accounts().note_place(house, handle, &place_of(address), wall());
    noted.map_err(|error| failed(&error))
}

/// Begins an attempt to prove a password or a code, unless earlier wrong ones have slowed this address down.
pub(super) async fn begin_attempt<'a>(
    app: &'a App,
    house: HouseId,
    handle: &str,
    address: IpAddr,
) -> Result<LoginAttempt<'a>, Problem> {
    let known = app.sessions.accounts().knows_place(house, handle, &place_of(address), wall());
    let known = known.map_err(|error| failed(&error))?;
    app.attempts.begin(house, handle, address, known, wall).await.map_err(|wait| {
        let allowed = format!("try again in {} seconds", wait.div_euclid(1000) + 1);
        let wait = Duration::from_millis(wait.unsigned_abs());
        Problem::new(ProblemCode::Rate, "too many wrong passwords", allowed).after(wait)
    })
}

/// Checks the password of an account; `None` if it is wrong, which is counted. An account that does not exist answers
/// the same, after the same time.
pub(super) async fn prove_password<'a>(
    app: &'a App,
    house: HouseId,
    handle: &str,
    address: IpAddr,
    password: String,
) -> Result<Option<LoginAttempt<'a>>, Problem> {
    let attempt = begin_attempt(app, house, handle, address).await?;
    let hash = app.sessions.accounts().hash(house, handle).map_err(|error| failed(&error))?;
    if verify(password, hash).await? {
        return Ok(Some(attempt));
    }
    app.attempts.fail(&attempt, wall());
    Ok(None)
}

/// Checks the code of the second factor, where the account has one. The password was right.
fn check_code(
    app: &App,
    house: HouseId,
    handle: &str,
    code: Option<&str>,
    attempt: &LoginAttempt<'_>,
) -> Result<(), Problem> {
    let accounts = app.sessions.accounts();
    if accounts.factor_state(house, handle).map_err(|error| failed(&error))? != FactorState::Confirmed {
        return Ok(());
    }
    let Some(code) = code else {
        let allowed = "send `code` with the password";
        return Err(Problem::new(
            ProblemCode::SecondFactor,
            "the code of the second factor is missing",
            allowed,
        ));
    };
    if accounts.use_code(house, handle, code.trim(), wall()).map_err(|error| failed(&error))? {
        return Ok(());
    }
    app.attempts.fail(attempt, wall());
    let allowed = "send the code that the program shows now, or a recovery code; each works once";
    Err(Problem::new(ProblemCode::SecondFactor, "the code is wrong or was used", allowed))
}

/// Whether a person is barred from logging in. Players who are refused service still log in, to read and to be paid;
/// staff do not, and neither do staff whom the house file no longer names in a post that fits.
fn is_dismissed(state: &HouseReader<'_>, id: PersonId) -> bool {
    let office = &state.house.office;
    let Ok(person) = office.person(id) else { return false };
    let is_out = person.refused.is_some() || office.is_excluded(id, state.now.at);
    let is_named = !person.role.is_staff() || office.post_of(id).is_some();
    person.role != Role::Player && (is_out || !is_named)
}

/// Ends the sessions of staff who may not log in any more.
pub(crate) async fn end_dismissed(app: &App, house: &OpenHouse) -> Result<(), Problem> {
    let look = |state: &HouseReader<'_>| {
        let people = state.house.office.people().filter(|(_, person)| person.role != Role::Player);
        people.map(|(id, _)| id).filter(|id| is_dismissed(state, *id)).collect::<Vec<_>>()
    };
    for person in house.actor.read(look).await? {
        app.sessions.end_all_of(house.actor.id, person).map_err(|error| failed(&error))?;
    }
    Ok(())
}

fn wrong() -> Problem {
    Problem::new(ProblemCode::Session, "the name or the password is wrong", "check name and password")
}

/// Show who is logged in
#[utoipa::path(get, path = "/session", tag = "session", params(SessionHouse), responses(
    (status = 200, description = "The person who is logged in", body = SessionView),
    (status = 401, description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_session(
    State(app): State<Arc<App>>,
    _: QueryParams<SessionHouse>,
    Caller(session): Caller,
) -> Result<Json<SessionView>, Problem> {
    let house = app.house(session.house.0)?;
    Ok(Json(logged_in(&house, &session, None)))
}

/// Show who is logged in, house by house
///
/// A browser can be logged in to several houses at the same time: it has a cookie for each.
#[utoipa::path(get, path = "/session/houses", tag = "session", responses(
    (status = 200, description = "The sessions of the cookies of this request, the latest first; empty if nobody is logged in", body = Vec<SessionView>),
    (status = "4XX", description = "The request is refused", body = Problem, content_type = "application/problem+json"),
),
    security((), ("cookie" = [])))]
pub(crate) async fn list_session_houses(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Json<Vec<SessionView>> {
    let carried = cookie_sessions(&app.sessions, &headers);
    let seen = carried.iter().filter_map(|session| {
        let house = app.house(session.house.0).ok()?;
        Some(logged_in(&house, session, None))
    });
    Json(seen.collect())
}

/// Log out
#[utoipa::path(delete, path = "/session", tag = "session", params(SessionHouse), responses(
    (status = 204, description = "The session has ended"),
    (status = "4XX", description = "The session has not ended", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn log_out(
    State(app): State<Arc<App>>,
    _: QueryParams<SessionHouse>,
    Caller(session): Caller,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.sessions.end(&session).map_err(|error| failed(&error))?;
    Ok((StatusCode::NO_CONTENT, cookie(&app, session.house, "", 0)?))
}

/// List one's own sessions
#[utoipa::path(get, path = "/sessions", tag = "session", params(SessionHouse), responses(
    (status = 200, description = "The sessions of the person who asks, the latest first", body = Vec<OwnSession>),
    (status = 401, description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn list_sessions(
    State(app): State<Arc<App>>,
    _: QueryParams<SessionHouse>,
    Caller(session): Caller,
) -> Json<Vec<OwnSession>> {
    let own = app.sessions.of_person(session.house, session.person);
    let seen = own.iter().map(|other| OwnSession {
        started: other.started,
        expires: other.expires,
        bearer: other.carrier == Carrier::Bearer,
        current: other.key == session.key,
    });
    Json(seen.collect())
}

/// Log out everywhere
///
/// Ends all sessions of the person who asks in this house, this one too.
#[utoipa::path(delete, path = "/sessions", tag = "session", params(SessionHouse), responses(
    (status = 204, description = "All sessions have ended"),
    (status = "4XX", description = "The sessions have not ended", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn log_out_everywhere(
    State(app): State<Arc<App>>,
    _: QueryParams<SessionHouse>,
    Caller(session): Caller,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.sessions.end_all_of(session.house, session.person).map_err(|error| failed(&error))?;
    Ok((StatusCode::NO_CONTENT, cookie(&app, session.house, "", 0)?))
}
