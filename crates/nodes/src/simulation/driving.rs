//! Driving the nodes: what they want is done, and what happens is given to them.

use std::collections::VecDeque;

use crate::checker::{BrokenPromise, Violation};
use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::desk::DecidedCommand;
use crate::ids::{HouseNumber, LinkedEntry, RunId};
use crate::lease::LeaseState;
use crate::message::PeerMessage;
use crate::node::{Node, NodeAction, NodeInput, NodeNote, ReadAnswer};
use crate::simulation::defect::Defect;
use crate::simulation::houses::DecideTerms;
use crate::simulation::model_database::{DatabaseEffect, ModelRequest};
use crate::simulation::world::{ClientHears, DecideRequest, SimEvent, World};

/// The time between two ticks of a node.
const TICK: u64 = 20_000;
/// How long a node waits for the database.
const PATIENCE: u64 = 1_000_000;
/// The longest time that a house takes to decide a group, in microseconds.
const DECIDING_MAX: u64 = 2_000;
/// … that is slow.
const SLOW_MAX: u64 = 300_000;
/// The longest time until the node hears what was decided.
const REPORTING_MAX: u64 = 1_000;
/// How long a commit hangs if nobody ends its connection.
const HANG: u64 = 60_000_000;

impl World<'_> {
    /// Starts a node on a machine.
    pub(crate) fn start(&mut self, node: usize) {
        let run = RunId(self.runs.len() as u128 + 1);
        self.runs.insert(run, node);
        let mut settings = self.scenario.settings.clone();
        settings.reads_format = self.machines[node].format;
        settings.key_check = u64::from(self.scenario.other_key == Some(node));
        let machine = &mut self.machines[node];
        machine.node = Some(Node::new(run, settings));
        machine.run = run;
        machine.paused = false;
        machine.backlog.clear();
        machine.replicas.clear();
        machine.outstanding.clear();
        machine.tails.clear();
        machine.writes.clear();
        machine.written_at.clear();
        for house in (0..self.scenario.houses).map(HouseNumber) {
            if self.serving(house).contains(&node) {
                self.give(node, NodeInput::Serve(house));
            }
        }
        let first = self.random.below(TICK);
        self.after(first, SimEvent::Tick { node, run });
    }

    /// Whether a run is alive on its machine.
    pub(crate) fn is_running(&self, node: usize, run: RunId) -> bool {
        self.machines[node].node.is_some() && self.machines[node].run == run
    }

    pub(crate) fn tick(&mut self, node: usize, run: RunId) {
        if self.is_running(node, run) {
            self.after(TICK, SimEvent::Tick { node, run });
            if !self.machines[node].paused {
                self.give(node, NodeInput::Tick);
            }
        }
    }

    /// Gives an input to a node, and does what it wants.
    pub(crate) fn give(&mut self, node: usize, input: NodeInput) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let machine = &mut self.machines[node];
            let now = machine.now(self.time);
            let Some(state) = &mut machine.node else { return };
            let actions = state.handle(input, now);
            let is = |kind: fn(&NodeAction) -> bool| actions.iter().any(kind);
            let is_partly = is(|one| matches!(one, NodeAction::Stored(_)))
                && is(|one| matches!(one, NodeAction::Forget(_)));
            self.measures.partly_stored += u64::from(is_partly);
            for action in actions {
                self.perform(node, action, &mut inputs);
            }
        }
    }

    fn perform(&mut self, node: usize, action: NodeAction, inputs: &mut VecDeque<NodeInput>) {
        match action {
            NodeAction::Call { call, what } => self.call(node, call, what, inputs),
            NodeAction::Send { to, message } => self.send(node, to, message),
            NodeAction::Open(house) => {
                let run = self.machines[node].run;
                let delay = self.random.between(5000, 30_000);
                self.after(delay, SimEvent::Opened { node, run, house });
            }
            NodeAction::Close(house) => {
                self.machines[node].replicas.remove(&house);
            }
            NodeAction::Apply { house, entries } => self.apply(node, house, &entries, inputs),
            NodeAction::Decide { house, number, fence, format, commands } => {
                let format = self.planted_format(node, format);
                let is_slow = self.random.happens(self.scenario.slow);
                let delay = self.random.between(20, if is_slow { SLOW_MAX } else { DECIDING_MAX });
                let machine = &mut self.machines[node];
                // What a house is asked it answers in order.
                let at = (self.time + delay).max(machine.decided_at + 1);
                machine.decided_at = at;
                let request = DecideRequest { house, number, fence, format, commands };
                let event = SimEvent::Decide { node, run: machine.run, request };
                self.after(at - self.time, event);
            }
            // Its entries are applied.
            NodeAction::Stored(_) => {}
            NodeAction::Forget(house) => self.forget(node, house),
            NodeAction::AnswerCommand { client, answer } => {
                self.answer_client(node, client, ClientHears::Command(answer));
            }
            NodeAction::AnswerRead { read, answer } => self.answer_read(node, read, answer),
            NodeAction::Note(note) => self.note(node, &note),
        }
    }

    /// A house decides: that takes a while.
    pub(crate) fn decides(&mut self, node: usize, run: RunId, request: DecideRequest) {
        if !self.is_running(node, run) {
            return;
        }
        if self.machines[node].paused {
            return self.machines[node].backlog.push_back(SimEvent::Decide { node, run, request });
        }
        let DecideRequest { house, number, fence, format, commands } = request;
        let records_refusals = self.scenario.defect != Some(Defect::ForgetsRefusals);
        let wall = self.machines[node].wall.saturating_add_unsigned(self.time);
        let terms = DecideTerms { fence, format, records_refusals, wall };
        let replica = self.machines[node].replicas.get_mut(&house);
        let measures = &mut self.measures;
        let decisions = replica.map(|replica| {
            measures.decided += 1;
            measures.decided_ahead += u64::from(replica.is_ahead());
            replica.decide(&commands, terms)
        });
        let decisions = decisions.unwrap_or_default();
        let is_slow = self.random.happens(self.scenario.slow);
        let delay = self.random.below(if is_slow { SLOW_MAX } else { REPORTING_MAX });
        self.after(delay, SimEvent::Decided { node, run, house, number, decisions });
    }

    /// What a house has decided reaches its node.
    pub(crate) fn has_decided(
        &mut self,
        node: usize,
        run: RunId,
        house: HouseNumber,
        number: u64,
        decisions: Vec<DecidedCommand>,
    ) {
        if !self.is_running(node, run) {
            return;
        }
        if self.machines[node].paused {
            let event = SimEvent::Decided { node, run, house, number, decisions };
            return self.machines[node].backlog.push_back(event);
        }
        self.give(node, NodeInput::Decided { house, number, decisions });
    }

    fn forget(&mut self, node: usize, house: HouseNumber) {
        let keeps = self.scenario.defect == Some(Defect::KeepsLostGroups);
        if let Some(replica) = self.machines[node].replicas.get_mut(&house).filter(|_| !keeps) {
            self.measures.forgotten += u64::from(replica.is_ahead());
            replica.forget_decisions();
        }
    }

    fn call(&mut self, node: usize, call: u64, what: DatabaseCall, inputs: &mut VecDeque<NodeInput>) {
        *self.measures.calls.entry(kind_of(&what)).or_default() += 1;
        if self.planted_amnesia(node, &what) {
            return;
        }
        let (run, time) = (self.machines[node].run, self.time);
        self.planted_call(node, call, &what, inputs);
        let machine = &mut self.machines[node];
        machine.outstanding.insert(call);
        match &what {
            DatabaseCall::ReadTail { house, .. } => {
                machine.tails.insert(call, *house);
            }
            DatabaseCall::Write { house, .. } | DatabaseCall::FindOut { house } => {
                let is_another = matches!(what, DatabaseCall::Write { .. })
                    && machine.writes.values().any(|of| of == house);
                self.measures.written_ahead += u64::from(is_another);
                machine.writes.insert(call, *house);
            }
            _ => {}
        }
        let connection = machine.connection;
        let is_cut = machine.cut_from_database > time;
        let may_wait = !matches!(what, DatabaseCall::Look | DatabaseCall::ReadTail { .. });
        if is_cut || may_wait {
            let answer = DatabaseAnswer::Lost;
            self.after(PATIENCE, SimEvent::FromDatabase { node, run, call, answer });
        }
        // What is sent into a cut connection is sent again by the kernel, and may arrive when the cut is over.
        let arrives = !is_cut || self.random.happens(500_000);
        if arrives {
            let server = self.database.server;
            let cut = self.machines[node].cut_from_database.saturating_sub(time);
            let mut delay = cut + self.latency();
            if let DatabaseCall::Write { house, .. } = &what {
                // A node sends its writes of a house one after another.
                let written_at = self.machines[node].written_at.entry(*house).or_default();
                delay = delay.max((*written_at + 1).saturating_sub(time));
                *written_at = time + delay;
            }
            let request = ModelRequest { node, run, call, connection, server, what };
            self.after(delay, SimEvent::ToDatabase(request));
        }
    }

    pub(crate) fn database_asked(&mut self, request: ModelRequest) {
        self.planted_wall_clock(&request);
        let mut effects = Vec::new();
        self.database.arrive(request, self.time, &mut effects);
        self.show_entries();
        self.database_effects(effects);
    }

    pub(crate) fn database_commits(&mut self, house: HouseNumber, transaction: u64) {
        let mut effects = Vec::new();
        self.database.commit(house, transaction, self.time, &mut effects);
        self.show_entries();
        self.database_effects(effects);
    }

    /// Shows the houses which entries are new in the database, and which were lost.
    pub(crate) fn show_entries(&mut self) {
        for (place, shown) in self.shown.iter_mut().enumerate() {
            let house = HouseNumber(u16::try_from(place).expect("few houses"));
            let journal = self.database.tables.journal(house);
            if journal.len() == *shown {
                continue;
            }
            let still = journal.len().min(*shown);
            let new: Vec<LinkedEntry> = journal[still..].iter().map(|line| line.entry.clone()).collect();
            *shown = journal.len();
            if let Err(found) = self.houses.stored(house, still, &new) {
                let promise = BrokenPromise::Unsound;
                self.measures.unsound.push(Violation { promise, house: house.0, found });
            }
        }
    }

    fn database_effects(&mut self, effects: Vec<DatabaseEffect>) {
        for effect in effects {
            match effect {
                DatabaseEffect::Answer { node, run, call, answer } => {
                    let is_cut = self.machines[node].cut_from_database > self.time;
                    let delay = if is_cut { PATIENCE } else { self.latency() };
                    let answer = if is_cut { DatabaseAnswer::Lost } else { answer };
                    self.after(delay, SimEvent::FromDatabase { node, run, call, answer });
                }
                DatabaseEffect::Commit { house, transaction, hangs } => {
                    let usual = self.random.between(400, 1500);
                    let delay = if hangs { HANG } else { usual };
                    self.after(delay, SimEvent::Commit { house, transaction });
                }
            }
        }
    }

    /// The database has answered a node.
    pub(crate) fn database_answered(&mut self, node: usize, run: RunId, call: u64, answer: DatabaseAnswer) {
        if !self.is_running(node, run) {
            return;
        }
        if self.machines[node].paused {
            let event = SimEvent::FromDatabase { node, run, call, answer };
            return self.machines[node].backlog.push_back(event);
        }
        self.planted_claims(node, &answer);
        let machine = &mut self.machines[node];
        if !machine.outstanding.remove(&call) {
            return;
        }
        let tail = machine.tails.remove(&call);
        let wrote = machine.writes.remove(&call).is_some();
        if wrote && answer == DatabaseAnswer::Lost {
            machine.connection += 1;
        }
        let answer = self.planted_answer(node, tail, wrote, answer);
        self.give(node, NodeInput::Database { call, answer });
    }

    /// A house is loaded on a node.
    pub(crate) fn opened(&mut self, node: usize, run: RunId, house: HouseNumber) {
        if !self.is_running(node, run) {
            return;
        }
        let is_cut = self.machines[node].cut_from_database > self.time || !self.database.is_up;
        if is_cut || self.machines[node].paused {
            return self.after(100_000, SimEvent::Opened { node, run, house });
        }
        // A house may have been closed meanwhile, or loaded by an earlier request.
        if !self.machines[node].node.as_ref().is_some_and(|state| state.is_loading(house)) {
            return;
        }
        let mut replica = self.houses.open(house);
        self.database.tables.journal(house).iter().for_each(|line| replica.force(&line.entry));
        let head = replica.head();
        self.machines[node].replicas.insert(house, replica);
        self.give(node, NodeInput::Opened { house, head });
    }

    /// Sends a message to another node, over a network that may lose it.
    pub(crate) fn send(&mut self, node: usize, to: RunId, message: PeerMessage) {
        self.measures.messages += 1;
        let message = self.planted_message(message);
        let Some(target) = self.runs.get(&to).copied() else { return };
        let is_cut = |machine: usize| self.machines[machine].cut_from_nodes > self.time;
        if is_cut(node) || is_cut(target) || self.random.happens(self.scenario.loss) {
            return;
        }
        let from = self.machines[node].run;
        let copies = 1 + u64::from(self.random.happens(self.scenario.twice));
        for _ in 0..copies {
            let late = if self.random.happens(self.scenario.late) { self.random.below(50_000) } else { 0 };
            let delay = self.latency() + late;
            self.after(delay, SimEvent::Peer { to, from, message: message.clone() });
        }
    }

    pub(crate) fn peer(&mut self, to: RunId, from: RunId, message: PeerMessage) {
        let Some(node) = self.runs.get(&to).copied().filter(|node| self.is_running(*node, to)) else {
            return;
        };
        if self.machines[node].paused {
            return self.machines[node].backlog.push_back(SimEvent::Peer { to, from, message });
        }
        let message = self.planted_arrival(node, message);
        self.give(node, NodeInput::Peer { from, message });
    }

    fn apply(
        &mut self,
        node: usize,
        house: HouseNumber,
        entries: &[LinkedEntry],
        inputs: &mut VecDeque<NodeInput>,
    ) {
        let machine = &mut self.machines[node];
        let follows = machine.node.as_ref().is_some_and(|state| state.lease_state(house) == LeaseState::Away);
        for entry in entries {
            let place = usize::try_from(entry.sequence).expect("a number of this machine");
            let line = self.database.tables.journal(house).get(place.wrapping_sub(1));
            if let Some(line) = line.filter(|_| follows) {
                self.measures.lag.add(self.time - line.at.min(self.time));
            }
            let is_planted = self.scenario.defect == Some(Defect::SkipsGaps);
            let Some(replica) = machine.replicas.get_mut(&house) else { return };
            if is_planted {
                replica.force(entry);
            } else if !replica.apply(entry) {
                inputs.push_back(NodeInput::ApplyFailed { house, sequence: entry.sequence });
            }
        }
    }

    fn answer_read(&mut self, node: usize, read: u64, answer: ReadAnswer) {
        let house = self.waits.get(&read).map(|waits| self.clients[waits.client].house);
        let replica = house.and_then(|house| self.machines[node].replicas.get(&house));
        let (sequence, total) = replica.map_or((0, 0), |replica| (replica.head().sequence, replica.total()));
        self.answer_client(node, read, ClientHears::Read { answer, sequence, total });
    }

    fn note(&mut self, node: usize, note: &NodeNote) {
        let time = self.time;
        match note {
            NodeNote::Owns { house, by_plan, .. } => {
                if let Some(at) = self.measures.killed.remove(house) {
                    self.measures.owner_after_kill.add(time - at);
                }
                if let Some(outage) = self.measures.unanswered.get_mut(house) {
                    outage.owned_at.get_or_insert(time);
                }
                if let Some(at) = self.measures.paused.remove(house) {
                    self.measures.owner_after_pause.add(time - at);
                }
                if let Some(at) = self.measures.closing.remove(house).filter(|_| *by_plan) {
                    self.measures.hand_over.add(time - at);
                }
                if self.scenario.defect == Some(Defect::ForgetsKeysOfOthers)
                    && let Some(replica) = self.machines[node].replicas.get_mut(house)
                {
                    replica.forget_keys();
                }
            }
            NodeNote::Closing { house } => {
                self.measures.closing.insert(*house, time);
            }
            NodeNote::Suspended { .. } => self.measures.suspended += 1,
            NodeNote::JoinRefused(_) => self.measures.refused_nodes += 1,
            NodeNote::Lost { .. } | NodeNote::Left => {}
        }
    }
}

const fn kind_of(call: &DatabaseCall) -> &'static str {
    match call {
        DatabaseCall::Announce(_) | DatabaseCall::Leave | DatabaseCall::Expel { .. } => "members",
        DatabaseCall::Beat { .. } => "signs of life",
        DatabaseCall::RaiseFormat(_) => "formats",
        DatabaseCall::Look => "reads of members and leases",
        DatabaseCall::Claim { .. } => "claims",
        DatabaseCall::Renew { .. } => "renewals",
        DatabaseCall::Release { .. } => "releases",
        DatabaseCall::Suspend { .. } => "suspensions",
        DatabaseCall::Write { .. } => "groups written",
        DatabaseCall::FindOut { .. } => "heads read after an unknown outcome",
        DatabaseCall::ReadTail { .. } => "tails read",
    }
}
