//! Logging in and out, and enrolling.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, PersonId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, Person, Role};
use croupier_kit::Money;

use super::extract::Body;
use crate::actor::HouseReader;
use crate::app::App;
use crate::auth::{Caller, Enrolling};
use crate::clock::wall;
use crate::houses::{HouseKind, OpenHouse};
use crate::sessions::{
    AccountState, Attempt, Carrier, PasswordCheck, Session, check_password, hash_of, secret, verify,
};
use crate::wire::{CommandResult, FirstManager, Login, NewPlayer, Problem, ProblemCode, SessionView, Visit};

/// The chips for a visitor of a demo house: 1,000 in its currency.
const VISITORS_CHIPS: Money = Money::from_minor(100_000);

type Answer = Result<(StatusCode, HeaderMap, Json<SessionView>), Problem>;

fn logged_in(house: &OpenHouse, session: &Session, token: Option<String>) -> SessionView {
    SessionView {
        csrf: session.csrf.clone(),
        house: session.house.0,
        person: session.person.0,
        handle: session.handle.clone(),
        role: session.role.into(),
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
fn start_session(app: &App, house: &OpenHouse, person: (PersonId, &str, Role), carrier: Carrier) -> Answer {
    let (id, handle, role) = person;
    let begun = app.sessions.start(house.actor.id, id, handle, role, carrier);
    let (token, session) = begun.map_err(|error| failed(&error))?;
    let (headers, token) = match carrier {
        Carrier::Cookie => (cookie(app, &token, session.expires - wall())?, None),
        Carrier::Bearer => (HeaderMap::new(), Some(token)),
    };
    Ok((StatusCode::CREATED, headers, Json(logged_in(house, &session, token))))
}

fn failed(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(%error, "the accounts database failed");
    Problem::unavailable("the accounts database failed")
}

/// Log in
#[utoipa::path(post, path = "/session", tag = "session", request_body = Login, responses(
    (status = 201, description = "A session has begun", body = SessionView),
    (status = "4XX", description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn log_in(State(app): State<Arc<App>>, Body(login): Body<Login>) -> Answer {
    let house = Arc::clone(app.house(login.house)?);
    let Login { handle, password, bearer, .. } = login;
    check_password_of(&app, house.actor.id, &handle, password).await?;
    let name = handle.clone();
    let found = house.actor.read(move |state| {
        let id = state.house.office.person_named(&name)?;
        let person = state.house.office.person(id).ok()?;
        Some((id, person.role, is_dismissed(person, state.now.at)))
    });
    let (person, role, dismissed) = found.await?.ok_or_else(wrong)?;
    if dismissed {
        return Err(Problem::new(ProblemCode::Service, "you no longer work here", "ask the manager"));
    }
    let carried = if bearer { Carrier::Bearer } else { Carrier::Cookie };
    start_session(&app, &house, (person, &handle, role), carried)
}

/// Whether a person is barred from logging in. Players who are refused service still log in, to read and to be paid;
/// staff do not.
fn is_dismissed(person: &Person, at: i64) -> bool {
    person.role != Role::Player && (person.refused.is_some() || person.is_excluded(at))
}

/// Ends the sessions of staff who are refused service.
pub(crate) async fn end_dismissed(app: &App, house: &OpenHouse, person: PersonId) -> Result<(), Problem> {
    let look = move |state: &HouseReader<'_>| {
        state.house.office.person(person).is_ok_and(|person| is_dismissed(person, state.now.at))
    };
    if house.actor.read(look).await? {
        app.sessions.end_all_of(house.actor.id, person).map_err(|error| failed(&error))?;
    }
    Ok(())
}

fn wrong() -> Problem {
    Problem::new(ProblemCode::Session, "the name or the password is wrong", "check name and password")
}

/// Checks the password of an account, and that the account is not locked.
async fn check_password_of(app: &App, house: HouseId, handle: &str, password: String) -> Result<(), Problem> {
    let locked = || Problem::new(ProblemCode::Rate, "too many wrong passwords", "try again in 15 minutes");
    let accounts = app.sessions.accounts();
    let hash = match accounts.login(house, handle, wall()).map_err(|error| failed(&error))? {
        AccountState::Locked => return Err(locked()),
        AccountState::Open(hash) => Some(hash),
        AccountState::None => None,
    };
    let tried = if verify(password, hash).await? { PasswordCheck::Right } else { PasswordCheck::Wrong };
    let counted = accounts.count(house, handle, tried, wall()).map_err(|error| failed(&error))?;
    match (counted, tried) {
        (Attempt::TooLate, _) => Err(locked()),
        (Attempt::InTime, PasswordCheck::Wrong) => Err(wrong()),
        (Attempt::InTime, PasswordCheck::Right) => Ok(()),
    }
}

/// Show who is logged in
#[utoipa::path(get, path = "/session", tag = "session", responses(
    (status = 200, description = "The person who is logged in", body = SessionView),
    (status = 401, description = "Nobody is logged in", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [])))]
pub(crate) async fn get_session(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
) -> Result<Json<SessionView>, Problem> {
    Ok(Json(logged_in(app.house(session.house.0)?, &session, None)))
}

