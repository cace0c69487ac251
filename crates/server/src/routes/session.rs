//! Logging in and out, and how people become known.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, PersonId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, Person, Role};
use croupier_kit::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Body;
use crate::app::{App, HouseKind, OpenHouse};
use crate::clock::wall;
use crate::desk::Room;
use crate::sessions::{
    Caller, Carried, Counted, Session, Standing, Tried, check_password, hash_of, secret, verify,
};
use crate::wire::{Kind, Problem};

/// What a visitor of a demo house is given: 1,000 of its currency.
const VISITORS_CHIPS: Money = Money::from_minor(100_000);

/// Who wants to log in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Login {
    /// The house.
    house: u16,
    /// The name.
    #[schema(max_length = 64)]
    handle: String,
    /// The password.
    #[schema(max_length = 200)]
    password: String,
    /// Whether a program wants a token for its `Authorization` header instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// Who becomes known to a house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Newcomer {
    /// The house.
    house: u16,
    /// The name that records will call the person by.
    #[schema(max_length = 64)]
    handle: String,
    /// The password, of at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    password: String,
}

/// The first manager of a house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstManager {
    /// The token that the server has printed.
    token: String,
    /// The house.
    house: u16,
    /// The name that records will call the person by.
    #[schema(max_length = 64)]
    handle: String,
    /// The password, of at least ten characters.
    #[schema(min_length = 10, max_length = 200)]
    password: String,
}

/// Who visits a demo house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Visit {
    /// The house.
    house: u16,
}

/// Who is logged in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoggedIn {
    /// The token that requests other than reading carry in `X-Csrf-Token`.
    csrf: Box<str>,
    /// The house.
    house: u16,
    /// The number of the person.
    person: u32,
    /// The name.
    handle: Box<str>,
    /// What the person is here.
    #[schema(value_type = String, example = "player")]
    role: Role,
    /// The currency of the house.
    currency: String,
    /// The token for an `Authorization` header, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

type Answer = Result<(StatusCode, HeaderMap, Json<LoggedIn>), Problem>;

fn logged_in(house: &OpenHouse, session: &Session, token: Option<String>) -> LoggedIn {
    LoggedIn {
        csrf: session.csrf.clone(),
        house: session.house.0,
        person: session.person.0,
        handle: session.handle.clone(),
        role: session.role,
        currency: house.currency.clone(),
        token,
    }
}

fn cookie(app: &App, token: &str, lasts: i64) -> Result<HeaderMap, Problem> {
    let secure = if app.secure { "; Secure" } else { "" };
    let text =
        format!("croupier={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{secure}", lasts / 1000);
    let value = HeaderValue::from_str(&text).map_err(|_| Problem::internal())?;
    Ok(HeaderMap::from_iter([(header::SET_COOKIE, value)]))
}

/// Logs a person in.
fn log_in(app: &App, house: &OpenHouse, person: (PersonId, &str, Role), carried: Carried) -> Answer {
    let (id, handle, role) = person;
    let begun = app.sessions.begin(house.desk.id, id, handle, role, carried);
    let (token, session) = begun.map_err(|error| failed(&error))?;
    let (headers, token) = match carried {
        Carried::Cookie => (cookie(app, &token, session.expires - wall())?, None),
        Carried::Bearer => (HeaderMap::new(), Some(token)),
    };
    Ok((StatusCode::CREATED, headers, Json(logged_in(house, &session, token))))
}

fn failed(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(%error, "a session cannot be kept");
    Problem::unavailable("the accounts cannot be used")
}

