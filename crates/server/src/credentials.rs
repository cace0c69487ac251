//! The sessions that a request carries, and the one that it means.
//!
//! A browser has one cookie for each house, so that a person is logged in to several houses side by side. The session
//! of a request is that of the house in its path (`/houses/{h}/…`) or query (`?house=`). Where neither names a house, it is
//! the one whose CSRF token is sent, otherwise the one that began last.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use croupier_house::ids::HouseId;

use crate::sessions::{Carrier, Session, SessionStore};

/// The header with the CSRF token.
pub(crate) const CSRF: &str = "x-csrf-token";

/// The cookie of the sessions of versions that had one session in all. It is still read.
const SHARED_COOKIE: &str = "croupier";

/// The name of the session cookie of a house.
pub(crate) fn cookie_name(house: HouseId) -> String {
    format!("{SHARED_COOKIE}-{}", house.0)
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok())
}

/// The CSRF token of a request; empty if it has none.
pub(crate) fn csrf_token(headers: &HeaderMap) -> &str {
    text(headers, CSRF).unwrap_or_default()
}

/// Whether two secrets are equal. Takes constant time.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    // BLAKE3 hashes are compared in constant time.
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

/// The sessions of the cookies of a request, the latest first.
pub(crate) fn cookie_sessions(sessions: &SessionStore, headers: &HeaderMap) -> Vec<Arc<Session>> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let named = pairs.filter(|(name, _)| name.starts_with(SHARED_COOKIE));
    let mut found: Vec<Arc<Session>> = Vec::new();
    for (name, token) in named {
        let Some(session) = sessions.find(token) else { continue };
        let fits = name == SHARED_COOKIE || name == cookie_name(session.house);
        if session.carrier == Carrier::Cookie && fits && found.iter().all(|other| other.key != session.key) {
            found.push(session);
        }
    }
    found.sort_by_key(|session| std::cmp::Reverse(session.started));
    found
}

/// All tokens that a request carries.
pub(crate) fn tokens_of(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let named = pairs.filter(|(name, _)| name.starts_with(SHARED_COOKIE)).map(|(_, token)| token);
    bearer.map(str::trim).into_iter().chain(named)
}

/// The session that a request means, if it carries one.
pub(crate) fn session_of(sessions: &SessionStore, request: &Request) -> Option<Arc<Session>> {
    let headers = request.headers();
    if let Some(token) = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "))
    {
        return sessions.find(token.trim()).filter(|session| session.carrier == Carrier::Bearer);
    }
    if begins_session(request) {
        return None;
    }
    let carried = cookie_sessions(sessions, headers);
    let meant = match named_house(request) {
        Some(house) => carried.iter().find(|session| session.house == house),
        None => {
            let given = csrf_token(headers);
            carried.iter().find(|session| is_same(given, &session.csrf)).or(carried.first())
        }
    };
    meant.map(Arc::clone)
}

/// The house that the path or the query of a request names.
pub(crate) fn named_house(request: &Request) -> Option<HouseId> {
    let in_path = request.uri().path().strip_prefix("/houses/").and_then(|rest| rest.split('/').next());
    in_path.or_else(|| query_value(request, "house"))?.parse().ok().map(HouseId)
}

/// The value of a word in the query of a request.
pub(crate) fn query_value<'r>(request: &'r Request, name: &str) -> Option<&'r str> {
    let pairs = request.uri().query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Whether a request proves who it is from by its body: it begins a session or sets a password with a link. It belongs
/// to no session, so that somebody who is logged in to one house can log in to another.
fn begins_session(request: &Request) -> bool {
    let path = request.uri().path();
    *request.method() == Method::POST
        && matches!(path, "/session" | "/people" | "/demo/visit" | "/first-manager" | "/password")
}
