//! The task that runs the protocol: it gives [`Node`] its inputs, one after another, and does what it wants.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use croupier_house::ids::HouseId;
use croupier_house::store::{Batch, OnStored, StoreError};
use croupier_nodes::{
    DatabaseAnswer, DatabaseCall, HouseNumber, LeaseRow, LeaseState, Membership, Node, NodeAction, NodeInput,
    NodeNote, PeerMessage, ReadAnswer, RunId,
};
use croupier_peers::{Peer, Peers};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

use super::calls::{CallResult, DatabaseCalls};
use super::link::{DecideRequest, DecidedGroup, HouseReport, NodeHouse, NodeReport, NodeRequest, OnAnswer};
use crate::telemetry;

/// How often time passes for the node.
const TICK: Duration = Duration::from_millis(20);
/// The maximum number of requests that are handled before the other sources are looked at.
const REQUESTS_AT_ONCE: usize = 256;

/// What the driver reports to those who look after the houses.
pub(crate) enum NodeEvent {
    /// The database has a house that is not served here yet.
    NewHouse(HouseId),
    /// This node has the house, because its owner failed.
    TookOver(HouseId),
}

/// Runs the protocol of one node.
pub(super) struct Driver {
    node: Node,
    started: Instant,
    /// When the database last answered a look.
    looked: Instant,
    /// The owner and the renewals of each house, and since when they are these.
    renewals: BTreeMap<HouseId, (Option<RunId>, u64, Instant)>,
    calls: DatabaseCalls,
    peers: Option<Peers>,
    events: mpsc::UnboundedSender<NodeEvent>,
    houses: BTreeMap<HouseId, Box<dyn NodeHouse>>,
    clients: FxHashMap<u64, OnAnswer>,
    reads: FxHashMap<u64, oneshot::Sender<ReadAnswer>>,
    next: u64,
    /// The request that a house has not answered.
    asked: BTreeMap<HouseId, u64>,
    /// Groups that were decided and are not sent to the database yet.
    decided: BTreeMap<HouseId, Vec<DecidedGroup>>,
    /// What happens when the groups that were sent are stored, the oldest first.
    pending: BTreeMap<HouseId, VecDeque<Vec<OnStored>>>,
    /// Houses that were claimed from an owner that failed.
    claimed: BTreeSet<HouseId>,
    /// Houses that nobody may write to.
    suspended: BTreeMap<HouseId, String>,
    draining: Vec<oneshot::Sender<()>>,
    stopping: Option<oneshot::Sender<()>>,
}

/// Where a driver gets its inputs from.
pub(super) struct DriverInputs {
    pub(super) requests: mpsc::UnboundedReceiver<NodeRequest>,
    pub(super) results: mpsc::UnboundedReceiver<CallResult>,
    /// Messages of other nodes; `None` where this node is not reached by others.
    pub(super) inbox: Option<mpsc::Receiver<(RunId, PeerMessage)>>,
}

const fn number(house: HouseId) -> HouseNumber {
    HouseNumber(house.0)
}

impl Driver {
    pub(super) fn new(
        node: Node,
        calls: DatabaseCalls,
        peers: Option<Peers>,
        events: mpsc::UnboundedSender<NodeEvent>,
    ) -> Self {
        Self {
            node,
            started: Instant::now(),
            looked: Instant::now(),
            renewals: BTreeMap::new(),
            calls,
            peers,
            events,
            houses: BTreeMap::new(),
            clients: FxHashMap::default(),
            reads: FxHashMap::default(),
            next: 0,
            asked: BTreeMap::new(),
            decided: BTreeMap::new(),
            pending: BTreeMap::new(),
            claimed: BTreeSet::new(),
            suspended: BTreeMap::new(),
            draining: Vec::new(),
            stopping: None,
        }
    }

