//! What is said when something is not done.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use croupier_house::{Rejection, RejectionCode};
use serde::Serialize;
use utoipa::ToSchema;

/// What kind of problem it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The rules of the game or the regulation of the house do not permit it.
    Rules,
    /// The address does not take this method.
    Method,
    /// There is no such person, table, slip or dispute.
    Unknown,
    /// It is not this person's to do.
    Authority,
    /// It is not the moment for it.
    Order,
    /// The money is not there.
    Funds,
    /// The person is excluded or refused service.
    Service,
    /// The person's own limit stands against it.
    Limit,
    /// The key belongs to another command.
    Key,
    /// What was sent makes no sense.
    Malformed,
    /// Nobody is logged in.
    Session,
    /// The token against forged requests is missing or wrong.
    Csrf,
    /// The journal of the table is not at the version that was named.
    Stale,
    /// Too many requests.
    Rate,
    /// The request is too large.
    TooLarge,
    /// The house cannot answer now; whether the command was kept is told when it is sent again with the same key.
    Unavailable,
    /// The server is at fault.
    Internal,
}

impl From<RejectionCode> for Kind {
    fn from(code: RejectionCode) -> Self {
        match code {
            RejectionCode::Rules => Self::Rules,
            RejectionCode::Unknown => Self::Unknown,
            RejectionCode::Authority => Self::Authority,
            RejectionCode::Order => Self::Order,
            RejectionCode::Funds => Self::Funds,
            RejectionCode::Service => Self::Service,
            RejectionCode::Limit => Self::Limit,
            RejectionCode::Key => Self::Key,
            RejectionCode::Malformed => Self::Malformed,
        }
    }
}

impl Kind {
    /// The status that goes with it.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::Session => StatusCode::UNAUTHORIZED,
            Self::Authority | Self::Service | Self::Csrf => StatusCode::FORBIDDEN,
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Order | Self::Key | Self::Stale | Self::Funds | Self::Limit => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Rules => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Rate => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Something that was not done, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// What kind.
    pub code: Kind,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// The provisions it rests on, the deciding one first.
    pub cites: Vec<String>,
    /// All of it in one line for people.
    pub message: String,
}

impl Problem {
    /// A problem that rests on no provision.
    pub fn new(code: Kind, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        let (found, allowed) = (found.into(), allowed.into());
        let message = format!("{found}: {allowed}");
        Self { status: code.status().as_u16(), code, found, allowed, cites: Vec::new(), message }
    }

    /// What was sent makes no sense.
    pub fn malformed(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(Kind::Malformed, found, allowed)
    }

    /// There is no such thing.
    pub fn unknown(what: &str) -> Self {
        Self::new(Kind::Unknown, format!("there is no {what}"), "name one that is there")
    }

    /// Nobody is logged in.
    pub fn session() -> Self {
        Self::new(Kind::Session, "nobody is logged in", "log in first")
    }

    /// The house cannot answer now.
    pub fn unavailable(found: impl Into<String>) -> Self {
        let allowed = "send it again with the same key: what was kept is not done twice";
        Self::new(Kind::Unavailable, found, allowed)
    }

    /// The server is at fault; what happened is in its log and not on the wire.
    pub fn internal() -> Self {
        Self::new(Kind::Internal, "the server has failed", "its log says why")
    }
}

impl From<Rejection> for Problem {
    fn from(refusal: Rejection) -> Self {
        let (code, message) = (Kind::from(refusal.code), refusal.to_string());
        let Rejection { found, allowed, cites, .. } = refusal;
        Self { status: code.status().as_u16(), code, found, allowed, cites, message }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code) = (self.code.status(), self.code);
        let mut response = (status, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if matches!(code, Kind::Unavailable | Kind::Rate) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
