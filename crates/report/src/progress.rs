//! Who waits for a report: they see how far it is, say how many threads it may use, and can stop it.

/// Whoever waits for a report.
pub trait ReportProgress: Sync {
    /// Shows the current activity.
    fn say(&self, what: &str);

    /// Shows the progress of work with a known number of steps.
    fn say_step(&self, what: &str, step: usize, of: usize) {
        self.say(&format!("{what} ({step} of {of})"));
    }

    /// The number of threads that compute; one for each processor by default.
    fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    }

    /// Whether nobody waits any more. It is asked between two steps.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody watches the progress.
pub struct Unwatched;

impl ReportProgress for Unwatched {
    fn say(&self, _what: &str) {}
}
