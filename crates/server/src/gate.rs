//! The gate of every request: the address of its client, the cap on its address, and what TLS outside requires.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::door::{ClientAddress, CountPermit};
use crate::telemetry::REFUSED;
use crate::wire::{Problem, ProblemCode};

/// The policy for clients that use TLS: they use nothing else for a year.
const STRICT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Admits a request of an address, or refuses it.
pub(crate) async fn admit(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let (client, _permit) = match check(&app, &request) {
        Ok(admitted) => admitted,
        Err(problem) => {
            metrics::counter!(REFUSED).increment(1);
            return problem.into_response();
        }
    };
    request.extensions_mut().insert(client);
    let mut response = next.run(request).await;
    if client.secure {
        require_tls(response.headers_mut());
    }
    response
}

fn check(app: &App, request: &Request) -> Result<(ClientAddress, Option<CountPermit>), Problem> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().ok_or_else(Problem::internal)?;
    let client = app.proxies.client(peer.0.ip(), app.secure, request.headers())?;
    let permit = app.requests_of_addresses.admit(client.block()).map_err(|_| {
        let allowed = format!("at most {} at the same time", app.requests_of_addresses.most());
        Problem::new(ProblemCode::Rate, "too many requests from one address in flight", allowed)
    })?;
    Ok((client, permit))
}

/// Requires TLS of the client: for its cookies, and for its next visits.
fn require_tls(headers: &mut HeaderMap) {
    headers.insert(header::STRICT_TRANSPORT_SECURITY, STRICT);
    let cookies: Vec<HeaderValue> = headers.get_all(header::SET_COOKIE).iter().map(secured).collect();
    headers.remove(header::SET_COOKIE);
    for cookie in cookies {
        headers.append(header::SET_COOKIE, cookie);
    }
}

/// The cookie with the `Secure` attribute.
fn secured(cookie: &HeaderValue) -> HeaderValue {
    let text = cookie.to_str().unwrap_or_default();
    if text.split(';').any(|part| part.trim().eq_ignore_ascii_case("secure")) {
        return cookie.clone();
    }
    HeaderValue::from_str(&format!("{text}; Secure")).unwrap_or_else(|_| cookie.clone())
}
