//! Setting up the house of an empty data folder.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use croupier_house::command::Founder;
use croupier_house::office::Role;
use croupier_rules::book::{Book, Bounds, GameBook, Setting};
use croupier_rules::house::HousePlan;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::parse_key;
use super::extract::{Body, QueryParams};
use super::password::password_link;
use super::session::{failed, start_session};
use crate::app::App;
use crate::clock::Clock;
use crate::door::limits::PLANNED_GAMES_MAX;
use crate::sessions::{Carrier, check_password, hash_of};
use crate::setup::{CreatedHouse, ReviewedDraft, SetUpState, first_house, hash_of as hash_of_token};
use crate::wire::{
    PlanView, Problem, ProblemCode, SetupBook, SetupDone, SetupDraft, SetupGame, SetupLink, SetupReview,
    SetupSetting, SetupView,
};

/// The header with the token of the set-up.
const TOKEN: &str = "x-setup-token";

/// A request with the token that the server printed.
pub(crate) struct SetUpToken(String);

impl FromRequestParts<Arc<App>> for SetUpToken {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let token = parts.headers.get(TOKEN).and_then(|value| value.to_str().ok());
        Ok(Self(token.unwrap_or_default().to_owned()))
    }
}

/// The idempotency key of a set-up.
pub(crate) struct SetUpKey(Option<u128>);

impl FromRequestParts<Arc<App>> for SetUpKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let key = parts.headers.get("idempotency-key").map(|value| value.to_str().unwrap_or_default());
        key.map(parse_key).transpose().map(Self)
    }
}

