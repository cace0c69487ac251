//! A house that a node drives: it decides groups while the node owns it, and otherwise applies what its owner has
//! committed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_house::ids::HouseId;
use croupier_house::journal::Hash;
use croupier_house::store::{HouseHead, OnStored, Store, StoreError, StoredEntry};
use croupier_house::{CommitError, RejectionCode};
use croupier_nodes::{ChainHead, CommandAnswer, DecidedCommand, KeyedCommand, LinkedEntry};

use super::flight::Landing;
use super::handle::HouseHandle;
use super::house_actor::HouseActor;
use super::key_window::KeyWindow;
use super::keyed_request::KeyedRequest;
use super::message::{Message, NodeMessage, Outcome};
use super::notify::TableChange;
use super::replay::{ReplayError, apply, check_balances};
use super::shared::table_labels;
use crate::node::{
    DecideRequest, DecidedGroup, ForwardedCommand, NodeHouse, NodeLink, NodeRequest, decode, encode, linked,
    stored,
};
use crate::wire::Problem;

/// A command that a node has sent.
struct ReceivedCommand {
    keyed: KeyedRequest,
    /// The version that the journal of its table must have, if it must.
    at_version: Option<u64>,
    /// Whether a copy of it may have been sent before.
    again: bool,
}

impl NodeHouse for HouseHandle {
    fn decide(&self, request: DecideRequest) {
        self.put_always(Message::Node(NodeMessage::Decide(request)));
    }

    fn apply(&self, entries: Vec<LinkedEntry>) {
        self.put_always(Message::Node(NodeMessage::Apply(entries)));
    }

    fn forget(&self) {
        self.put_always(Message::Node(NodeMessage::Forget));
    }

    fn set_owned(&self, owned: bool) {
        self.put_always(Message::Node(NodeMessage::Owned(owned)));
    }

    fn report_head(&self) {
        self.put_always(Message::Node(NodeMessage::ReportHead));
    }

    fn suspend(&self, why: String) {
        self.put_always(Message::Node(NodeMessage::Suspend(why)));
    }
}

impl HouseActor {
    /// Does what the node wants.
    pub(super) fn handle_node(&mut self, message: NodeMessage) {
        let Some(link) = self.settings.link.clone() else { return };
        // The house must not decide on a group that it has to forget.
        self.look_at_flight();
        self.recover();
        match message {
            NodeMessage::Decide(request) => self.decide_group(&link, &request),
            NodeMessage::Apply(entries) => self.follow(&link, &entries),
            NodeMessage::Forget => self.forget_decided(),
            NodeMessage::Owned(true) => self.own(),
            NodeMessage::Owned(false) => self.disown(),
            NodeMessage::ReportHead => self.report_head(&link),
            NodeMessage::Suspend(why) => self.shared.suspend(why),
        }
    }

    /// Forgets what was decided after the node had already given up what it knew of: it does not want that either, and says so when
    /// the decisions reach it. The house waits for that, because the entries that come next do not follow what it has decided.
    fn forget_decided(&mut self) {
        if !self.flight.is_empty() {
            self.fail("the node does not own the house any more".to_owned());
            self.discard_group();
            self.recover();
        }
    }

    fn report_head(&self, link: &NodeLink) {
        let HouseHead { sequence, hash } = self.state.house.last();
        let house = self.settings.house;
        link.send(NodeRequest::Opened { house, head: ChainHead { sequence, hash } });
    }

    /// Decides commands one after another. What they lead to is in memory, and with the node until it is stored.
    fn decide_group(&mut self, link: &NodeLink, request: &DecideRequest) {
        let DecideRequest { number, fence, format, ref commands } = *request;
        let house = self.settings.house;
        self.state.house.permit_format(format);
        let received: Vec<Result<ReceivedCommand, Problem>> =
            commands.iter().map(|command| self.receive(command)).collect();
        let keyed = received.iter().flatten().map(|received| &received.keyed);
        let mut decisions: Vec<DecidedCommand> = match self.read_before(link, keyed) {
            Ok(()) => {
                let decided = received.into_iter().map(|received| self.decide_one(received, fence));
                let mut decisions: Vec<DecidedCommand> = decided.collect();
                self.check_refusals(commands, fence, &mut decisions);
                decisions
            }
            Err(error) => {
                tracing::warn!(house = house.0, %error, "the database cannot be read: commands are not executed");
                vec![busy(); commands.len()]
            }
        };
        self.looked_up.clear();
        let mut group = None;
        if self.broken.is_some() {
            // What was decided before the failure is forgotten with it.
            self.discard_group();
            decisions.fill(busy());
        } else if !self.group.batch.is_empty() {
            self.publish();
            let (batch, landing) = self.landing();
            self.flight.depart(landing.group.commands);
            group = Some(DecidedGroup { batch, stored: on_stored(landing) });
        }
        link.send(NodeRequest::Decided { house, number, decisions, group });
    }

