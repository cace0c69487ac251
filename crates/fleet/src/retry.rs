//! Retries. While servers elect a leader, requests fail for some seconds.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::error::FleetError;

/// How long a request is retried.
const RETRY_FOR: Duration = Duration::from_secs(30);
/// The wait between tries.
const PAUSE: Duration = Duration::from_millis(250);

/// Retries a request until it succeeds or time is up.
pub(crate) async fn retry<T, E: Display>(
    what: &str,
    mut request: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, FleetError> {
    let end = Instant::now() + RETRY_FOR;
    loop {
        match request().await {
            Ok(answer) => return Ok(answer),
            Err(error) if Instant::now() > end => return Err(FleetError::servers(what, &error)),
            Err(_) => sleep(PAUSE).await,
        }
    }
}