/// Show what a house can be set up with
///
/// Only while the data folder of the server has no house.
#[utoipa::path(get, path = "/setup", tag = "setup",
    params(("X-Setup-Token" = String, Header, description = "The token of the link that the server printed")), responses(
    (status = 200, description = "The rulebooks with their games", body = SetupView),
    (status = "4XX", description = "The token is wrong, or there is a house", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_setup(
    State(app): State<Arc<App>>,
    SetUpToken(token): SetUpToken,
) -> Result<Json<SetupView>, Problem> {
    app.set_up.check(&token).await?;
    let books = app.shelf.books().iter().map(book).collect();
    let time_zones = jiff::tz::db().available().map(|name| name.to_string()).collect();
    Ok(Json(SetupView { books, time_zones }))
}

fn book(book: &Book) -> SetupBook {
    let id = book.id();
    let game = |game: &GameBook| SetupGame {
        id: format!("{id}/{}", game.id()),
        title: game.title().to_owned(),
        settings: game.settings().iter().map(|of| setting(book, of)).collect(),
    };
    SetupBook {
        id: id.to_owned(),
        title: book.title().to_owned(),
        games: book.games().iter().map(game).collect(),
    }
}

fn setting(book: &Book, of: &Setting) -> SetupSetting {
    let values = match &of.bounds {
        Bounds::Whole { from, to } => (*from..=*to).map(|number| number.to_string()).collect(),
        Bounds::Choice(words) => words.iter().map(ToString::to_string).collect(),
        Bounds::Wheel => Vec::new(),
    };
    SetupSetting {
        key: of.key.to_string(),
        bounds: of.bounds.to_string(),
        values,
        default: of.default.as_ref().map(ToString::to_string),
        cites: of.cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect(),
    }
}

/// The games that a plan is for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedGames {
    /// The games as `RULEBOOK/GAME`, with commas between them. A game that is named twice has two tables.
    games: String,
}

/// Plan a house for some games
///
/// A table for each game, with everything that its rulebook asks for: licences and approvals to be filled in, posts, banks, signs.
#[utoipa::path(get, path = "/setup/plan", tag = "setup",
    params(("X-Setup-Token" = String, Header, description = "The token of the link that the server printed"), PlannedGames), responses(
    (status = 200, description = "The plan", body = PlanView),
    (status = "4XX", description = "The token is wrong, there is a house, or there is no such game", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn get_setup_plan(
    State(app): State<Arc<App>>,
    SetUpToken(token): SetUpToken,
    QueryParams(PlannedGames { games }): QueryParams<PlannedGames>,
) -> Result<Json<PlanView>, Problem> {
    app.set_up.check(&token).await?;
    let games: Vec<&str> = games.split(',').map(str::trim).filter(|game| !game.is_empty()).collect();
    if games.len() > PLANNED_GAMES_MAX {
        let allowed =
            format!("at most {PLANNED_GAMES_MAX}; further tables are added to the house file later");
        return Err(Problem::malformed(format!("{} games", games.len()), allowed));
    }
    let today = Clock::new("UTC", 0).now().date;
    let plan = HousePlan::of_games(app.shelf, &games, today);
    plan.map(|plan| Json(plan.into()))
        .map_err(|unknown| Problem::malformed(unknown.to_string(), "GET /setup lists the games"))
}

/// Check the draft of a house
///
/// Nothing is created. Faults keep the draft from becoming a house; breaches keep tables from opening. Each names its fields.
#[utoipa::path(post, path = "/setup/check", tag = "setup", request_body = SetupDraft,
    params(("X-Setup-Token" = String, Header, description = "The token of the link that the server printed")), responses(
    (status = 200, description = "What is wrong with the draft", body = SetupReview),
    (status = "4XX", description = "The token is wrong, or there is a house", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn check_setup(
    State(app): State<Arc<App>>,
    SetUpToken(token): SetUpToken,
    Body(draft): Body<SetupDraft>,
) -> Result<Json<SetupReview>, Problem> {
    app.set_up.check(&token).await?;
    reviewed(&app, draft).await.map(|reviewed| Json(reviewed.review))
}

/// Reviews a draft beside the serving threads.
async fn reviewed(app: &Arc<App>, draft: SetupDraft) -> Result<ReviewedDraft, Problem> {
    let shelf = app.shelf;
    let reviewed = tokio::task::spawn_blocking(move || ReviewedDraft::of(&draft, shelf)).await;
    reviewed.unwrap_or_else(|_| Err(Problem::internal()))
}

/// Create the house
///
/// All of it or nothing: the house file, the first manager with a password, the others with links to hand over, cash and chips in
/// the cage. The manager is logged in, and the token works no more. The same request with the same key gets the same links again.
#[utoipa::path(post, path = "/setup", tag = "setup", request_body = SetupDraft,
    params(
        ("X-Setup-Token" = String, Header, description = "The token of the link that the server printed"),
        ("Idempotency-Key" = Option<String>, Header, description = "A UUID. The same key is the same request, however often it is sent"),
    ), responses(
    (status = 201, description = "The house is created and open, and the manager is logged in", body = SetupDone),
    (status = "4XX", description = "Nothing is created", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The server cannot answer now. Send it again with the same key.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn create_house(
    State(app): State<Arc<App>>,
    SetUpToken(token): SetUpToken,
    SetUpKey(key): SetUpKey,
    Body(draft): Body<SetupDraft>,
) -> Result<(StatusCode, HeaderMap, Json<SetupDone>), Problem> {
    // A client that goes away must not interrupt it.
    let created = tokio::spawn(async move { create(&app, &token, key, draft).await });
    created.await.unwrap_or_else(|_| Err(Problem::internal()))
}

async fn create(
    app: &Arc<App>,
    token: &str,
    key: Option<u128>,
    draft: SetupDraft,
) -> Result<(StatusCode, HeaderMap, Json<SetupDone>), Problem> {
    let mut state = app.set_up.state.lock().await;
    if let Some(created) = state.created_by(token, key) {
        return answer(app, created);
    }
    state.check(token)?;
    let password = draft.password.clone().unwrap_or_default();
    check_password(&password)?;
    let ReviewedDraft { review, founding } = reviewed(app, draft).await?;
    let Some(founding) = founding else { return Err(refused(&review)) };
    let hash = hash_of(password).await?;
    let (accounts, id) = (app.sessions.accounts(), first_house());
    // Passwords and links are stored first, so that everybody who is enrolled can log in, even after a crash in between.
    accounts.remove_house(id).map_err(|error| failed(&error))?;
    accounts.put(id, &founding.manager.handle, &hash).map_err(|error| failed(&error))?;
    let links = founding.staff.iter().map(|person| link(app, person)).collect::<Result<Vec<_>, _>>()?;
    let manager = founding.manager.handle.clone();
    let founded = app.set_up.found(founding).await;
    if matches!(&founded, Err(problem) if problem.code != ProblemCode::Unavailable) {
        accounts.remove_house(id).map_err(|error| failed(&error))?;
    }
    let (token, founded) = (hash_of_token(token), founded?);
    let created = CreatedHouse { token, key, founded, manager, links, file: review.file };
    let answered = answer(app, &created);
    *state = SetUpState::Done(created);
    answered
}

fn link(app: &App, person: &Founder) -> Result<SetupLink, Problem> {
    let Founder { handle, role, staff } = person;
    let link = password_link(app, first_house(), handle)?;
    Ok(SetupLink { name: staff.clone(), handle: handle.clone(), role: (*role).into(), link })
}

/// Logs the manager in.
fn answer(app: &App, created: &CreatedHouse) -> Result<(StatusCode, HeaderMap, Json<SetupDone>), Problem> {
    let (house, manager) = &created.founded;
    let person = (*manager, created.manager.as_str(), Role::Manager);
    let (status, headers, Json(session)) = start_session(app, house, person, Carrier::Cookie)?;
    let done = SetupDone { session, links: created.links.clone(), file: created.file.clone() };
    Ok((status, headers, Json(done)))
}

/// The refusal of a draft with faults. The first of them is named.
fn refused(review: &SetupReview) -> Problem {
    let [first, others @ ..] = review.faults.as_slice() else { return Problem::internal() };
    let found = match first.field.as_str() {
        "" => first.message.clone(),
        field => format!("{field}: {}", first.message),
    };
    let more = match others.len() {
        0 => String::new(),
        more => format!("; there are {more} more, which POST /setup/check lists"),
    };
    Problem::malformed(found, format!("{}{more}", first.help.as_deref().unwrap_or("correct it")))
}
