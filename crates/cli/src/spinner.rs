//! A spinner for long work: on standard error, only on a terminal, and not in the first half second.

use std::io::IsTerminal;
use std::time::Duration;

use croupier_report::ReportProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The delay before the spinner appears, so that short work shows nothing.
const DELAY: Duration = Duration::from_millis(500);
/// The interval between frames of the spinner.
const TICK: Duration = Duration::from_millis(120);

/// A spinner for work in progress. It disappears when it is dropped.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// Starts the spinner.
    pub(crate) fn start(what: impl Into<String>) -> Self {
        let bar = ProgressBar::hidden();
        bar.set_message(what.into());
        let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}, Ctrl-C stops");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        if std::io::stderr().is_terminal() {
            let waiting = bar.clone();
            std::thread::spawn(move || {
                std::thread::sleep(DELAY);
                if !waiting.is_finished() {
                    waiting.set_draw_target(ProgressDrawTarget::stderr());
                    waiting.enable_steady_tick(TICK);
                }
            });
        }
        Self(bar)
    }
}

impl ReportProgress for Spinner {
    fn say(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
