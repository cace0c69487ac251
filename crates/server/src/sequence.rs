//! Read your writes: what a client has seen, it sees at every node.
//!
//! Every answer about a house carries the sequence up to which it was made. A client sends the highest that it has seen
//! with its next requests. A node that is behind waits for a short while, and then answers 503.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use croupier_nodes::ReadAnswer;

use crate::app::App;
use crate::credentials::{named_house, query_value};
use crate::houses::OpenHouse;
use crate::wire::Problem;

/// The header with the sequence that a client has seen, and up to which an answer was made.
pub(crate) const SEQUENCE: HeaderName = HeaderName::from_static("croupier-sequence");
/// The same in the query, for sockets of browsers, which send no headers.
const IN_QUERY: &str = "sequence";

/// Answers a request with at least what its client has seen.
pub(crate) async fn in_sequence(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(house) = named_house(&request).and_then(|id| app.house_list.get(id)) else {
        return next.run(request).await;
    };
    let caught_up = match seen_by(&request) {
        Ok(Some(seen)) => catch_up(&house, seen).await,
        Ok(None) => Ok(()),
        Err(problem) => Err(problem),
    };
    if let Err(problem) = caught_up {
        return problem.into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(SEQUENCE, HeaderValue::from(house.actor.shared().shown_to()));
    response
}

/// The sequence that the client has seen, if it says so.
fn seen_by(request: &Request) -> Result<Option<u64>, Problem> {
    let in_header = request.headers().get(SEQUENCE).map(|value| value.to_str().unwrap_or("?"));
    let Some(text) = in_header.or_else(|| query_value(request, IN_QUERY)) else { return Ok(None) };
    let malformed = |_| {
        Problem::malformed(
            format!("`{text}` is not a sequence"),
            format!("send the `{SEQUENCE}` of the last answer, or none"),
        )
    };
    text.parse().map(Some).map_err(malformed)
}

/// Waits until the house is at a sequence. A house in a data folder has one server, which is never behind.
async fn catch_up(house: &OpenHouse, seen: u64) -> Result<(), Problem> {
    let Some(link) = house.actor.link().filter(|_| house.actor.shared().stored_to() < seen) else {
        return Ok(());
    };
    match link.read(house.actor.id, seen).await {
        ReadAnswer::Show => Ok(()),
        ReadAnswer::Late => Err(Problem::unavailable("this server is behind what you have seen")),
        ReadAnswer::NotServed => Err(Problem::unavailable("this server does not serve the house now")),
        ReadAnswer::Unreadable => {
            Err(Problem::unavailable("this server is too old for the house: upgrade it"))
        }
        ReadAnswer::Suspended(reason) => {
            Err(Problem::unavailable(format!("the house is suspended: {reason}")))
        }
    }
}
