//! A node as the follower of houses: asking to be pushed entries, applying them, answering reads.

use std::time::Duration;

use crate::database::DatabaseAnswer;
use crate::follower::Follower;
use crate::ids::{ChainHead, HouseNumber, LinkedEntry, RunId};
use crate::message::{OwnerHint, PeerMessage};
use crate::node::io::{NodeAction, ReadAnswer};
use crate::node::state::Node;

impl Node {
    /// A house is loaded.
    pub(crate) fn opened(&mut self, house: HouseNumber, head: ChainHead, now: Duration) {
        // A house that was closed and is wanted again is loaded twice: the first one counts.
        let Some(here) = self.houses.get_mut(&house).filter(|here| here.follower.is_none()) else { return };
        here.follower = Some(Follower::new(head, now));
        here.follow_at = now;
        self.apply_tail(house);
    }

    pub(crate) fn tick_houses(&mut self, now: Duration) {
        let me = self.me;
        let mut due = Vec::new();
        for (house, here) in &mut self.houses {
            let mut steps = Vec::new();
            let owns = here.lease.has_lease();
            let is_readable = here.suspended.is_none();
            if let Some(follower) = here.follower.as_mut().filter(|_| is_readable) {
                let polls = !owns && follower.unreadable().is_none();
                follower.tick(polls, now, &self.settings, &mut steps);
            }
            let answers = here.desk.as_mut().map(|desk| desk.tick(now, &self.settings)).unwrap_or_default();
            let owner = self.leases.get(usize::from(house.0)).and_then(|lease| lease.owner);
            let owner = owner.map(|hint| hint.run);
            let is_elsewhere = owner.filter(|owner| *owner != me && !owns && here.follower.is_some());
            let to = is_elsewhere.filter(|owner| now >= here.follow_at || here.follows != Some(*owner));
            if let Some(to) = to {
                here.follow_at = now + self.settings.follow_every;
                here.follows = Some(to);
                let message = PeerMessage::Follow { house: *house };
                self.actions.push(NodeAction::Send { to, message });
            }
            let retries = here.retry_at.is_some_and(|at| at <= now);
            let pushes = owns && now >= here.push_at && !here.audience.is_empty();
            if pushes || retries || !steps.is_empty() || !answers.is_empty() {
                due.push((*house, steps, answers, pushes, retries));
            }
        }
        for (house, steps, answers, pushes, retries) in due {
            self.follow_steps(house, steps, now);
            self.answer(answers, now);
            if pushes {
                self.push(house, &[], now);
            }
            if retries {
                self.retry(house);
            }
        }
    }

    /// Another node wants to be pushed the entries of a house.
    pub(crate) fn follow_asked(&mut self, house: HouseNumber, from: RunId, now: Duration) {
        let until = now + self.settings.audience_lasts;
        let Some(here) = self.houses.get_mut(&house).filter(|here| here.lease.has_lease()) else { return };
        let is_new = here.audience.insert(from, until).is_none();
        if is_new {
            let (head, fence) = (here.head(), here.lease.fence());
            self.send(from, PeerMessage::Push { house, fence, head, entries: Vec::new() });
        }
    }

    pub(crate) fn pushed(
        &mut self,
        house: HouseNumber,
        owner: OwnerHint,
        head: ChainHead,
        entries: Vec<LinkedEntry>,
        now: Duration,
    ) {
        self.hear_of_owner(house, owner, now);
        self.forward_due(now);
        let Some(here) = self.houses.get_mut(&house) else { return };
        // Its own commits are all that an owner applies.
        if here.lease.has_lease() || here.may_be_ahead() || here.suspended.is_some() {
            return;
        }
        let Some(follower) = &mut here.follower else { return };
        let mut steps = Vec::new();
        follower.pushed(head, entries, now, &self.settings, &mut steps);
        self.follow_steps(house, steps, now);
        self.ready_if_caught_up(house, now);
    }

    /// The answer to a read of the tail. `fence` is that of a take-over, if it was read for one.
    pub(crate) fn tail_read(
        &mut self,
        house: HouseNumber,
        from: ChainHead,
        fence: Option<u64>,
        answer: DatabaseAnswer,
        now: Duration,
    ) {
        let Some(here) = self.houses.get_mut(&house).filter(|here| here.suspended.is_none()) else { return };
        // It is read again when the house knows what became of its own.
        let answer = if here.may_be_ahead() { DatabaseAnswer::Lost } else { answer };
        let head = if let DatabaseAnswer::Tail { head, .. } = &answer { Some(*head) } else { None };
        let mut steps = Vec::new();
        if let Some(follower) = &mut here.follower {
            follower.tail(from, answer, now, &self.settings, &mut steps);
        }
        self.follow_steps(house, steps, now);
        if let Some(fence) = fence {
            self.tail_applied(house, fence, head, now);
        }
        self.ready_if_caught_up(house, now);
    }

    pub(crate) fn read(&mut self, read: u64, house: HouseNumber, token: u64, now: Duration) {
        let refusal = match self.houses.get(&house) {
            None => Some(ReadAnswer::NotServed),
            Some(_) if !self.serves_clients() => Some(ReadAnswer::NotServed),
            Some(here) => match (here.suspended, &here.follower) {
                (Some(reason), _) => Some(ReadAnswer::Suspended(reason)),
                (None, None) => Some(ReadAnswer::NotServed),
                (None, Some(follower)) => follower.unreadable().map(|_| ReadAnswer::Unreadable),
            },
        };
        if let Some(answer) = refusal {
            return self.actions.push(NodeAction::AnswerRead { read, answer });
        }
        let mut steps = Vec::new();
        if let Some(follower) = self.houses.get_mut(&house).and_then(|here| here.follower.as_mut()) {
            follower.read(read, token, now, &self.settings, &mut steps);
        }
        self.follow_steps(house, steps, now);
    }
}
