//! A node as the owner of houses: taking over, deciding, writing, finding out, losing.

use std::time::Duration;

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::desk::{DecidedCommand, GroupToWrite, OwnerDesk, TicketAnswers};
use crate::follower::{Follower, FollowerStep};
use crate::ids::{ChainHead, HouseNumber, LinkedEntry, RunId};
use crate::lease::LeaseState;
use crate::message::{CommandAnswer, OwnerHint, PeerMessage};
use crate::node::io::{NodeAction, NodeNote, ReadAnswer};
use crate::node::state::{CallPurpose, HouseHere, Node};
use crate::rows::SuspensionReason;

impl Node {
    /// Reads the tail under the fence that this run has: nobody else can add to it.
    pub(crate) fn apply_tail(&mut self, house: HouseNumber) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        if here.lease.state() != LeaseState::TakingOver {
            return;
        }
        // Without a follower the house is still being loaded; this is called again after that.
        let Some(follower) = &mut here.follower else { return };
        follower.reading();
        let (from, fence) = (follower.applied(), Some(here.lease.fence()));
        let most = self.settings.tail_max;
        let read = DatabaseCall::ReadTail { house, after: from.sequence, most };
        self.call(CallPurpose::Tail { house, from, fence }, read);
    }

    /// Owns the house if what was read under the fence is applied up to the head.
    pub(crate) fn tail_applied(
        &mut self,
        house: HouseNumber,
        fence: u64,
        head: Option<ChainHead>,
        now: Duration,
    ) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        if here.lease.state() != LeaseState::TakingOver || here.suspended.is_some() {
            return;
        }
        match head {
            None => here.retry_at = Some(now + self.settings.database_retry),
            Some(head) if head == here.head() && here.lease.fence() == fence => self.own(house, false, now),
            Some(_) => self.apply_tail(house),
        }
    }

    /// Asks the database again what it could not be asked.
    pub(crate) fn retry(&mut self, house: HouseNumber) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        here.retry_at = None;
        let is_in_doubt = here.desk.as_ref().is_some_and(OwnerDesk::is_in_doubt);
        if is_in_doubt && here.lease.has_lease() {
            self.call_to_find_out(house);
        }
        self.apply_tail(house);
    }

    pub(crate) fn own(&mut self, house: HouseNumber, by_plan: bool, now: Duration) {
        let me = self.me;
        let Some(here) = self.houses.get_mut(&house) else { return };
        here.lease.caught_up(now);
        here.promised = None;
        if let Some(desk) = &mut here.desk {
            desk.open();
        }
        here.push_at = now;
        let fence = here.lease.fence();
        self.hear_of_owner(house, OwnerHint { run: me, fence }, now);
        self.note(NodeNote::Owns { house, fence, by_plan });
        // Whoever has a command for the house need not wait for its next look.
        let head = self.houses.get(&house).map_or(ChainHead::EMPTY, HouseHere::head);
        let others: Vec<RunId> = self.members.others(me).collect();
        for to in others {
            self.send(to, PeerMessage::Push { house, fence, head, entries: Vec::new() });
        }
        self.busy.insert(house);
    }

    /// Decides the next groups of the houses that may have one.
    pub(crate) fn decide(&mut self, now: Duration) {
        for house in std::mem::take(&mut self.busy) {
            let Some(here) = self.houses.get_mut(&house) else { continue };
            if !here.lease.may_act(now) || here.suspended.is_some() {
                continue;
            }
            // The answer to the last request tells what the house has in memory.
            if here.asked.is_some() {
                continue;
            }
            let Some(commands) = here.desk.as_mut().and_then(|desk| desk.next_group(&self.settings)) else {
                continue;
            };
            self.next_decision += 1;
            here.asked = Some(self.next_decision);
            let (number, fence, format) = (self.next_decision, here.lease.fence(), self.members.format());
            self.actions.push(NodeAction::Decide { house, number, fence, format, commands });
        }
    }

    pub(crate) fn decided(
        &mut self,
        house: HouseNumber,
        number: u64,
        decisions: Vec<DecidedCommand>,
        now: Duration,
    ) {
        let hint = self.hint(house);
        let answers = self.houses.get_mut(&house).and_then(|here| {
            here.asked.take_if(|asked| *asked == number)?;
            let (head, may_act) = (here.head(), here.lease.may_act(now));
            let mut answers = here.desk.as_mut()?.decided(head, decisions)?;
            if !may_act {
                // A refusal may be wrong by now. What the house has under a key stays right.
                for (_, answer) in &mut answers {
                    if matches!(answer, CommandAnswer::Refused { recorded: false, .. }) {
                        *answer = hint.clone();
                    }
                }
            }
            Some(answers)
        });
        match answers {
            Some(answers) => self.answer(answers, now),
            // It was decided on what is not stored, or for an earlier owner.
            None => self.actions.push(NodeAction::Forget(house)),
        }
        self.write(house);
        self.busy.insert(house);
        self.close_if_idle(house, now);
    }

    /// How many of the calls about the groups that are being written are answered with this one: a group is stored after those
    /// before it. None for a call of an earlier owner.
    pub(crate) fn groups_of_call(&mut self, house: HouseNumber, call: u64) -> usize {
        let Some(here) = self.houses.get_mut(&house) else { return 0 };
        let place = here.group_calls.iter().position(|asked| *asked == call);
        place.map_or(0, |place| here.group_calls.drain(..=place).count())
    }

    /// Writes the next group, if one is decided and there is room for it.
    fn write(&mut self, house: HouseNumber) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let fence = here.lease.fence();
        let Some(GroupToWrite { before, entries, keys }) = here.desk.as_mut().and_then(OwnerDesk::next_write)
        else {
            return;
        };
        let what = DatabaseCall::Write { house, fence, before, entries, keys };
        self.call_to_write(house, what);
    }

    /// The database has answered the write of the last of so many groups.
    pub(crate) fn write_answered(
        &mut self,
        house: HouseNumber,
        groups: usize,
        answer: &DatabaseAnswer,
        now: Duration,
    ) {
        let Some(here) = self.houses.get_mut(&house).filter(|_| groups > 0) else { return };
        let fence = here.lease.fence();
        let Some(desk) = &mut here.desk else { return };
        match answer {
            DatabaseAnswer::Done => {
                let stored: Vec<_> = (0..groups).map(|_| desk.committed(fence)).collect();
                self.groups_committed(house, stored, false, now);
            }
            DatabaseAnswer::NotOwner => {
                desk.not_committed();
                self.lose_house(house, now);
            }
            _ => {
                desk.unknown();
                self.call_to_find_out(house);
            }
        }
    }

    /// Groups are stored, and perhaps what followed them is lost.
    fn groups_committed(
        &mut self,
        house: HouseNumber,
        groups: Vec<(Vec<LinkedEntry>, TicketAnswers)>,
        is_rest_lost: bool,
        now: Duration,
    ) {
        // The database first: it waits for nothing else.
        self.write(house);
        for (entries, answers) in groups {
            self.actions.push(NodeAction::Stored(house));
            self.push(house, &entries, now);
            let Some(here) = self.houses.get_mut(&house) else { return };
            let mut steps = Vec::new();
            if let Some(follower) = &mut here.follower {
                follower.committed(entries, now, &mut steps);
            }
            self.follow_steps(house, steps, now);
            self.answer(answers, now);
        }
        if is_rest_lost {
            self.actions.push(NodeAction::Forget(house));
        }
        self.busy.insert(house);
        self.close_if_idle(house, now);
    }

    /// The head under a raised fence says what became of the groups.
    pub(crate) fn found_out(&mut self, house: HouseNumber, answer: &DatabaseAnswer, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let applied = here.head();
        let Some(desk) = &mut here.desk else { return };
        let Some(last) = desk.last_sequence().filter(|_| desk.is_in_doubt()) else { return };
        match answer {
            DatabaseAnswer::Found { fence, head } => {
                let written_under = here.lease.fence();
                here.lease.raised(*fence);
                let Some(groups) = desk.committed_up_to(*head) else {
                    let reason = match head.sequence < applied.sequence {
                        true => SuspensionReason::Ahead { applied: applied.sequence, found: head.sequence },
                        false => SuspensionReason::Forked { sequence: head.sequence.min(last) },
                    };
                    return self.suspend(house, reason, now);
                };
                // They were written under the one before, which no other owner can have had since.
                let stored: Vec<_> = (0..groups).map(|_| desk.committed(written_under)).collect();
                let is_rest_lost = desk.is_in_doubt();
                if is_rest_lost {
                    desk.not_committed();
                }
                self.groups_committed(house, stored, is_rest_lost, now);
            }
            DatabaseAnswer::NotOwner => self.lose_house(house, now),
            _ => here.retry_at = Some(now + self.settings.database_retry),
        }
    }

    /// Pushes committed entries to those who follow the house.
    pub(crate) fn push(&mut self, house: HouseNumber, entries: &[LinkedEntry], now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        here.audience.retain(|_, until| *until > now);
        here.push_at = now + self.settings.follow_every / 2;
        let head = entries.last().map_or(here.head(), LinkedEntry::head);
        let fence = here.lease.fence();
        for run in here.audience.keys() {
            let message = PeerMessage::Push { house, fence, head, entries: entries.to_vec() };
            self.actions.push(NodeAction::Send { to: *run, message });
        }
    }

    /// This run does not have the lease of a house any more.
    pub(crate) fn lose_house(&mut self, house: HouseNumber, now: Duration) {
        let hint = self.hint(house);
        let Some(here) = self.houses.get_mut(&house) else { return };
        let owned = matches!(here.lease.state(), LeaseState::Owning | LeaseState::Releasing { .. });
        here.lease.lost(now);
        here.group_calls.clear();
        here.giving = None;
        here.audience.clear();
        here.follow_at = now;
        here.follows = None;
        let answers = match (&here.promised, here.desk.take()) {
            (None, Some(mut desk)) => desk.abandon(&hint),
            (Some(_), desk) => {
                here.desk = desk;
                Vec::new()
            }
            (None, None) => Vec::new(),
        };
        let is_unwanted = !here.serves && here.promised.is_none();
        // What it has decided and could not store is not there for whoever owns the house now.
        self.actions.push(NodeAction::Forget(house));
        if owned {
            self.note(NodeNote::Lost { house });
        }
        self.answer(answers, now);
        if is_unwanted {
            self.houses.remove(&house);
            self.actions.push(NodeAction::Close(house));
        }
    }

    /// Suspends a house: this node says so, and the database lets nobody write to it.
    pub(crate) fn suspend(&mut self, house: HouseNumber, reason: SuspensionReason, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        if here.suspended.replace(reason).is_none() {
            self.note(NodeNote::Suspended { house, reason });
            self.call(CallPurpose::Other, DatabaseCall::Suspend { house, reason });
            self.suspended(house, now);
        }
    }

    /// A house is suspended: everybody who waits for it is answered.
    pub(crate) fn suspended(&mut self, house: HouseNumber, now: Duration) {
        let Some(here) = self.houses.get_mut(&house) else { return };
        let Some(reason) = here.suspended else { return };
        here.lease.lost(now);
        here.group_calls.clear();
        here.giving = None;
        here.promised = None;
        let answer = CommandAnswer::Suspended(reason);
        let answers = here.desk.take().map(|mut desk| desk.abandon(&answer)).unwrap_or_default();
        let reads = here.follower.as_mut().map(Follower::abandoned).unwrap_or_default();
        self.actions.push(NodeAction::Forget(house));
        self.answer(answers, now);
        for read in reads {
            let answer = ReadAnswer::Suspended(reason);
            self.actions.push(NodeAction::AnswerRead { read, answer });
        }
    }

    /// Does what a follower wants.
    pub(crate) fn follow_steps(&mut self, house: HouseNumber, steps: Vec<FollowerStep>, now: Duration) {
        for step in steps {
            match step {
                FollowerStep::Apply(entries) => self.actions.push(NodeAction::Apply { house, entries }),
                FollowerStep::ReadTail => {
                    let Some(here) = self.houses.get(&house) else { continue };
                    let (from, most) = (here.head(), self.settings.tail_max);
                    let read = DatabaseCall::ReadTail { house, after: from.sequence, most };
                    self.call(CallPurpose::Tail { house, from, fence: None }, read);
                }
                FollowerStep::Show { read } => {
                    self.actions.push(NodeAction::AnswerRead { read, answer: ReadAnswer::Show });
                }
                FollowerStep::Late { read } => {
                    let unreadable =
                        self.houses.get(&house).and_then(|here| here.follower.as_ref()?.unreadable());
                    let answer = if unreadable.is_some() { ReadAnswer::Unreadable } else { ReadAnswer::Late };
                    self.actions.push(NodeAction::AnswerRead { read, answer });
                }
                FollowerStep::Suspend(reason) => self.suspend(house, reason, now),
            }
        }
    }
}
