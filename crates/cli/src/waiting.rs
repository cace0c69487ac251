//! A sign of life while work takes long: on standard error, on a terminal only, and not for the first half second.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Short work is not worth a word.
const PATIENCE: Duration = Duration::from_millis(500);

/// Work that is under way; the sign goes away with it.
pub(crate) struct Waiting {
    told: Option<SyncSender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Work begins.
    pub(crate) fn on(what: impl Into<String>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { told: None, thread: None };
        }
        let (told, hears) = mpsc::sync_channel::<String>(16);
        let mut what = what.into();
        let thread = std::thread::spawn(move || {
            // Until patience ends, only the latest word is kept.
            loop {
                match hears.recv_timeout(PATIENCE) {
                    Ok(next) => what = next,
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed}; Ctrl-C stops it)");
            let bar = ProgressBar::new_spinner().with_message(what);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            while let Ok(next) = hears.recv() {
                bar.set_message(next);
            }
            bar.finish_and_clear();
        });
        Self { told: Some(told), thread: Some(thread) }
    }

    /// It has come to this.
    pub(crate) fn say(&self, what: impl Into<String>) {
        if let Some(told) = &self.told {
            // A word that nobody has time to read is not worth waiting for.
            let _ = told.try_send(what.into());
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.told = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