    /// A command that is refused may have been executed by an earlier owner: then it is answered what it was answered there.
    fn check_refusals(&mut self, commands: &[KeyedCommand], fence: u64, decisions: &mut [DecidedCommand]) {
        let is_refused = |decided: &DecidedCommand| {
            matches!(decided.answer, CommandAnswer::Refused { recorded: false, .. })
        };
        let refused = decisions.iter().enumerate().filter(|(_, decided)| is_refused(decided));
        let refused =
            refused.filter_map(|(place, _)| Some((place, self.receive(commands.get(place)?).ok()?)));
        let refused: Vec<(usize, ReceivedCommand)> = refused.collect();
        match self.look_up_refused(refused.iter().map(|(_, received)| &received.keyed)) {
            Ok(used) => {
                for (place, received) in refused {
                    if received.keyed.keys().any(|key| used.contains(&key)) {
                        decisions[place] = self.decide_one(Ok(received), fence);
                    }
                }
            }
            Err(error) => {
                let house = self.settings.house.0;
                tracing::warn!(house, %error, "the database cannot be read: refused commands are not answered");
                refused.into_iter().for_each(|(place, _)| decisions[place] = busy());
            }
        }
    }

    /// Reads what has to be known before a group is decided.
    fn read_before<'g>(
        &mut self,
        link: &NodeLink,
        group: impl Iterator<Item = &'g KeyedRequest>,
    ) -> Result<(), StoreError> {
        if !self.is_compared {
            self.compare_balances(link)?;
            self.is_compared = true;
        }
        self.look_up_keys(group)
    }

    /// Compares the balances in the database with the journal, before this node decides the first group as the owner: nothing is on
    /// its way then.
    fn compare_balances(&mut self, link: &NodeLink) -> Result<(), StoreError> {
        let house = self.settings.house;
        let found = self.settings.store.balances(house)?;
        if let Err(error) = check_balances(&self.state.house.ledger, &found) {
            tracing::error!(house = house.0, %error, "the balances are not those of the journal");
            link.send(NodeRequest::ApplyFailed { house, sequence: self.state.house.last().sequence });
            return Err(error);
        }
        Ok(())
    }

    /// Reads a command that a node has sent.
    fn receive(&mut self, command: &KeyedCommand) -> Result<ReceivedCommand, Problem> {
        let ForwardedCommand { request, made, in_round, at_version } = decode(&command.body)?;
        let mut keyed = KeyedRequest::new(request, made, in_round);
        self.order_key(&mut keyed);
        Ok(ReceivedCommand { keyed, at_version, again: command.again })
    }

    fn decide_one(&mut self, received: Result<ReceivedCommand, Problem>, fence: u64) -> DecidedCommand {
        let (from, before) = (self.group.batch.entries.len(), self.state.house.last().hash);
        self.is_refusal_recorded = false;
        self.formats.clear();
        let outcome = if self.broken.is_some() {
            Err(Problem::unavailable("the house is being opened again"))
        } else {
            received.and_then(|received| self.decide_received(&received))
        };
        let entries = self.linked_since(from, before);
        let answer = match outcome {
            Ok(executed) => {
                let sequence = executed.result.sequence;
                executed.encode().map(|body| CommandAnswer::Done { fence, sequence, body })
            }
            Err(problem) => {
                let recorded = self.is_refusal_recorded;
                encode(&problem).map(|body| CommandAnswer::Refused { recorded, body })
            }
        };
        // What it has led to is written all the same.
        DecidedCommand { entries, answer: answer.unwrap_or(CommandAnswer::Unknown) }
    }

    /// The entries of this group from a place on, as nodes send them. `before` is the hash of the entry before them.
    fn linked_since(&self, from: usize, before: Hash) -> Vec<LinkedEntry> {
        let mut before = before;
        let new = self.group.batch.entries.iter().skip(from).zip(&self.formats);
        new.map(|(entry, format)| linked(entry, std::mem::replace(&mut before, entry.hash), *format))
            .collect()
    }

    fn decide_received(&mut self, received: &ReceivedCommand) -> Outcome {
        let outcome = self.carry_out(&received.keyed, received.at_version);
        if let (Err(problem), true, false) = (&outcome, received.again, self.is_refusal_recorded) {
            self.record_refusal(&received.keyed, problem);
        }
        outcome
    }

    /// Records a refusal under its key: a copy of the command may still be on its way.
    fn record_refusal(&mut self, keyed: &KeyedRequest, problem: &Problem) {
        let Some(rejection) = problem.to_rejection().filter(|_| keyed.request.key.is_some()) else { return };
        let (now, house) = (self.clock.now(), &mut self.state.house);
        let chance = &mut *self.settings.chance;
        let recorded =
            catch_unwind(AssertUnwindSafe(|| house.record_refusal(&keyed.request, rejection, now, chance)));
        match recorded {
            Ok(Ok(done)) => {
                self.is_refusal_recorded = true;
                self.key_window.note(now.at, keyed.made);
                done.entries.iter().for_each(|entry| self.note(entry));
                self.group.add(done);
            }
            // Another node cannot read it yet.
            Ok(Err(CommitError::Rejected(rejection))) if rejection.code == RejectionCode::Order => {}
            Ok(Err(_)) | Err(_) => self.fail("a refusal could not be recorded".to_owned()),
        }
    }

    /// Applies what the owner of the house has committed.
    fn follow(&mut self, link: &NodeLink, entries: &[LinkedEntry]) {
        if self.broken.is_some() {
            // It is opened again with them.
            return;
        }
        let house = self.settings.house;
        let mut followed = Vec::new();
        for entry in entries {
            // What this node has committed itself is applied already.
            if entry.sequence <= self.state.house.last().sequence {
                continue;
            }
            match self.follow_one(house, entry) {
                Ok(stored) => followed.push(stored),
                Err(error) => {
                    tracing::error!(house = house.0, sequence = entry.sequence, %error, "an entry cannot be applied");
                    self.fail(error.to_string());
                    link.send(NodeRequest::ApplyFailed { house, sequence: entry.sequence });
                    return;
                }
            }
        }
        if !followed.is_empty() {
            self.followed(followed);
        }
    }

    fn follow_one(&mut self, house: HouseId, entry: &LinkedEntry) -> Result<StoredEntry, ReplayError> {
        let stored = stored(house, entry).ok_or_else(|| ReplayError("the entry is cut off".to_owned()))?;
        let applied = apply(&mut self.state.house, stored.clone())?;
        self.note(&applied);
        Ok(stored)
    }

    /// Entries of the owner are applied: the index gets them, and they are shown.
    fn followed(&mut self, entries: Vec<StoredEntry>) {
        let (house, head) = (self.settings.house, self.state.house.last());
        let index = self.settings.store.index();
        index.follow(&[(house, head)], vec![entries]);
        let ended = std::mem::take(&mut self.state.ended);
        if !ended.is_empty()
            && let Err(error) = index.put_results(ended)
        {
            index.miss_plays(house);
            tracing::warn!(house = house.0, %error, "results of rounds are indexed later");
        }
        self.clock.advance_to(self.state.at);
        self.shared.set_stored_to(head.sequence);
        if std::mem::take(&mut self.state.tables_changed) {
            self.shared.set_tables(table_labels(&self.state.house));
        }
    }

    /// This node owns the house: it decides, and runs the timers of the tables.
    fn own(&mut self) {
        self.owned = true;
        self.is_compared = false;
        self.shared.set_owned(true);
        // What clients said of their keys to the owner before is not known here.
        self.key_window = KeyWindow::taken_over(self.clock.now().at);
        self.all_changed();
    }

    /// Another node owns the house: the timers of the tables are stopped here.
    fn disown(&mut self) {
        self.owned = false;
        self.shared.set_owned(false);
        let Some(changes) = self.settings.changes.clone() else { return };
        let (house, now) = (&self.state.house, self.clock.now().at);
        for table in house.tables() {
            let (id, phase, seated) = (table.id, table.phase(), 0);
            let change = TableChange {
                house: house.id,
                table: id,
                version: 0,
                mode: None,
                phase,
                deadline: None,
                seated,
                now,
            };
            changes.send(change);
        }
    }
}

/// What happens when the node knows what became of a group.
fn on_stored(landing: Landing) -> OnStored {
    Box::new(move |stored| landing.land(stored))
}

/// The decision on a command that is not executed: it is sent again.
const fn busy() -> DecidedCommand {
    DecidedCommand { entries: Vec::new(), answer: CommandAnswer::Busy }
}

#[cfg(test)]
mod tests;
