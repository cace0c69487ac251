//! Watching the lease of another node: when may it be claimed? Has no clock of its own: the time is passed in.

use std::time::Duration;

/// What a lease shows at a moment. An owner that lives changes it all the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaseSign {
    /// The fence.
    pub fence: i64,
    /// How often it was renewed.
    pub renewals: i64,
}

/// Watches the lease of one house. A lease may be claimed when it was seen unchanged for one lease length by the
/// watcher's own clock; clocks of other machines are never compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeaseWatch {
    since: Option<(LeaseSign, Duration)>,
}

impl LeaseWatch {
    /// Notes what the lease shows at `now`, a monotonic time. Returns how long it still has to stand still before it
    /// may be claimed: zero when it may be now.
    pub fn observe(&mut self, sign: LeaseSign, now: Duration, lease: Duration) -> Duration {
        match self.since {
            Some((seen, since)) if seen == sign => lease.saturating_sub(now.saturating_sub(since)),
            _ => {
                self.since = Some((sign, now));
                lease
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: Duration = Duration::from_secs(3);

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_lease_that_stands_still_for_its_length_may_be_claimed_and_not_before() {
        let mut watch = LeaseWatch::default();
        let sign = LeaseSign { fence: 4, renewals: 9 };
        assert_eq!(watch.observe(sign, at(100), LEASE), LEASE);
        assert_eq!(watch.observe(sign, at(102), LEASE), at(1));
        assert_eq!(watch.observe(sign, at(103), LEASE), Duration::ZERO);
        assert_eq!(watch.observe(sign, at(900), LEASE), Duration::ZERO);
    }

    #[test]
    fn a_renewal_and_a_new_fence_start_the_watch_again() {
        let mut watch = LeaseWatch::default();
        let first = LeaseSign { fence: 4, renewals: 9 };
        watch.observe(first, at(0), LEASE);
        let renewed = LeaseSign { renewals: 10, ..first };
        assert_eq!(watch.observe(renewed, at(2), LEASE), LEASE);
        assert_eq!(watch.observe(renewed, at(4), LEASE), at(1));
        let raised = LeaseSign { fence: 5, ..renewed };
        assert_eq!(watch.observe(raised, at(5), LEASE), LEASE);
        // Even one that shows again what it showed before.
        assert_eq!(watch.observe(renewed, at(6), LEASE), LEASE);
        // A clock that does not move claims nothing.
        assert_eq!(watch.observe(renewed, at(6), LEASE), LEASE);
    }
}