    /// Runs until it is stopped.
    pub(super) async fn run(mut self, inputs: DriverInputs) {
        let DriverInputs { mut requests, mut results, mut inbox } = inputs;
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while self.stopping.is_none() {
            tokio::select! {
                request = requests.recv() => {
                    let Some(request) = request else { break };
                    self.request(request);
                    for _ in 0..REQUESTS_AT_ONCE {
                        let Ok(request) = requests.try_recv() else { break };
                        self.request(request);
                    }
                }
                Some(result) = results.recv() => self.result(result),
                Some((from, message)) = receive(&mut inbox) => self.input(NodeInput::Peer { from, message }),
                _ = ticks.tick() => {
                    self.input(NodeInput::Tick);
                    self.after_tick();
                }
            }
        }
        let owned = self.node.owned().map(|(house, _)| house).collect();
        self.calls.leave(owned).await;
        if let Some(done) = self.stopping.take() {
            let _ = done.send(());
        }
    }

    fn input(&mut self, input: NodeInput) {
        let actions = self.node.handle(input, self.started.elapsed());
        for action in actions {
            self.perform(action);
        }
    }

    fn request(&mut self, request: NodeRequest) {
        match request {
            NodeRequest::Serve { house, actor } => {
                let is_loading = self.node.is_loading(number(house));
                if is_loading {
                    actor.report_head();
                }
                if let Some(why) = self.suspended.get(&house) {
                    actor.suspend(why.clone());
                }
                if self.node.lease_state(number(house)) == LeaseState::Owning {
                    // The actor before it was closed, because the founding of the house was refused.
                    actor.set_owned(true);
                }
                self.houses.insert(house, actor);
                if let Some(asked) = self.asked.remove(&house) {
                    // Nobody answers what the actor before it was asked.
                    let (house, decisions) = (number(house), Vec::new());
                    self.input(NodeInput::Decided { house, number: asked, decisions });
                }
                self.input(NodeInput::Serve(number(house)));
            }
            NodeRequest::Opened { house, head } => {
                self.input(NodeInput::Opened { house: number(house), head });
            }
            NodeRequest::Command { house, command, answer } => {
                self.next += 1;
                self.clients.insert(self.next, answer);
                self.input(NodeInput::Command { client: self.next, house: number(house), command });
            }
            NodeRequest::Read { house, token, answer } => {
                self.next += 1;
                self.reads.insert(self.next, answer);
                self.input(NodeInput::Read { read: self.next, house: number(house), token });
            }
            NodeRequest::Decided { house, number: asked, decisions, group } => {
                self.asked.remove(&house);
                self.decided.entry(house).or_default().extend(group);
                self.input(NodeInput::Decided { house: number(house), number: asked, decisions });
            }
            NodeRequest::ApplyFailed { house, sequence } => {
                self.input(NodeInput::ApplyFailed { house: number(house), sequence });
            }
            NodeRequest::Drain(done) => {
                self.draining.push(done);
                self.input(NodeInput::Drain);
            }
            NodeRequest::Stop(done) => self.stopping = Some(done),
            NodeRequest::Report(answer) => {
                let _ = answer.send(self.report());
            }
        }
    }

    /// The database has answered.
    fn result(&mut self, result: CallResult) {
        let CallResult { call, what, answer, contradicts } = result;
        match (&what, &answer) {
            (DatabaseCall::Look, DatabaseAnswer::View(view)) => {
                self.looked = Instant::now();
                view.leases.iter().for_each(|lease| self.lease_seen(lease));
            }
            (DatabaseCall::Claim { house, run: Some(_), .. }, DatabaseAnswer::Owned { .. }) => {
                self.claimed.insert(HouseId(house.0));
            }
            (DatabaseCall::Write { house, before, .. }, _) if contradicts => {
                let (house, sequence) = (*house, before.sequence + 1);
                self.input(NodeInput::ApplyFailed { house, sequence });
            }
            _ => {}
        }
        self.input(NodeInput::Database { call, answer });
    }

    fn lease_seen(&mut self, lease: &LeaseRow) {
        let (house, seen) = (HouseId(lease.house.0), (lease.run, lease.renewals));
        if self.renewals.get(&house).is_none_or(|(run, renewals, _)| (*run, *renewals) != seen) {
            self.renewals.insert(house, (seen.0, seen.1, Instant::now()));
        }
        if let Some(reason) = lease.suspended {
            self.suspend(lease.house, &reason.to_string());
        }
        if !self.houses.contains_key(&house) {
            drop(self.events.send(NodeEvent::NewHouse(house)));
        }
    }

