//! A request with what its idempotency key says about its own age.

use croupier_house::command::Request;

/// A request, and the time at which its key was made.
#[derive(Clone, Debug)]
pub struct KeyedRequest {
    /// The request.
    pub request: Request,
    /// The time at which the key was made, in milliseconds since 1970, where the key says it (UUID of version 7).
    pub made: Option<i64>,
}

impl From<Request> for KeyedRequest {
    /// A request whose key does not say when it was made.
    fn from(request: Request) -> Self {
        Self { request, made: None }
    }
}
