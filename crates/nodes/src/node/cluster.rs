//! A node as a member: joining, signs of life, reading members and leases, claiming.

use std::sync::Arc;
use std::time::Duration;

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::desk::OwnerDesk;
use crate::ids::HouseNumber;
use crate::lease::LeaseState;
use crate::message::OwnerHint;
use crate::node::io::NodeNote;
use crate::node::state::{CallPurpose, HouseHere, Membership, Node, RipeLease};
use crate::placement::claim_delay;
use crate::rows::{ClusterView, LeaseRow, MemberRow};

impl Node {
    pub(crate) fn tick_member(&mut self, now: Duration) {
        match self.membership {
            Membership::Joining if !self.is_joining && now >= self.beat_at => self.announce(now),
            Membership::Joined => self.beat(now),
            Membership::Joining | Membership::Refused(_) | Membership::Left => {}
        }
        if self.membership == Membership::Joined && !self.is_looking && now >= self.look_at {
            self.is_looking = true;
            self.look_at = now + self.settings.look_every;
            self.call(CallPurpose::Look { sent: now }, DatabaseCall::Look);
        }
        self.claim_ripe(now);
        if self.drains && self.membership == Membership::Joined && self.owned_count() == 0 {
            self.leave();
        }
    }

    fn announce(&mut self, now: Duration) {
        self.is_joining = true;
        self.beat_at = now + self.settings.beat_every;
        let settings = &self.settings;
        let (format, key_check) = (settings.reads_format, settings.key_check);
        let row = MemberRow { run: self.me, format, key_check, beats: 0, draining: self.drains };
        self.call(CallPurpose::Announce, DatabaseCall::Announce(row));
    }

    fn beat(&mut self, now: Duration) {
        if now >= self.beat_at {
            self.beat_at = now + self.settings.beat_every;
            self.call(CallPurpose::Beat, DatabaseCall::Beat { draining: self.drains });
        }
    }

    fn leave(&mut self) {
        self.membership = Membership::Left;
        self.call(CallPurpose::Leave, DatabaseCall::Leave);
        self.note(NodeNote::Left);
    }

    pub(crate) fn announced(&mut self, answer: &DatabaseAnswer) {
        self.is_joining = false;
        match answer {
            DatabaseAnswer::Done => self.membership = Membership::Joined,
            DatabaseAnswer::JoinRefused(refusal) => {
                self.membership = Membership::Refused(*refusal);
                self.note(NodeNote::JoinRefused(*refusal));
            }
            _ => {}
        }
    }

    pub(crate) fn beaten(&mut self, answer: &DatabaseAnswer, now: Duration) {
        if *answer == DatabaseAnswer::NoMember && self.membership == Membership::Joined {
            // It was silent for long and was removed: it asks whether it may join.
            self.membership = Membership::Joining;
            self.beat_at = now;
        }
    }

    pub(crate) fn looked(&mut self, sent: Duration, answer: DatabaseAnswer, now: Duration) {
        self.is_looking = false;
        let DatabaseAnswer::View(view) = answer else { return };
        let view: Arc<ClusterView> = view;
        self.members.seen(&view, now);
        let members = &self.members;
        self.seen.retain(|run| members.contains(run));
        self.ripe.clear();
        let may_claim = self.membership == Membership::Joined && !self.drains;
        let below_share = self.owned_count() < self.members.share();
        for row in &view.leases {
            self.lease_seen(row, may_claim, below_share, sent, now);
        }
        for (run, beats) in self.members.silent(self.me, now, self.settings.expel_after) {
            self.call(CallPurpose::Other, DatabaseCall::Expel { run, beats });
        }
        if let Some(format) = self.members.newer_format() {
            self.call(CallPurpose::Other, DatabaseCall::RaiseFormat(format));
        }
        self.offer_houses(now);
    }

    fn lease_seen(
        &mut self,
        row: &LeaseRow,
        may_claim: bool,
        below_share: bool,
        sent: Duration,
        now: Duration,
    ) {
        let lease = self.watched(row.house);
        let since = lease.watch.observe((row.run, row.fence, row.renewals), now);
        // A standby that was promoted without the tail may show an older fence.
        if sent > lease.heard || lease.owner.is_none_or(|known| known.fence <= row.fence) {
            let before = lease.owner.map(|hint| hint.run);
            lease.owner = row.run.map(|run| OwnerHint { run, fence: row.fence });
            if let Some(owner) = row.run.filter(|_| row.run != before) {
                self.forwarder.redirect(row.house, owner, now);
            }
        }
        let is_known = self.houses.contains_key(&row.house);
        if is_known {
            self.known_lease_seen(row, sent, now);
        } else if row.run == Some(self.me) && row.suspended.is_none() {
            // It was given to this run, or claimed, and this run did not hear of it.
            self.open_house(row.house);
            self.found_owned(row.house, row.fence, now);
        }
        if !may_claim || row.suspended.is_some() || row.run == Some(self.me) {
            return;
        }
        let settings = &self.settings;
        let free_at = if row.run.is_some() { since + settings.lease } else { since };
        let soon = now + settings.look_every;
        if free_at > soon {
            return;
        }
        let follows = self.houses.get(&row.house).is_some_and(|here| here.follower.is_some());
        let at = free_at + claim_delay(row.house, self.me, follows, below_share);
        if at <= soon {
            self.ripe.push(RipeLease {
                house: row.house,
                at,
                run: row.run,
                renewals: row.renewals,
                needs_share: below_share,
            });
        }
    }

