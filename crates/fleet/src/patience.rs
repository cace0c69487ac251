//! Asking again: while servers choose a new leader nobody answers for some seconds.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::error::FleetError;

/// How long servers are asked again before they are said not to answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(250);

/// Asks until there is an answer.
pub(crate) async fn patiently<T, E: Display>(
    what: &str,
    mut ask: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, FleetError> {
    let end = Instant::now() + PATIENCE;
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(error) if Instant::now() > end => return Err(FleetError::servers(what, &error)),
            Err(_) => sleep(PAUSE).await,
        }
    }
}
