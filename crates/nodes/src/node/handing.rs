//! Handing houses over by plan: offer, ready, release to the named node, granted.

use std::time::Duration;

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::desk::OwnerDesk;
use crate::ids::{ChainHead, HouseNumber, RunId};
use crate::lease::LeaseState;
use crate::message::{OwnerHint, PeerMessage};
use crate::node::io::NodeNote;
use crate::node::state::{CallPurpose, Giving, Membership, Node, Promised};
use crate::placement::{accepts, receiver};

impl Node {
    /// Offers houses to nodes that have fewer, or all of them where this node drains.
    pub(crate) fn offer_houses(&mut self, now: Duration) {
        if self.membership != Membership::Joined {
            return;
        }
        self.declined.retain(|_, until| *until > now);
        let under_way = self.houses.values().filter(|here| here.giving.is_some()).count();
        let (owned, drains) = (self.owned_count(), self.drains);
        let free = self.houses.iter().filter(|(_, here)| {
            here.lease.state() == LeaseState::Owning && here.giving.is_none() && here.suspended.is_none()
        });
        let free: Vec<(HouseNumber, u64, ChainHead)> =
            free.map(|(house, here)| (*house, here.lease.fence(), here.head())).collect();
        let places = under_way..self.settings.hand_overs_max;
        for (promised, (house, fence, head)) in places.zip(free) {
            let silence_max = self.settings.lease;
            let takers = self.members.takers(self.me, now, silence_max);
            let takers = takers.filter(|taker| !self.declined.contains_key(&taker.run));
            let Some(to) = receiver(house, owned.saturating_sub(promised), drains, takers) else { return };
            let until = now + self.settings.offer_wait;
            if let Some(here) = self.houses.get_mut(&house) {
                here.giving = Some(Giving { to, until, is_closing: false, is_unsure: false });
            }
            self.send(to, PeerMessage::Offer { house, fence, head, draining: drains });
        }
    }

    /// A house is offered to this node.
    pub(crate) fn offered(
        &mut self,
        from: RunId,
        house: HouseNumber,
        fence: u64,
        head: ChainHead,
        now: Duration,
    ) {
        let promised = self.houses.values().filter(|here| here.promised.is_some()).count();
        let takes = self.membership == Membership::Joined
            && !self.drains
            && accepts(self.owned_count(), promised, self.members.share());
        let is_free = self.houses.get(&house).is_none_or(|here| {
            here.lease.state() == LeaseState::Away && here.suspended.is_none() && here.promised.is_none()
        });
        if !takes || !is_free {
            return self.send(from, PeerMessage::OfferReply { house, fence, ready: false });
        }
        self.hear_of_owner(house, OwnerHint { run: from, fence }, now);
        let until = now + self.settings.offer_wait * 2;
        let here = self.open_house(house);
        here.desk.get_or_insert_with(OwnerDesk::holding);
        here.promised = Some(Promised { from, fence, head: head.sequence, ready: None, until });
        self.ready_if_caught_up(house, now);
    }

    /// Says that this node is ready, once it has applied what the owner had when it offered the house.
    pub(crate) fn ready_if_caught_up(&mut self, house: HouseNumber, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let is_loaded = here.follower.is_some();
        let applied = here.head().sequence;
        let Some(promised) = &mut here.promised else { return };
        if promised.ready.is_none() && is_loaded && applied >= promised.head {
            promised.ready = Some(now);
            let (to, fence) = (promised.from, promised.fence);
            self.send(to, PeerMessage::OfferReply { house, fence, ready: true });
        }
    }

    /// The node that a house was offered to is ready for it, or does not want it.
    pub(crate) fn offer_answered(&mut self, house: HouseNumber, from: RunId, ready: bool, now: Duration) {
        let wait = self.settings.offer_wait;
        let Some(here) = self.houses.get_mut(&house) else { return };
        let Some(giving) = here.giving.as_mut().filter(|giving| giving.to == from && !giving.is_closing)
        else {
            return;
        };
        if ready {
            giving.is_closing = true;
            if let Some(desk) = &mut here.desk {
                desk.close();
            }
            self.note(NodeNote::Closing { house });
            self.close_if_idle(house, now);
        } else {
            here.giving = None;
            self.declined.insert(from, now + wait);
        }
    }