    /// The oldest group that was sent is stored. The house notes it before anybody is answered.
    fn settle(&mut self, house: HouseId) {
        let oldest = self.pending.get_mut(&house).and_then(VecDeque::pop_front);
        oldest.into_iter().flatten().for_each(|stored| stored(Ok(())));
    }

    /// What was decided is not stored: the house forgets it, before it is asked again.
    fn abandon(&mut self, house: HouseId) {
        let sent = self.pending.remove(&house).into_iter().flatten().flatten();
        let decided = self.decided.remove(&house).into_iter().flatten().map(|group| group.stored);
        for stored in sent.chain(decided) {
            stored(Err(StoreError::Failed("what was decided is not stored".to_owned())));
        }
    }

    fn perform(&mut self, action: NodeAction) {
        match action {
            NodeAction::Call { call, what } => self.call(call, what),
            NodeAction::Send { to, message } => {
                if let Some(peers) = &self.peers {
                    peers.send(to, message);
                }
            }
            NodeAction::Open(house) => match self.houses.get(&HouseId(house.0)) {
                Some(actor) => actor.report_head(),
                // It reports its head when it is served.
                None => drop(self.events.send(NodeEvent::NewHouse(HouseId(house.0)))),
            },
            // Every house is served by every node.
            NodeAction::Close(_) => {}
            NodeAction::Apply { house, entries } => self.house(house, |actor| actor.apply(entries)),
            NodeAction::Decide { house, number, fence, format, commands } => {
                self.asked.insert(HouseId(house.0), number);
                let request = DecideRequest { number, fence, format, commands };
                self.house(house, |actor| actor.decide(request));
            }
            NodeAction::Stored(house) => self.settle(HouseId(house.0)),
            NodeAction::Forget(house) => {
                self.abandon(HouseId(house.0));
                self.house(house, |actor| actor.forget());
            }
            NodeAction::AnswerCommand { client, answer } => {
                if let Some(waiting) = self.clients.remove(&client) {
                    waiting(answer);
                }
            }
            NodeAction::AnswerRead { read, answer } => {
                if let Some(waiting) = self.reads.remove(&read) {
                    drop(waiting.send(answer));
                }
            }
            NodeAction::Note(note) => self.note(&note),
        }
    }

    fn house(&self, house: HouseNumber, then: impl FnOnce(&dyn NodeHouse)) {
        if let Some(actor) = self.houses.get(&HouseId(house.0)) {
            then(&**actor);
        }
    }

    fn call(&mut self, call: u64, what: DatabaseCall) {
        let DatabaseCall::Write { house, .. } = &what else { return self.calls.start(call, what) };
        let id = HouseId(house.0);
        // Everything that the house has decided since the last write.
        let groups = self.decided.remove(&id).into_iter().flatten();
        let (batches, stored): (Vec<Batch>, Vec<OnStored>) =
            groups.map(|DecidedGroup { batch, stored }| (batch, stored)).unzip();
        self.pending.entry(id).or_default().push_back(stored);
        match batches.into_iter().reduce(Batch::followed_by) {
            Some(batch) => self.calls.write(call, what, id, batch),
            // A group is written once: it came with its decision.
            None => self.calls.lost(call, what),
        }
    }

