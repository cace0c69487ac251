//! Watching something that a living node changes all the time: how long has it stood still? Has no clock of its own.

use std::time::Duration;

/// Watches a value of which only changes matter: the fence and renewals of a lease, the signs of life of a member. Times are
/// those of the watcher's own monotonic clock; clocks of other machines are never compared.
#[derive(Clone, Copy, Debug)]
pub struct StillWatch<T> {
    since: Option<(T, Duration)>,
}

impl<T> Default for StillWatch<T> {
    fn default() -> Self {
        Self { since: None }
    }
}

impl<T: Copy + PartialEq> StillWatch<T> {
    /// Notes a value that was read, at the time when the answer arrived. Returns since when it is known to be so. A claim at
    /// that time plus one lease length is sound if the claim itself compares the value in the database.
    pub fn observe(&mut self, value: T, now: Duration) -> Duration {
        match self.since {
            Some((seen, since)) if seen == value => since,
            _ => {
                self.since = Some((value, now));
                now
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_value_stands_still_since_it_was_first_seen() {
        let mut watch = StillWatch::default();
        assert_eq!(watch.observe((4, 9), at(100)), at(100));
        assert_eq!(watch.observe((4, 9), at(103)), at(100));
    }

    #[test]
    fn every_change_starts_the_watch_again_even_one_back() {
        let mut watch = StillWatch::default();
        watch.observe((4, 9), at(0));
        assert_eq!(watch.observe((4, 10), at(2)), at(2));
        assert_eq!(watch.observe((5, 10), at(4)), at(4));
        assert_eq!(watch.observe((4, 10), at(6)), at(6));
    }
}
