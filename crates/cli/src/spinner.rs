//! A sign of life while work takes long: on standard error, on a terminal only, and not for the first half second.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Short work shows nothing.
const DELAY: Duration = Duration::from_millis(500);
/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// Work that is under way; the spinner goes away with it.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// Work starts.
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

    /// Says what is being worked on now.
    pub(crate) fn say(&self, what: impl Into<String>) {
        self.0.set_message(what.into());
    }

    /// Says how far the work has come.
    pub(crate) fn say_step(&self, what: &str, step: usize, of: usize) {
        self.say(format!("{what} ({step} of {of})"));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
