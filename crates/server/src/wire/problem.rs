//! Problems: why a request was not carried out.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use croupier_house::{RefusedDuty, Rejection, RejectionCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kind of a problem, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// The rules of the game or the regulation of the house do not permit it (422).
    Rules,
    /// The address does not accept this method (405).
    Method,
    /// There is no such person, table, slip or dispute (404).
    Unknown,
    /// This person may not do it (403).
    Authority,
    /// It cannot be done now (409).
    Order,
    /// There is not enough money (409).
    Funds,
    /// The person is excluded, or service is refused (403).
    Service,
    /// The person's own limit does not permit it (409).
    Limit,
    /// The idempotency key belongs to another command (409).
    Key,
    /// The request cannot be read (400).
    Malformed,
    /// Nobody is logged in (401).
    Session,
    /// The CSRF token is missing or wrong (403).
    Csrf,
    /// The code of the second factor is missing, or a second factor must be set up first (403).
    SecondFactor,
    /// The journal of the table is not at the version that was named (409).
    Stale,
    /// Too many requests (429).
    Rate,
    /// The request is too large (413).
    TooLarge,
    /// The house cannot answer now. Send the command again with the same key (503).
    Unavailable,
    /// The server failed (500).
    Internal,
    /// The request was not sent in time (408).
    Timeout,
}

impl From<RejectionCode> for ProblemCode {
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
            RejectionCode::Stale => Self::Stale,
        }
    }
}

impl ProblemCode {
    /// The code with which the house records such a refusal; `None` where the command was not decided.
    const fn recorded(self) -> Option<RejectionCode> {
        Some(match self {
            Self::Rules => RejectionCode::Rules,
            Self::Unknown => RejectionCode::Unknown,
            Self::Authority => RejectionCode::Authority,
            Self::Order => RejectionCode::Order,
            Self::Funds => RejectionCode::Funds,
            Self::Service => RejectionCode::Service,
            Self::Limit => RejectionCode::Limit,
            Self::Malformed => RejectionCode::Malformed,
            Self::Stale => RejectionCode::Stale,
            // The key has its command already.
            Self::Key
            | Self::Method
            | Self::Session
            | Self::Csrf
            | Self::SecondFactor
            | Self::Rate
            | Self::TooLarge
            | Self::Unavailable
            | Self::Internal
            | Self::Timeout => return None,
        })
    }

    /// Whether the same request may succeed later.
    const fn may_be_retried(self) -> bool {
        matches!(self, Self::Rate | Self::Unavailable)
    }

    /// The HTTP status of this kind of problem.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::Session => StatusCode::UNAUTHORIZED,
            Self::Authority | Self::Service | Self::Csrf | Self::SecondFactor => StatusCode::FORBIDDEN,
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Order | Self::Key | Self::Stale | Self::Funds | Self::Limit => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Rules => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Rate => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
        }
    }
}

/// Why a request was not carried out (`application/problem+json`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The kind of problem, for programs.
    pub code: ProblemCode,
    /// What is wrong.
    pub found: String,
    /// What would be accepted.
    pub allowed: String,
    /// The provisions it rests on, the deciding one first.
    pub cites: Vec<String>,
    /// All of it in one line, for people.
    pub message: String,
    /// Whether the same request may succeed later. A command is sent again with the same key.
    pub retry: bool,
    /// The time to wait before sending it again, in milliseconds; 0 where `retry` is false.
    pub after: u64,
    /// The duty of a roster that is refused; null in other problems.
    pub duty: Option<Box<DutyAt>>,
}

/// A duty of a roster that is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DutyAt {
    /// Its number in the roster that was sent, from 1.
    pub number: usize,
    /// The time for which it is refused, in milliseconds since 1970.
    pub at: i64,
}

/// The usual time to wait before a request is sent again, in milliseconds.
const RETRY_AFTER_MS: u64 = 1_000;

impl Problem {
    /// A problem that rests on no provision.
    pub fn new(code: ProblemCode, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        let (found, allowed) = (found.into(), allowed.into());
        let message = format!("{found}: {allowed}");
        Self { found, allowed, message, ..Self::empty(code) }
    }

    fn empty(code: ProblemCode) -> Self {
        let retry = code.may_be_retried();
        Self {
            status: code.status().as_u16(),
            code,
            found: String::new(),
            allowed: String::new(),
            cites: Vec::new(),
            message: String::new(),
            retry,
            after: if retry { RETRY_AFTER_MS } else { 0 },
            duty: None,
        }
    }

    /// The same, to be sent again after this time.
    #[must_use]
    pub fn after(self, wait: Duration) -> Self {
        let after = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1);
        Self { retry: true, after, ..self }
    }

    /// The same as a rejection that the house can record; `None` where the command was not decided.
    pub(crate) fn to_rejection(&self) -> Option<Rejection> {
        let duty = self.duty.as_deref().map(|DutyAt { number, at }| RefusedDuty { number: *number, at: *at });
        let (found, allowed, cites) = (self.found.clone(), self.allowed.clone(), self.cites.clone());
        Some(Rejection { code: self.code.recorded()?, found, allowed, cites, duty })
    }

    /// The request cannot be read.
    pub fn malformed(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::new(ProblemCode::Malformed, found, allowed)
    }

    /// There is no such thing.
    pub fn unknown(what: &str) -> Self {
        Self::new(ProblemCode::Unknown, format!("there is no such {what}"), "check the address")
    }

    /// Nobody is logged in.
    pub fn session() -> Self {
        Self::new(ProblemCode::Session, "you are not logged in", "log in first")
    }

    /// The house cannot answer now.
    pub fn unavailable(found: impl Into<String>) -> Self {
        let allowed = "send it again with the same key; it is carried out only once";
        Self::new(ProblemCode::Unavailable, found, allowed)
    }

    /// The server failed; its log says why, and the wire does not.
    pub fn internal() -> Self {
        Self::new(ProblemCode::Internal, "the server failed", "see its log")
    }
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Self {
        let (code, message) = (ProblemCode::from(rejection.code), rejection.to_string());
        let Rejection { found, allowed, cites, duty, .. } = rejection;
        let duty = duty.map(|RefusedDuty { number, at }| Box::new(DutyAt { number, at }));
        Self { found, allowed, cites, message, duty, ..Self::empty(code) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let retry = self.retry.then(|| HeaderValue::from(self.after.div_ceil(1_000)));
        let mut response = (status, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
