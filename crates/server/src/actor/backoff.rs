//! Exponential back-off after a failure of the store.

use std::time::{Duration, Instant};

/// The first and the longest delay.
const DELAY: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(30)];

/// The state of the store: whether it works, and when to try it again.
pub(super) struct Backoff {
    retry_at: Option<Instant>,
    delay: Duration,
}

impl Backoff {
    pub(super) const fn new() -> Self {
        Self { retry_at: None, delay: DELAY[0] }
    }

    /// Notes a failure of the store. It is tried again after a delay, which doubles each time.
    pub(super) fn fail(&mut self) {
        self.retry_at = Some(Instant::now() + self.delay);
        self.delay = (self.delay * 2).min(DELAY[1]);
    }

    /// Notes a successful write: the next delay starts at the minimum again.
    pub(super) const fn succeed(&mut self) {
        self.delay = DELAY[0];
    }

    /// Notes that the store works again, so that commands are accepted.
    pub(super) const fn recover(&mut self) {
        self.retry_at = None;
    }

    /// The time of the next attempt; `None` while the store works.
    pub(super) const fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Whether it is too early for the next attempt.
    pub(super) fn is_waiting(&self) -> bool {
        self.retry_at.is_some_and(|at| Instant::now() < at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_doubles_up_to_half_a_minute_and_starts_over_after_a_success() {
        let mut backoff = Backoff::new();
        assert_eq!(backoff.retry_at(), None);
        (0..20).for_each(|_| backoff.fail());
        assert_eq!(backoff.delay, Duration::from_secs(30));
        assert!(backoff.is_waiting());
        backoff.recover();
        assert_eq!((backoff.retry_at(), backoff.delay), (None, Duration::from_secs(30)));
        backoff.succeed();
        assert_eq!(backoff.delay, Duration::from_millis(250));
    }
}
