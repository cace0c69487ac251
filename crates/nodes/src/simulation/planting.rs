//! Where planted defects change what passes between a node and its surroundings. Without a defect nothing here does anything.

use std::collections::VecDeque;

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::forward::ClientAnswer;
use crate::ids::{CommandKey, HouseNumber, LinkedEntry};
use crate::lease::LeaseState;
use crate::message::{CommandAnswer, PeerMessage};
use crate::node::NodeInput;
use crate::simulation::defect::Defect;
use crate::simulation::model_database::ModelRequest;
use crate::simulation::scenario::SimFault;
use crate::simulation::world::{ClientAsks, ClientHears, SimEvent, World};

/// The numbers of calls that a node knows nothing of.
const PLANTED_CALLS: u64 = 1 << 60;

impl World<'_> {
    fn has(&self, defect: Defect) -> bool {
        self.scenario.defect == Some(defect)
    }

    pub(crate) fn planted_format(&self, node: usize, format: u16) -> u16 {
        if self.has(Defect::WritesNewFormatEarly) { self.machines[node].format } else { format }
    }

    pub(crate) fn planted_call(
        &mut self,
        node: usize,
        call: u64,
        what: &DatabaseCall,
        inputs: &mut VecDeque<NodeInput>,
    ) {
        let DatabaseCall::Write { house, fence, entries, .. } = what else { return };
        if self.has(Defect::AnswersBeforeCommit) {
            inputs.push_back(NodeInput::Database { call, answer: DatabaseAnswer::Done });
        }
        if self.has(Defect::PushesBeforeCommit)
            && let Some(last) = entries.last()
        {
            for other in self.serving(*house) {
                let to = self.machines[other].run;
                let (head, entries) = (last.head(), entries.clone());
                let push = PeerMessage::Push { house: *house, fence: *fence, head, entries };
                self.send(node, to, push);
            }
        }
    }

    /// Instead of suspending a house, a node starts again and knows only what the database has.
    pub(crate) fn planted_amnesia(&mut self, node: usize, what: &DatabaseCall) -> bool {
        let forgets = self.has(Defect::IgnoresLostTail) && matches!(what, DatabaseCall::Suspend { .. });
        if forgets {
            self.after(1, SimEvent::Fault(SimFault::Kill(node)));
            self.after(2, SimEvent::Fault(SimFault::Start(node)));
        }
        forgets
    }

    /// After a second without an answer, a command is answered as refused.
    pub(crate) fn planted_timeout(&mut self, node: usize, request: u64, asked: &ClientAsks) {
        if self.has(Defect::UnknownIsRefused) && matches!(asked, ClientAsks::Command { .. }) {
            self.after(1_000_000, SimEvent::GivesUp { node, request });
        }
    }

    pub(crate) fn planted_refusal(&mut self, node: usize, request: u64) {
        let refused = CommandAnswer::Refused { recorded: false, body: Vec::new().into() };
        self.answer_client(node, request, ClientHears::Command(ClientAnswer::House(refused)));
    }

    /// Notes when a lease was renewed, by the wall clock of its owner.
    pub(crate) fn planted_wall_clock(&mut self, request: &ModelRequest) {
        let (DatabaseCall::Renew { house } | DatabaseCall::Claim { house, .. }) = request.what else {
            return;
        };
        if self.has(Defect::TrustsWallClock) {
            let wall = self.machines[request.node].wall.saturating_add_unsigned(self.time);
            self.database.renewed_at.insert(house, wall);
        }
    }

    /// Claims what was renewed long ago, by the wall clock of this node.
    pub(crate) fn planted_claims(&mut self, node: usize, answer: &DatabaseAnswer) {
        let DatabaseAnswer::View(view) = answer else { return };
        if !self.has(Defect::TrustsWallClock) {
            return;
        }
        let (run, wall) = (self.machines[node].run, self.machines[node].wall);
        let wall = wall.saturating_add_unsigned(self.time);
        let lease = i64::try_from(self.scenario.settings.lease.as_micros()).expect("a small number");
        for row in view.leases.iter().filter(|row| row.run.is_some_and(|owner| owner != run)) {
            let renewed = self.database.renewed_at.get(&row.house).copied().unwrap_or(wall);
            if wall - renewed > lease {
                let what = DatabaseCall::Claim { house: row.house, run: row.run, renewals: row.renewals };
                let (connection, server) = (self.machines[node].connection, self.database.server);
                let request = ModelRequest { node, run, call: PLANTED_CALLS, connection, server, what };
                self.after(300, SimEvent::ToDatabase(request));
            }
        }
    }

    pub(crate) fn planted_answer(
        &self,
        node: usize,
        tail: Option<HouseNumber>,
        wrote: bool,
        answer: DatabaseAnswer,
    ) -> DatabaseAnswer {
        let Some(defect) = self.scenario.defect else { return answer };
        let machine = &self.machines[node];
        if defect == Defect::UnknownIsCommitted && wrote && answer == DatabaseAnswer::Lost {
            return DatabaseAnswer::Done;
        }
        let Some(house) = tail else { return answer };
        let head = machine.replicas.get(&house).map(|replica| replica.head());
        let (Some(head), DatabaseAnswer::Tail { .. }) = (head, &answer) else { return answer };
        let as_it_is = DatabaseAnswer::Tail { at: Some(head.hash), head, entries: Vec::new() };
        let state = machine.node.as_ref().map(|state| state.lease_state(house));
        match defect {
            Defect::SkipsTail if state == Some(LeaseState::TakingOver) => as_it_is,
            _ => answer,
        }
    }

    pub(crate) fn planted_message(&mut self, message: PeerMessage) -> PeerMessage {
        match message {
            PeerMessage::Forward { attempt, house, mut command } if self.has(Defect::ForgetsKeys) => {
                if command.again {
                    command.key = CommandKey(u128::from(self.random.next()) << 64);
                }
                PeerMessage::Forward { attempt, house, command }
            }
            message => message,
        }
    }

    pub(crate) fn planted_arrival(&mut self, node: usize, message: PeerMessage) -> PeerMessage {
        match message {
            PeerMessage::Answer { attempt, answer: CommandAnswer::NotOwner(_) }
                if self.has(Defect::TurnsAwayAtHandOver) =>
            {
                PeerMessage::Answer { attempt, answer: CommandAnswer::Busy }
            }
            PeerMessage::Push { house, fence, head, entries } => {
                let entries = self.planted_entries(node, house, entries);
                PeerMessage::Push { house, fence, head, entries }
            }
            message => message,
        }
    }

    fn planted_entries(
        &mut self,
        node: usize,
        house: HouseNumber,
        entries: Vec<LinkedEntry>,
    ) -> Vec<LinkedEntry> {
        let (twice, skips) = (self.has(Defect::AppliesTwice), self.has(Defect::SkipsGaps));
        let Some(replica) = self.machines[node].replicas.get_mut(&house) else { return entries };
        if twice {
            let last = replica.head().sequence;
            entries.iter().filter(|entry| entry.sequence <= last).for_each(|entry| replica.repeat(entry));
        }
        let mut head = replica.head();
        let is_gap = entries.first().is_some_and(|first| first.sequence > head.sequence + 1);
        if !(skips && is_gap) {
            return entries;
        }
        let closed = entries.into_iter().map(|mut entry| {
            (entry.sequence, entry.before) = (head.sequence + 1, head.hash);
            head = entry.head();
            entry
        });
        closed.collect()
    }
}