    /// Gives the house away once its last group is answered.
    pub(crate) fn close_if_idle(&mut self, house: HouseNumber, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let is_idle = here.desk.as_ref().is_some_and(OwnerDesk::is_idle);
        let Some(giving) = here.giving.as_ref().filter(|giving| giving.is_closing && is_idle) else { return };
        if here.lease.state() != LeaseState::Owning {
            return;
        }
        let to = giving.to;
        here.lease.releasing(to, now);
        self.call(CallPurpose::Release(house), DatabaseCall::Release { house, to: Some(to) });
    }

    pub(crate) fn release_answered(&mut self, house: HouseNumber, answer: &DatabaseAnswer, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        if !matches!(here.lease.state(), LeaseState::Releasing { .. }) {
            return;
        }
        match answer {
            DatabaseAnswer::Owned { fence } => self.released(house, *fence, now),
            DatabaseAnswer::NotOwner => self.lose_house(house, now),
            // The next look shows who has the lease.
            _ => here.giving.iter_mut().for_each(|giving| giving.is_unsure = true),
        }
    }

    /// The house belongs to another run now.
    pub(crate) fn released(&mut self, house: HouseNumber, fence: u64, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let (head, audience) = (here.head(), here.audience.keys().copied().collect());
        let Some(to) = here.giving.as_ref().map(|giving| giving.to) else { return };
        self.send(to, PeerMessage::Granted { house, fence, head, audience });
        self.hear_of_owner(house, OwnerHint { run: to, fence }, now);
        self.lose_house(house, now);
    }

    /// The database still names this run: the release did not happen.
    pub(crate) fn release_again(&mut self, house: HouseNumber, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let Some(giving) = here.giving.as_mut().filter(|giving| giving.is_unsure) else { return };
        giving.is_unsure = false;
        let to = giving.to;
        here.lease.releasing(to, now);
        self.call(CallPurpose::Release(house), DatabaseCall::Release { house, to: Some(to) });
    }

    /// The lease was given to this run.
    pub(crate) fn granted(
        &mut self,
        from: RunId,
        house: HouseNumber,
        grant: (u64, ChainHead),
        audience: Vec<RunId>,
        now: Duration,
    ) {
        let (fence, head) = grant;
        let (me, until) = (self.me, now + self.settings.audience_lasts);
        let Some(here) = self.houses.get_mut(&house) else { return };
        let promised =
            here.promised.as_ref().filter(|promised| promised.from == from && promised.fence < fence);
        let Some(ready) = promised.and_then(|promised| promised.ready) else { return };
        if here.lease.state() != LeaseState::Away {
            return;
        }
        here.lease.granted(fence, ready, now, &self.settings);
        here.audience.extend(audience.into_iter().filter(|run| *run != me).map(|run| (run, until)));
        here.audience.insert(from, until);
        if here.head() == head {
            self.own(house, true, now);
        } else {
            self.apply_tail(house);
        }
    }

    /// Ends offers that lead to nothing.
    pub(crate) fn tick_offers(&mut self, now: Duration) {
        let wait = self.settings.offer_wait;
        let mut over = Vec::new();
        for (house, here) in &mut self.houses {
            let is_late = |giving: &mut Giving| giving.until <= now && !giving.is_closing;
            if let Some(giving) = here.giving.take_if(is_late) {
                self.declined.insert(giving.to, now + wait);
            }
            if here.promised.take_if(|promised| promised.until <= now).is_some() && !here.lease.has_lease() {
                over.push(*house);
            }
        }
        for house in over {
            self.lose_house(house, now);
        }
    }
}
