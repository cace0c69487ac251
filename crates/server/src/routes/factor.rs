//! The second factor of an account.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::extract::Body;
use super::session::{begin_attempt, failed, prove_password};
use crate::app::App;
use crate::auth::Caller;
use crate::clock::wall;
use crate::door::ClientAddress;
use crate::sessions::{Session, factor_address, written_secret};
use crate::wire::{
    FactorCode, FactorPassword, FactorRemoval, NewFactor, Problem, ProblemCode, RecoveryCodes,
};

/// Checks the password of the person who is logged in.
async fn check_own_password(
    app: &App,
    session: &Session,
    address: IpAddr,
    password: String,
) -> Result<(), Problem> {
    let proved = prove_password(app, session.house, &session.handle, address, password).await?;
    let attempt = proved
        .ok_or_else(|| Problem::new(ProblemCode::Authority, "the password is wrong", "send the right one"))?;
    app.attempts.succeed(&attempt);
    Ok(())
}

/// Begin a second factor
///
/// Shows a new secret for an authenticator program (TOTP). It counts when a code confirms it.
#[utoipa::path(post, path = "/second-factor", tag = "session", request_body = FactorPassword, responses(
    (status = 201, description = "The secret, which is shown once", body = NewFactor),
    (status = "4XX", description = "The password is wrong, or there is a second factor", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn begin_factor(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(proof): Body<FactorPassword>,
) -> Result<(StatusCode, Json<NewFactor>), Problem> {
    check_own_password(&app, &session, address, proof.password).await?;
    let accounts = app.sessions.accounts();
    let begun = accounts.begin_factor(session.house, &session.handle).map_err(|error| failed(&error))?;
    let secret = begun.ok_or_else(|| {
        Problem::new(ProblemCode::Order, "there is a second factor already", "remove it first")
    })?;
    let address = factor_address(&secret, &app.house(session.house.0)?.name, &session.handle);
    Ok((StatusCode::CREATED, Json(NewFactor { secret: written_secret(&secret), address })))
}

/// Confirm a second factor
///
/// From now on every login needs a code.
#[utoipa::path(put, path = "/second-factor", tag = "session", request_body = FactorCode, responses(
    (status = 200, description = "Recovery codes, which are shown once", body = RecoveryCodes),
    (status = "4XX", description = "The code is wrong", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn confirm_factor(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(FactorCode { code }): Body<FactorCode>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let attempt = begin_attempt(&app, session.house, &session.handle, address).await?;
    let accounts = app.sessions.accounts();
    let confirmed = accounts.confirm_factor(session.house, &session.handle, code.trim(), wall());
    let codes = confirmed.map_err(|error| failed(&error))?.ok_or_else(|| {
        app.attempts.fail(&attempt, wall());
        let allowed = "begin a second factor, and send the code that the program shows now";
        Problem::new(ProblemCode::SecondFactor, "the code confirms no second factor", allowed)
    })?;
    app.attempts.succeed(&attempt);
    app.sessions.lift_restriction(session.house, session.person).map_err(|error| failed(&error))?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Remove one's own second factor
#[utoipa::path(delete, path = "/second-factor", tag = "session", request_body = FactorRemoval, responses(
    (status = 204, description = "It is removed"),
    (status = "4XX", description = "The password or the code is wrong", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The house cannot answer now. Try again.", body = Problem, content_type = "application/problem+json"),
),
    security(("bearer" = []), ("cookie" = [], "csrf" = [])))]
pub(crate) async fn remove_factor(
    State(app): State<Arc<App>>,
    Caller(session): Caller,
    ClientAddress { ip: address, .. }: ClientAddress,
    Body(proof): Body<FactorRemoval>,
) -> Result<StatusCode, Problem> {
    check_own_password(&app, &session, address, proof.password).await?;
    let accounts = app.sessions.accounts();
    let used = accounts.use_code(session.house, &session.handle, proof.code.trim(), wall());
    if !used.map_err(|error| failed(&error))? {
        let allowed = "send the code that the program shows now, or a recovery code";
        return Err(Problem::new(ProblemCode::SecondFactor, "the code is wrong or was used", allowed));
    }
    accounts.remove_factor(session.house, &session.handle).map_err(|error| failed(&error))?;
    Ok(StatusCode::NO_CONTENT)
}
