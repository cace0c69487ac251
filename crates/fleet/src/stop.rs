//! Stopping on request.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::error::FleetError;

/// The exit status after a second interrupt.
const SECOND_INTERRUPT: i32 = 130;

/// Whether the program was asked to stop.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Listens for SIGINT and SIGTERM; a second signal ends the program at once.
    pub(crate) fn listen() -> Result<Self, FleetError> {
        let failed =
            |error: std::io::Error| FleetError::Machine(format!("cannot watch for an interrupt: {error}"));
        let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
        let (raise, raised) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                if raise.send_replace(true) {
                    std::process::exit(SECOND_INTERRUPT);
                }
            }
        });
        Ok(Self(raised))
    }

    pub(crate) fn is_asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for the request.
    pub(crate) async fn asked(&mut self) {
        if self.0.wait_for(|asked| *asked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
