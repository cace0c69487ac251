//! A spinner for long work: on standard error, only on a terminal, and not in the first half second.

use std::io::IsTerminal;
use std::time::Duration;

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

    /// Shows the current activity.
    pub(crate) fn say(&self, what: impl Into<String>) {
        self.0.set_message(what.into());
    }

    /// Shows the progress of the work.
    pub(crate) fn say_step(&self, what: &str, step: usize, of: usize) {
        self.say(format!("{what} ({step} of {of})"));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