/// Log in
#[utoipa::path(post, path = "/session", tag = "session", request_body = Login, responses(
    (status = 201, description = "A session has begun", body = LoggedIn),
    (status = "4XX", description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn begin(State(app): State<Arc<App>>, Body(login): Body<Login>) -> Answer {
    let house = Arc::clone(app.house(login.house)?);
    let Login { handle, password, bearer, .. } = login;
    check_password_of(&app, house.desk.id, &handle, password).await?;
    let name = handle.clone();
    let found = house.desk.look(move |room| {
        let id = room.house.office.person_named(&name)?;
        let person = room.house.office.person(id).ok()?;
        Some((id, person.role, is_dismissed(person, room.now.at)))
    });
    let (person, role, dismissed) = found.await?.ok_or_else(wrong)?;
    if dismissed {
        return Err(Problem::new(Kind::Service, "this person no longer works here", "ask the manager"));
    }
    let carried = if bearer { Carried::Bearer } else { Carried::Cookie };
    log_in(&app, &house, (person, &handle, role), carried)
}

/// A player whom nobody serves comes in to read and to be paid; whoever worked here does so no more.
fn is_dismissed(person: &Person, at: i64) -> bool {
    person.role != Role::Player && (person.refused.is_some() || person.is_excluded(at))
}

/// Ends the sessions of somebody of the staff from whom service was taken.
pub(crate) async fn end_dismissed(app: &App, house: &OpenHouse, person: PersonId) -> Result<(), Problem> {
    let look = move |room: &Room<'_>| {
        room.house.office.person(person).is_ok_and(|person| is_dismissed(person, room.now.at))
    };
    if house.desk.look(look).await? {
        app.sessions.end_all_of(house.desk.id, person).map_err(|error| failed(&error))?;
    }
    Ok(())
}

fn wrong() -> Problem {
    Problem::new(Kind::Session, "the name or the password is wrong", "log in with both right")
}

/// Whether this is the password of a name, and the name is not locked.
async fn check_password_of(app: &App, house: HouseId, handle: &str, password: String) -> Result<(), Problem> {
    let locked = || Problem::new(Kind::Rate, "too many wrong passwords", "try again in a quarter of an hour");
    let accounts = app.sessions.accounts();
    let hash = match accounts.standing(house, handle, wall()).map_err(|error| failed(&error))? {
        Standing::Locked => return Err(locked()),
        Standing::Open(hash) => Some(hash),
        Standing::None => None,
    };
    let tried = if verify(password, hash).await? { Tried::Right } else { Tried::Wrong };
    let counted = accounts.count(house, handle, tried, wall()).map_err(|error| failed(&error))?;
    match (counted, tried) {
        (Counted::TooLate, _) => Err(locked()),
        (Counted::InTime, Tried::Wrong) => Err(wrong()),
        (Counted::InTime, Tried::Right) => Ok(()),
    }
}