    fn note(&mut self, note: &NodeNote) {
        match note {
            NodeNote::Owns { house, fence, by_plan } => {
                let id = HouseId(house.0);
                tracing::info!(house = id.0, fence, by_plan, "this node owns the house");
                telemetry::set_owned(id, true);
                self.house(*house, |actor| actor.set_owned(true));
                if self.claimed.remove(&id) && !by_plan {
                    drop(self.events.send(NodeEvent::TookOver(id)));
                }
            }
            NodeNote::Lost { house } => {
                let id = HouseId(house.0);
                tracing::info!(house = id.0, "this node does not own the house any more");
                telemetry::set_owned(id, false);
                self.house(*house, |actor| actor.set_owned(false));
            }
            NodeNote::Closing { house } => {
                tracing::info!(house = house.0, "the house is being given to another node");
            }
            NodeNote::Suspended { house, reason } => {
                tracing::error!(house = house.0, %reason, "the house is suspended: nobody may write to it");
                self.suspend(*house, &reason.to_string());
            }
            NodeNote::JoinRefused(refusal) => tracing::error!(%refusal, "this node may not join the others"),
            NodeNote::Left => tracing::info!("this node has given all its houses away"),
        }
    }

    /// Nobody may write to a house: this node has found out why, or another one has.
    fn suspend(&mut self, house: HouseNumber, why: &str) {
        let (id, why) = (HouseId(house.0), format!("the house is suspended: {why}"));
        if self.suspended.insert(id, why.clone()).is_some() {
            return;
        }
        telemetry::set_suspended(id, true);
        self.house(house, |actor| {
            actor.set_owned(false);
            actor.suspend(why);
        });
    }

    /// Notes how far each house is applied here.
    fn note_lag(&self) {
        let now = self.started.elapsed();
        for house in self.houses.keys() {
            if let Some((entries, _)) = self.node.lag(number(*house), now) {
                telemetry::set_behind(*house, entries);
            }
        }
    }

    /// What is looked at every now and then: who the members are, and whether everything is given away.
    fn after_tick(&mut self) {
        self.note_lag();
        if let Some(peers) = &self.peers {
            let members = self.calls.members();
            // A node without an address is not reached by others.
            let reached = members.into_iter().filter(|(_, address)| !address.is_empty());
            peers.set_members(&reached.map(|(run, address)| Peer { run, address }).collect::<Vec<_>>());
        }
        let is_over = self.node.membership() == Membership::Left || !self.calls.has_others();
        if is_over {
            for done in self.draining.drain(..) {
                let _ = done.send(());
            }
        }
    }

    /// Why this node cannot serve, if it cannot.
    fn trouble(&self) -> Option<String> {
        match self.node.membership() {
            Membership::Refused(refusal) => Some(refusal.to_string()),
            Membership::Joining => Some("it has not joined the others yet".to_owned()),
            Membership::Left => Some("it has given all its houses away".to_owned()),
            Membership::Joined if self.looked.elapsed() > GONE_AFTER => {
                Some("the database does not answer".to_owned())
            }
            Membership::Joined => self.unowned().map(|house| format!("no node owns house {}", house.0)),
        }
    }

    /// A house whose lease nobody has, or nobody has renewed for a while.
    fn unowned(&self) -> Option<HouseId> {
        let is_unowned = |house: &&HouseId| {
            self.renewals
                .get(house)
                .is_none_or(|(run, _, since)| run.is_none() || since.elapsed() > UNOWNED_AFTER)
        };
        self.houses.keys().find(is_unowned).copied()
    }

    fn report(&self) -> NodeReport {
        let now = self.started.elapsed();
        let houses = self.houses.keys().map(|house| HouseReport {
            house: *house,
            state: self.node.lease_state(number(*house)),
            behind: self.node.lag(number(*house), now).map_or(0, |(entries, _)| entries),
        });
        NodeReport {
            houses: houses.collect(),
            trouble: self.trouble(),
            waiting: self.node.waiting_commands(),
        }
    }
}

/// The time without an answer after which the database counts as gone.
const GONE_AFTER: Duration = Duration::from_secs(2);

/// The time without a renewal after which a house counts as owned by nobody: longer than the next owner needs.
const UNOWNED_AFTER: Duration = Duration::from_secs(5);

/// The next message of another node; waits for ever where there is none.
async fn receive(inbox: &mut Option<mpsc::Receiver<(RunId, PeerMessage)>>) -> Option<(RunId, PeerMessage)> {
    match inbox {
        Some(inbox) => inbox.recv().await,
        None => std::future::pending().await,
    }
}