    /// What the database shows about a house that is here.
    fn known_lease_seen(&mut self, row: &LeaseRow, sent: Duration, now: Duration) {
        let (me, house) = (self.me, row.house);
        let Some(here) = self.houses.get_mut(&house) else { return };
        if let Some(reason) = row.suspended {
            let is_new = here.suspended.replace(reason).is_none();
            if is_new {
                self.suspended(house, now);
            }
            return;
        }
        if let Some(reason) = here.suspended {
            // This node has suspended it, and the database does not say so: the call may be lost.
            return self.call(CallPurpose::Other, DatabaseCall::Suspend { house, reason });
        }
        if !here.lease.is_current(sent) {
            return;
        }
        match (row.run == Some(me), here.lease.state()) {
            (true, LeaseState::Away) => self.found_owned(house, row.fence, now),
            (false, LeaseState::Releasing { .. }) => self.released(house, row.fence, now),
            (true, LeaseState::Releasing { .. }) => self.release_again(house, now),
            (false, LeaseState::Confirming | LeaseState::TakingOver | LeaseState::Owning) => {
                self.lose_house(house, now);
            }
            (false, LeaseState::Away | LeaseState::Claiming) | (true, _) => {}
        }
    }

    fn found_owned(&mut self, house: HouseNumber, fence: u64, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        here.promised = None;
        here.lease.found(fence, now);
        here.desk.get_or_insert_with(OwnerDesk::holding);
    }

    /// Loads a house that is not here.
    pub(crate) fn open_house(&mut self, house: HouseNumber) -> &mut HouseHere {
        let actions = &mut self.actions;
        self.houses.entry(house).or_insert_with(|| {
            actions.push(crate::node::io::NodeAction::Open(house));
            HouseHere::new()
        })
    }

    fn claim_ripe(&mut self, now: Duration) {
        let due: Vec<RipeLease> = self.ripe.extract_if(.., |ripe| ripe.at <= now).collect();
        for ripe in due {
            // It may have claimed enough meanwhile; then the next look says when it may have more.
            let is_full = self.owned_count() + self.claims >= self.members.share();
            if ripe.needs_share && is_full {
                continue;
            }
            let here = self.open_house(ripe.house);
            if here.lease.state() != LeaseState::Away || here.suspended.is_some() || here.promised.is_some() {
                continue;
            }
            here.lease.claiming(now);
            here.desk.get_or_insert_with(OwnerDesk::holding);
            self.claims += 1;
            let (house, run, renewals) = (ripe.house, ripe.run, ripe.renewals);
            self.call(CallPurpose::Claim(house), DatabaseCall::Claim { house, run, renewals });
        }
    }

    pub(crate) fn claim_answered(&mut self, house: HouseNumber, answer: &DatabaseAnswer, now: Duration) {
        self.claims -= 1;
        let Some(here) = self.houses.get_mut(&house) else { return };
        if here.lease.state() != LeaseState::Claiming {
            return;
        }
        match answer {
            DatabaseAnswer::Owned { fence } => {
                here.lease.claimed(*fence, now, &self.settings);
                self.apply_tail(house);
            }
            // If the claim succeeded all the same, the next look shows it.
            _ => self.lose_house(house, now),
        }
    }

    pub(crate) fn renew_due(&mut self, now: Duration) {
        let settings = &self.settings;
        let due = self.houses.iter_mut().filter(|(_, here)| here.suspended.is_none());
        let due = due.filter_map(|(house, here)| here.lease.renewal_is_due(now, settings).then_some(*house));
        for house in due.collect::<Vec<_>>() {
            self.call(CallPurpose::Renew(house), DatabaseCall::Renew { house });
        }
    }

    pub(crate) fn renewed(&mut self, house: HouseNumber, answer: &DatabaseAnswer, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        match answer {
            DatabaseAnswer::Owned { fence } => {
                let confirmed = here.lease.state() == LeaseState::Confirming;
                here.lease.renewed(*fence, now, &self.settings);
                if confirmed {
                    self.apply_tail(house);
                }
                self.busy.insert(house);
            }
            // The answer to the release, or the next look, says who has it.
            DatabaseAnswer::NotOwner if !matches!(here.lease.state(), LeaseState::Releasing { .. }) => {
                self.lose_house(house, now);
            }
            _ => here.lease.renewal_lost(),
        }
    }
}