/// Who is logged in
#[utoipa::path(get, path = "/session", tag = "session", responses(
    (status = 200, description = "This is who", body = LoggedIn),
    (status = 401, description = "Nobody", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn who(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
) -> Result<Json<LoggedIn>, Problem> {
    Ok(Json(logged_in(app.house(session.house.0)?, &session, None)))
}

/// Log out
#[utoipa::path(delete, path = "/session", tag = "session", responses(
    (status = 204, description = "The session has ended"),
    (status = "4XX", description = "It has not", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.sessions.end(&session).map_err(|error| failed(&error))?;
    Ok((StatusCode::NO_CONTENT, cookie(&app, "", 0)?))
}

/// Makes a person known with a password, one person at a time.
pub(crate) async fn enrol_with(
    app: &App,
    house: &OpenHouse,
    order: Request,
    at_version: Option<u64>,
    password: Option<String>,
) -> Result<crate::wire::Done, Problem> {
    let Command::Enrol { handle, .. } = &order.command else { return Err(Problem::internal()) };
    let (handle, id) = (handle.clone(), house.desk.id);
    let hash = match password {
        Some(password) => {
            check_password(&password)?;
            Some(hash_of(password).await?)
        }
        None => None,
    };
    let _one_at_a_time = app.enrolling.lock().await;
    let name = handle.clone();
    let is_known = house.desk.look(move |room| room.house.office.person_named(&name).is_some()).await?;
    let accounts = app.sessions.accounts();
    // The password is there before the person is: whoever is known can log in, whatever happens in between.
    if let Some(hash) = hash.filter(|_| !is_known) {
        accounts.put(id, &handle, &hash).map_err(|error| failed(&error))?;
    }
    let done = house.desk.give(order, at_version).await;
    let refused = matches!(&done, Err(problem) if problem.code != Kind::Unavailable);
    if refused && !is_known {
        accounts.remove(id, &handle).map_err(|error| failed(&error))?;
    }
    done
}

fn by_house(command: Command) -> Request {
    Request { key: None, by: Actor::House, command }
}

fn player(handle: &str) -> Command {
    Command::Enrol { handle: handle.to_owned(), role: Role::Player, staff: None }
}

fn made(done: crate::wire::Done) -> Result<PersonId, Problem> {
    done.number.map(PersonId).ok_or_else(Problem::internal)
}

/// Become a player of a house
#[utoipa::path(post, path = "/people", tag = "session", request_body = Newcomer, responses(
    (status = 201, description = "The person is known and logged in", body = LoggedIn),
    (status = "4XX", description = "The person is not known", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn enrol(State(app): State<Arc<App>>, Body(newcomer): Body<Newcomer>) -> Answer {
    let house = Arc::clone(app.house(newcomer.house)?);
    let Newcomer { handle, password, .. } = newcomer;
    if croupier_house::robot::is_robot(&handle) {
        return Err(Problem::new(Kind::Authority, "robots have such names", "another name"));
    }
    let done = enrol_with(&app, &house, by_house(player(&handle)), None, Some(password)).await?;
    log_in(&app, &house, (made(done)?, &handle, Role::Player), Carried::Cookie)
}

/// Visit a demo house
///
/// Enrols a fresh player, buys chips and logs in.
#[utoipa::path(post, path = "/demo/visit", tag = "session", request_body = Visit, responses(
    (status = 201, description = "The visitor is logged in", body = LoggedIn),
    (status = "4XX", description = "This is no demo house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn visit(State(app): State<Arc<App>>, Body(visit): Body<Visit>) -> Answer {
    let house = Arc::clone(app.house(visit.house)?);
    if house.kind != HouseKind::Demo {
        return Err(Problem::new(Kind::Authority, "this is no demo house", "enrol as a player"));
    }
    let name = secret().map_err(|_| Problem::internal())?;
    let handle = format!("Guest_{}", name.get(..8).unwrap_or("0"));
    let person = made(house.give(Actor::House, player(&handle)).await?)?;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: VISITORS_CHIPS };
    let laid = house.give(Actor::House, Command::RequestExchange { at: None, person, exchange }).await?;
    let number = laid.number.ok_or_else(Problem::internal)?;
    house.give(Actor::House, Command::ConfirmExchange { at: None, number }).await?;
    log_in(&app, &house, (person, &handle, Role::Player), Carried::Cookie)
}

/// Become the first manager of a house
///
/// The server prints the token when a house has no manager; it is good once.
#[utoipa::path(post, path = "/first-manager", tag = "session", request_body = FirstManager, responses(
    (status = 201, description = "The manager is known and logged in", body = LoggedIn),
    (status = "4XX", description = "The token is not good", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Try again", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn first_manager(State(app): State<Arc<App>>, Body(first): Body<FirstManager>) -> Answer {
    let house = Arc::clone(app.house(first.house)?);
    let FirstManager { token, handle, password, .. } = first;
    check_password(&password)?;
    take_token(&app, house.desk.id, &token)?;
    let command = Command::Enrol { handle: handle.clone(), role: Role::Manager, staff: None };
    let done = enrol_with(&app, &house, by_house(command), None, Some(password)).await;
    if done.is_err() {
        give_token_back(&app, house.desk.id, &token);
    }
    log_in(&app, &house, (made(done?)?, &handle, Role::Manager), Carried::Cookie)
}

fn take_token(app: &App, house: HouseId, token: &str) -> Result<(), Problem> {
    let mut known = app.first_managers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let given = blake3::hash(token.as_bytes());
    match known.get(&house) {
        Some(hash) if given == blake3::Hash::from_bytes(*hash) => {
            known.remove(&house);
            Ok(())
        }
        _ => Err(Problem::new(
            Kind::Authority,
            "the token is not good",
            "the one that the server has printed, once",
        )),
    }
}

fn give_token_back(app: &App, house: HouseId, token: &str) {
    let mut known = app.first_managers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.insert(house, *blake3::hash(token.as_bytes()).as_bytes());
}