/// Log out
#[utoipa::path(delete, path = "/session", tag = "session", responses(
    (status = 204, description = "The session has ended"),
    (status = "4XX", description = "The session has not ended", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn log_out(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
) -> Result<(StatusCode, HeaderMap), Problem> {
    app.sessions.end(&session).map_err(|error| failed(&error))?;
    Ok((StatusCode::NO_CONTENT, cookie(&app, "", 0)?))
}

/// Enrols a person with a password, one person at a time.
pub(crate) async fn enrol_with(
    app: &App,
    house: &OpenHouse,
    order: Request,
    at_version: Option<u64>,
    password: Option<String>,
) -> Result<CommandResult, Problem> {
    let Command::Enrol { handle, .. } = &order.command else { return Err(Problem::internal()) };
    let (handle, id) = (handle.clone(), house.actor.id);
    let hash = match password {
        Some(password) => {
            check_password(&password)?;
            Some(hash_of(password).await?)
        }
        None => None,
    };
    let _one_at_a_time = app.enrolling.lock().await;
    let name = handle.clone();
    let is_known = house.actor.read(move |state| state.house.office.person_named(&name).is_some()).await?;
    let accounts = app.sessions.accounts();
    // The password is stored before the person is enrolled, so that every enrolled person can log in, even after a
    // crash in between.
    if let Some(hash) = hash.filter(|_| !is_known) {
        accounts.put(id, &handle, &hash).map_err(|error| failed(&error))?;
    }
    let done = house.actor.submit(order, at_version).await;
    let refused = matches!(&done, Err(problem) if problem.code != ProblemCode::Unavailable);
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

fn made(done: CommandResult) -> Result<PersonId, Problem> {
    done.number.map(PersonId).ok_or_else(Problem::internal)
}

/// Create a player account and log in
#[utoipa::path(post, path = "/people", tag = "session", request_body = NewPlayer, responses(
    (status = 201, description = "The account is created and logged in", body = SessionView),
    (status = "4XX", description = "The account is refused", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn enrol_player(
    State(app): State<Arc<App>>,
    _: Enrolling,
    Body(newcomer): Body<NewPlayer>,
) -> Answer {
    let house = Arc::clone(app.house(newcomer.house)?);
    let NewPlayer { handle, password, .. } = newcomer;
    if croupier_house::robot::is_robot(&handle) {
        return Err(Problem::new(
            ProblemCode::Authority,
            "this name is reserved for robots",
            "choose another name",
        ));
    }
    let done = enrol_with(&app, &house, by_house(player(&handle)), None, Some(password)).await?;
    start_session(&app, &house, (made(done)?, &handle, Role::Player), Carrier::Cookie)
}

/// Visit a demo house
///
/// Creates a player account with 1,000.00 in chips and logs in.
#[utoipa::path(post, path = "/demo/visit", tag = "session", request_body = Visit, responses(
    (status = 201, description = "The visitor is logged in", body = SessionView),
    (status = "4XX", description = "The house is not a demo house", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn visit_demo(
    State(app): State<Arc<App>>,
    _: Enrolling,
    Body(visit): Body<Visit>,
) -> Answer {
    let house = Arc::clone(app.house(visit.house)?);
    if house.kind != HouseKind::Demo {
        return Err(Problem::new(ProblemCode::Authority, "this is not a demo house", "create an account"));
    }
    let name = secret().map_err(|_| Problem::internal())?;
    let handle = format!("Guest_{}", name.get(..8).unwrap_or("0"));
    let person = made(house.submit(Actor::House, player(&handle)).await?)?;
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: VISITORS_CHIPS };
    let laid = house.submit(Actor::House, Command::RequestExchange { at: None, person, exchange }).await?;
    let number = laid.number.ok_or_else(Problem::internal)?;
    house.submit(Actor::House, Command::ConfirmExchange { at: None, number }).await?;
    start_session(&app, &house, (person, &handle, Role::Player), Carrier::Cookie)
}

/// Create the account of the first manager and log in
///
/// The server prints a token at start-up where a house has no manager. It works once.
#[utoipa::path(post, path = "/first-manager", tag = "session", request_body = FirstManager, responses(
    (status = 201, description = "The account is created and logged in", body = SessionView),
    (status = "4XX", description = "The token is wrong or used", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn enrol_first_manager(
    State(app): State<Arc<App>>,
    Body(first): Body<FirstManager>,
) -> Answer {
    let house = Arc::clone(app.house(first.house)?);
    let FirstManager { token, handle, password, .. } = first;
    check_password(&password)?;
    take_token(&app, house.actor.id, &token)?;
    let command = Command::Enrol { handle: handle.clone(), role: Role::Manager, staff: None };
    let done = enrol_with(&app, &house, by_house(command), None, Some(password)).await;
    if done.is_err() {
        give_token_back(&app, house.actor.id, &token);
    }
    start_session(&app, &house, (made(done?)?, &handle, Role::Manager), Carrier::Cookie)
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
            ProblemCode::Authority,
            "the token is wrong or used",
            "use the link that the server printed",
        )),
    }
}

fn give_token_back(app: &App, house: HouseId, token: &str) {
    let mut known = app.first_managers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.insert(house, *blake3::hash(token.as_bytes()).as_bytes());
}
