//! Being asked to stop.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::error::FleetError;

/// Exit status of a program that was told to stop a second time.
const AT_ONCE: i32 = 130;

/// Whether someone has asked to stop.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Listens for Ctrl-C and for the request to terminate; a second time ends the program at once.
    pub(crate) fn listen() -> Result<Self, FleetError> {
        let told =
            |error: std::io::Error| FleetError::Machine(format!("cannot watch for an interrupt: {error}"));
        let mut interrupt = signal(SignalKind::interrupt()).map_err(told)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(told)?;
        let (raise, raised) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                if raise.send_replace(true) {
                    std::process::exit(AT_ONCE);
                }
            }
        });
        Ok(Self(raised))
    }

    pub(crate) fn is_asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until someone asks.
    pub(crate) async fn asked(&mut self) {
        if self.0.wait_for(|asked| *asked).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
