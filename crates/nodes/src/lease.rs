//! The lease of one house as one node sees it: does it own the house, and may it still act?

use std::time::Duration;

use crate::ids::RunId;
use crate::settings::NodeSettings;

/// What a node is to a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaseState {
    /// Another node owns it, or nobody.
    Away,
    /// A claim is under way.
    Claiming,
    /// The database names this run as the owner, and this run does not know since when: it renews before it acts.
    Confirming,
    /// This run has the lease and applies the tail.
    TakingOver,
    /// This run owns the house.
    Owning,
    /// This run gives the house to another.
    Releasing {
        /// The next owner.
        to: RunId,
    },
}

/// The lease of one house at one node.
#[derive(Clone, Debug)]
pub(crate) struct LeaseClock {
    state: LeaseState,
    fence: u64,
    /// Until when nobody else can have claimed it.
    sure_until: Duration,
    /// When the renewal under way was sent.
    renewing: Option<Duration>,
    renew_at: Duration,
    /// When the state last changed: what was read before says nothing about it.
    changed: Duration,
}

impl LeaseClock {
    /// The lease of a house that this node does not own.
    pub(crate) const fn away() -> Self {
        let zero = Duration::ZERO;
        let state = LeaseState::Away;
        Self { state, fence: 0, sure_until: zero, renewing: None, renew_at: zero, changed: zero }
    }

    /// What this node is to the house.
    pub(crate) const fn state(&self) -> LeaseState {
        self.state
    }

    /// The fence, where this run has the lease.
    pub(crate) const fn fence(&self) -> u64 {
        self.fence
    }

    /// Whether the database was read after the last change of state, if that read was sent at `sent`.
    pub(crate) fn is_current(&self, sent: Duration) -> bool {
        sent > self.changed
    }

    /// Whether this run has the lease, as far as it knows.
    pub(crate) const fn has_lease(&self) -> bool {
        !matches!(self.state, LeaseState::Away | LeaseState::Claiming)
    }

    /// Whether this run owns the house and nobody else can have claimed it yet. Every write is fenced all the same; this is
    /// for what is answered without a write: a refusal, a tick.
    pub(crate) fn may_act(&self, now: Duration) -> bool {
        self.state == LeaseState::Owning && now < self.sure_until
    }

    /// Notes that a claim is sent.
    pub(crate) fn claiming(&mut self, now: Duration) {
        self.change(LeaseState::Claiming, now);
        self.renewing = Some(now);
    }

    /// The claim succeeded. Others watch the new fence from a time after the claim was sent.
    pub(crate) fn claimed(&mut self, fence: u64, now: Duration, settings: &NodeSettings) {
        let sent = self.renewing.take().unwrap_or(now);
        self.granted(fence, sent, now, settings);
    }

    /// Another owner has given the lease to this run, after this run was ready at `ready`.
    pub(crate) fn granted(&mut self, fence: u64, ready: Duration, now: Duration, settings: &NodeSettings) {
        self.change(LeaseState::TakingOver, now);
        self.fence = fence;
        self.renewing = None;
        self.sure_until = (ready + settings.lease).saturating_sub(settings.margin);
        self.renew_at = now + settings.renew_every;
    }

    /// The database names this run, which did not know it.
    pub(crate) fn found(&mut self, fence: u64, now: Duration) {
        self.change(LeaseState::Confirming, now);
        self.fence = fence;
        self.sure_until = Duration::ZERO;
        self.renew_at = now;
        self.renewing = None;
    }

    /// The tail is applied.
    pub(crate) fn caught_up(&mut self, now: Duration) {
        self.change(LeaseState::Owning, now);
    }

    /// The lease is about to be given to another run.
    pub(crate) fn releasing(&mut self, to: RunId, now: Duration) {
        self.change(LeaseState::Releasing { to }, now);
    }

    /// This run does not have the lease any more.
    pub(crate) fn lost(&mut self, now: Duration) {
        self.change(LeaseState::Away, now);
        self.renewing = None;
        self.sure_until = Duration::ZERO;
    }

    /// Whether a renewal is to be sent now; notes that it is.
    pub(crate) fn renewal_is_due(&mut self, now: Duration, settings: &NodeSettings) -> bool {
        let due = self.has_lease() && self.renewing.is_none() && now >= self.renew_at;
        if due {
            self.renewing = Some(now);
            self.renew_at = now + settings.renew_every;
        }
        due
    }

    /// A renewal succeeded. Counts from when it was sent: others see it later.
    pub(crate) fn renewed(&mut self, fence: u64, now: Duration, settings: &NodeSettings) {
        let Some(sent) = self.renewing.take() else { return };
        self.fence = self.fence.max(fence);
        self.sure_until = self.sure_until.max((sent + settings.lease).saturating_sub(settings.margin));
        if self.state == LeaseState::Confirming {
            self.change(LeaseState::TakingOver, now);
        }
    }

    /// What became of a renewal is unknown.
    pub(crate) fn renewal_lost(&mut self) {
        self.renewing = None;
    }

    /// The fence was raised by this run itself, on a new connection.
    pub(crate) fn raised(&mut self, fence: u64) {
        self.fence = self.fence.max(fence);
    }

    fn change(&mut self, state: LeaseState, now: Duration) {
        self.state = state;
        self.changed = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn an_owner_stops_acting_before_others_may_claim() {
        let settings = NodeSettings::default();
        let mut lease = LeaseClock::away();
        lease.claiming(ms(1000));
        // The answer took 300 ms; the lease counts from when the claim was sent.
        lease.claimed(7, ms(1300), &settings);
        assert!(!lease.may_act(ms(1300)), "the tail is not applied");
        lease.caught_up(ms(1310));
        assert!(lease.may_act(ms(2799)) && !lease.may_act(ms(2800)));
        assert!(!lease.renewal_is_due(ms(1799), &settings) && lease.renewal_is_due(ms(1800), &settings));
        assert!(!lease.renewal_is_due(ms(1900), &settings), "one is under way");
        lease.renewed(7, ms(2700), &settings);
        assert!(lease.may_act(ms(3599)) && !lease.may_act(ms(3600)));
    }

    #[test]
    fn an_owner_that_slept_does_not_act_until_it_has_renewed() {
        let settings = NodeSettings::default();
        let mut lease = LeaseClock::away();
        lease.claiming(ms(0));
        lease.claimed(1, ms(1), &settings);
        lease.caught_up(ms(2));
        assert!(lease.renewal_is_due(ms(60_000), &settings));
        assert!(!lease.may_act(ms(60_000)));
        lease.lost(ms(60_001));
        assert_eq!((lease.state(), lease.may_act(ms(60_001))), (LeaseState::Away, false));
        // The answer to the renewal of before changes nothing.
        lease.renewed(1, ms(60_002), &settings);
        assert!(!lease.may_act(ms(60_002)));
    }

    #[test]
    fn who_finds_itself_named_renews_before_it_acts() {
        let settings = NodeSettings::default();
        let mut lease = LeaseClock::away();
        lease.found(3, ms(500));
        assert!(lease.renewal_is_due(ms(500), &settings));
        lease.renewed(3, ms(510), &settings);
        assert_eq!(lease.state(), LeaseState::TakingOver);
        lease.caught_up(ms(520));
        assert!(lease.may_act(ms(2299)) && !lease.may_act(ms(2300)));
    }

    #[test]
    fn a_read_that_was_sent_before_the_last_change_is_not_current() {
        let mut lease = LeaseClock::away();
        lease.claiming(ms(50));
        assert!(!lease.is_current(ms(50)) && lease.is_current(ms(51)));
    }
}
