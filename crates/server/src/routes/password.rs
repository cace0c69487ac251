//! Passwords: people set their own with a one-time link, and change them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_house::ids::{HouseId, PersonId};
use croupier_house::office::Role;

use super::access::own_house;
use super::extract::{Body, PathParams};
use super::session::{failed, prove_password};
use crate::app::App;
use crate::auth::Caller;
use crate::clock::wall;
use crate::door::ClientAddress;
use crate::houses::OpenHouse;
use crate::sessions::{LinkPurpose, check_password, hash_of};
use crate::wire::{LinkedPassword, OneTimeLink, PasswordChange, Problem, ProblemCode};

/// Makes a link with which the owner of an account sets its password.
pub(super) fn password_link(app: &App, house: HouseId, handle: &str) -> Result<OneTimeLink, Problem> {
    link(app, house, handle, LinkPurpose::Password, "password")
}

fn link(
    app: &App,
    house: HouseId,
    handle: &str,
    purpose: LinkPurpose,
    page: &str,
) -> Result<OneTimeLink, Problem> {
    let made = app.sessions.accounts().make_link(house, handle, purpose, wall());
    let made = made.map_err(|error| failed(&error))?;
    let path = format!("/{page}?house={}&token={}", house.0, made.token);
    Ok(OneTimeLink { path, token: made.token, expires: made.expires })
}

/// Set a password with a one-time link
///
/// Ends all sessions of the account.
#[utoipa::path(post, path = "/password", tag = "session", request_body = LinkedPassword, responses(
    (status = 204, description = "The password is set. Log in with it."),
    (status = "4XX", description = "The link is wrong, used or expired", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
))]
pub(crate) async fn set_password(
    State(app): State<Arc<App>>,
    Body(new): Body<LinkedPassword>,
) -> Result<StatusCode, Problem> {
    let house = app.house(new.house)?;
    let LinkedPassword { token, password, .. } = new;
    check_password(&password)?;
    let hash = hash_of(password).await?;
    let id = house.actor.id;
    let accounts = app.sessions.accounts();
    let used =
        accounts.use_link(id, &token, LinkPurpose::Password, wall()).map_err(|error| failed(&error))?;
    let handle = used.ok_or_else(bad_link)?;
    accounts.put(id, &handle, &hash).map_err(|error| failed(&error))?;
    let person = house.actor.read(move |state| state.house.office.person_named(&handle)).await?;
    if let Some(person) = person {
        app.sessions.end_all_of(id, person).map_err(|error| failed(&error))?;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) fn bad_link() -> Problem {
    Problem::new(ProblemCode::Authority, "the link is wrong, used or expired", "ask the house for a new one")
}

/// Change one's own password
///
/// Ends all other sessions of the person.
#[utoipa::path(put, path = "/password", tag = "session", request_body = PasswordChange, responses(
    (status = 204, description = "The password is changed"),
    (status = "4XX", description = "The password is not changed", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn change_password(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(change): Body<PasswordChange>,
) -> Result<StatusCode, Problem> {
    let PasswordChange { old, password } = change;
    check_password(&password)?;
    let proved = prove_password(&app, session.house, &session.handle, address, old).await?;
    let attempt = proved.ok_or_else(|| {
        Problem::new(ProblemCode::Authority, "the old password is wrong", "send the right one")
    })?;
    app.attempts.succeed(&attempt);
    drop(attempt);
    let hash = hash_of(password).await?;
    app.sessions.accounts().put(session.house, &session.handle, &hash).map_err(|error| failed(&error))?;
    app.sessions.end_others_of(&session).map_err(|error| failed(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the password and the second factor of a person away, and makes a link to set a new password.
pub(super) fn reset_password(
    app: &App,
    house: &OpenHouse,
    person: PersonId,
    handle: &str,
) -> Result<OneTimeLink, Problem> {
    let id = house.actor.id;
    app.sessions.accounts().remove(id, handle).map_err(|error| failed(&error))?;
    app.sessions.end_all_of(id, person).map_err(|error| failed(&error))?;
    password_link(app, id, handle)
}

/// Reset the password of a player
///
/// For managers. The old password, the second factor and all sessions end at once; the answer has the link to hand over.
/// The password of staff is reset by two people: propose `reset-password`.
#[utoipa::path(post, path = "/houses/{h}/people/{p}/password-link", tag = "staff",
    params(("h" = u16, Path, description = "The number of the house"), ("p" = u32, Path, description = "The number of the person")), responses(
    (status = 201, description = "The link to hand over", body = OneTimeLink),
    (status = "4XX", description = "The person who asks may not do this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn reset_player_password(
    State(app): State<Arc<App>>,
    PathParams((h, p)): PathParams<(u16, u32)>,
    Caller(session): Caller,
) -> Result<(StatusCode, Json<OneTimeLink>), Problem> {
    let house = own_house(&app, h, &session)?;
    let person = PersonId(p);
    let found = house.actor.read(move |state| {
        let person = state.house.office.person(person).ok()?;
        Some((person.handle.clone(), person.role))
    });
    let (handle, role) = found.await?.ok_or_else(|| Problem::unknown("person"))?;
    if role != Role::Player {
        let allowed = "propose `reset-password`; a person of another post authorises it";
        return Err(Problem::new(ProblemCode::Authority, format!("{handle} is on the staff"), allowed));
    }
    Ok((StatusCode::CREATED, Json(reset_password(&app, &house, person, &handle)?)))
}

/// Invite a player
///
/// For the staff. Whoever has the link can create one player account with it.
#[utoipa::path(post, path = "/houses/{h}/invitations", tag = "staff", params(("h" = u16, Path, description = "The number of the house")), responses(
    (status = 201, description = "The link to hand over", body = OneTimeLink),
    (status = "4XX", description = "The person who asks may not do this", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn invite_player(
    State(app): State<Arc<App>>,
    PathParams(h): PathParams<u16>,
    Caller(session): Caller,
) -> Result<(StatusCode, Json<OneTimeLink>), Problem> {
    let id = own_house(&app, h, &session)?.actor.id;
    Ok((StatusCode::CREATED, Json(link(&app, id, "", LinkPurpose::Invitation, "join")?)))
}
