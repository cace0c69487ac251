//! The world of a simulation: time, what is under way, nodes, clients and the database.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::database::DatabaseAnswer;
use crate::desk::DecidedCommand;
use crate::forward::ClientAnswer;
use crate::history::ClientHistory;
use crate::ids::{CommandKey, HouseNumber, KeyedCommand, RunId, spread};
use crate::message::PeerMessage;
use crate::node::{Node, ReadAnswer};
use crate::simulation::houses::{SimHouse, SimHouses};
use crate::simulation::model_database::{ModelDatabase, ModelRequest};
use crate::simulation::random::SimRandom;
use crate::simulation::report::SimMeasures;
use crate::simulation::scenario::{Scenario, SimFault};

/// Something that happens at a time.
#[derive(Debug)]
pub(crate) enum SimEvent {
    Tick {
        node: usize,
        run: RunId,
    },
    Peer {
        to: RunId,
        from: RunId,
        message: PeerMessage,
    },
    ToDatabase(ModelRequest),
    FromDatabase {
        node: usize,
        run: RunId,
        call: u64,
        answer: DatabaseAnswer,
    },
    Commit {
        house: HouseNumber,
        transaction: u64,
    },
    Opened {
        node: usize,
        run: RunId,
        house: HouseNumber,
    },
    Decide {
        node: usize,
        run: RunId,
        request: DecideRequest,
    },
    /// What a house has decided reaches its node.
    Decided {
        node: usize,
        run: RunId,
        house: HouseNumber,
        number: u64,
        decisions: Vec<DecidedCommand>,
    },
    ClientNext(usize),
    ClientArrives {
        node: usize,
        request: u64,
        asked: ClientAsks,
    },
    ClientHears {
        client: usize,
        attempt: u64,
        heard: ClientHears,
    },
    ClientLate {
        client: usize,
        attempt: u64,
    },
    Fault(SimFault),
    Resume {
        node: usize,
    },
    Promoted {
        gone_since: u64,
        loses: u64,
    },
    Restart {
        node: usize,
        upgrade: bool,
    },
    Repair,
    /// For a defect only.
    GivesUp {
        node: usize,
        request: u64,
    },
}

/// What a node asks of a house.
#[derive(Debug)]
pub(crate) struct DecideRequest {
    pub(crate) house: HouseNumber,
    pub(crate) number: u64,
    pub(crate) fence: u64,
    pub(crate) format: u16,
    pub(crate) commands: Vec<KeyedCommand>,
}

/// What a client sends to a node.
#[derive(Clone, Debug)]
pub(crate) enum ClientAsks {
    Command { house: HouseNumber, command: KeyedCommand },
    Read { house: HouseNumber, token: u64 },
}

/// What a client hears from a node.
#[derive(Clone, Debug)]
pub(crate) enum ClientHears {
    Command(ClientAnswer),
    Read {
        answer: ReadAnswer,
        sequence: u64,
        total: i64,
    },
    /// There is no such node, or the connection broke.
    Reset,
}

#[derive(Debug)]
struct Scheduled {
    at: u64,
    order: u64,
    event: Box<SimEvent>,
}

impl PartialEq for Scheduled {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.order) == (other.at, other.order)
    }
}

impl Eq for Scheduled {}

impl PartialOrd for Scheduled {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheduled {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.order).cmp(&(other.at, other.order))
    }
}

/// A machine with a node on it, or without.
#[derive(Debug)]
pub(crate) struct SimMachine {
    pub(crate) node: Option<Node>,
    pub(crate) run: RunId,
    pub(crate) format: u16,
    /// What its monotonic clock showed at the start of the simulation, in microseconds.
    pub(crate) clock: u64,
    /// How much faster its clock runs, in parts of a million.
    pub(crate) rate: i64,
    pub(crate) wall: i64,
    pub(crate) paused: bool,
    /// When its node was last killed.
    pub(crate) killed: u64,
    pub(crate) cut_from_nodes: u64,
    pub(crate) cut_from_database: u64,
    pub(crate) backlog: VecDeque<SimEvent>,
    pub(crate) replicas: BTreeMap<HouseNumber, Box<dyn SimHouse>>,
    /// The connection that it writes through.
    pub(crate) connection: u64,
    pub(crate) outstanding: BTreeSet<u64>,
    /// When its houses have decided what they were asked.
    pub(crate) decided_at: u64,
    /// When the last write of each house reaches the database.
    pub(crate) written_at: BTreeMap<HouseNumber, u64>,
    /// The reads of the tail that are under way, for a defect only.
    pub(crate) tails: BTreeMap<u64, HouseNumber>,
    pub(crate) writes: BTreeMap<u64, HouseNumber>,
}

impl SimMachine {
    /// The time by its own monotonic clock.
    pub(crate) fn now(&self, time: u64) -> Duration {
        let drift = i64::try_from(time).expect("a small number") / 1_000_000 * self.rate;
        Duration::from_micros((self.clock + time).saturating_add_signed(drift))
    }
}

/// A client: sends a request, waits for its answer, pauses.
#[derive(Debug)]
pub(crate) struct SimClient {
    pub(crate) house: HouseNumber,
    pub(crate) token: u64,
    /// The open request in the history.
    pub(crate) operation: Option<usize>,
    pub(crate) key: CommandKey,
    pub(crate) body: Arc<[u8]>,
    pub(crate) attempt: u64,
    /// Whether the open request was sent before.
    pub(crate) again: bool,
}

/// Who waits for the answer of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientWaits {
    pub(crate) client: usize,
    pub(crate) attempt: u64,
    pub(crate) node: usize,
}

/// Everything.
#[derive(Debug)]
pub(crate) struct World<'h> {
    pub(crate) scenario: Scenario,
    pub(crate) houses: &'h mut dyn SimHouses,
    /// How many entries of each house the houses were shown.
    pub(crate) shown: Vec<usize>,
    pub(crate) time: u64,
    pub(crate) random: SimRandom,
    queue: BinaryHeap<Reverse<Scheduled>>,
    order: u64,
    pub(crate) machines: Vec<SimMachine>,
    /// The machine of each run that was ever started.
    pub(crate) runs: BTreeMap<RunId, usize>,
    pub(crate) database: ModelDatabase,
    pub(crate) clients: Vec<SimClient>,
    pub(crate) waits: BTreeMap<u64, ClientWaits>,
    pub(crate) next_request: u64,
    pub(crate) history: ClientHistory,
    pub(crate) measures: SimMeasures,
    pub(crate) is_over: bool,
}

impl<'h> World<'h> {
    pub(crate) fn new(scenario: Scenario, houses: &'h mut dyn SimHouses) -> Self {
        let mut random = SimRandom::new(scenario.seed);
        let apart = u64::try_from(scenario.clocks_apart).expect("no negative number") + 1;
        let machines = (0..scenario.nodes).map(|_| SimMachine {
            node: None,
            run: RunId(0),
            format: scenario.settings.reads_format,
            clock: random.between(0, 1_000_000_000),
            rate: i64::try_from(random.below(10_000)).expect("a small number") - 5000,
            wall: i64::try_from(random.below(apart)).expect("a small number"),
            paused: false,
            killed: 0,
            cut_from_nodes: 0,
            cut_from_database: 0,
            backlog: VecDeque::new(),
            replicas: BTreeMap::new(),
            connection: 1,
            outstanding: BTreeSet::new(),
            decided_at: 0,
            written_at: BTreeMap::new(),
            tails: BTreeMap::new(),
            writes: BTreeMap::new(),
        });
        let machines = machines.collect();
        let mut database = ModelDatabase::new(scenario.houses, scenario.defect);
        for house in (0..scenario.houses).map(HouseNumber) {
            database.tables.found(house, houses.founding(house));
        }
        Self {
            houses,
            shown: vec![0; usize::from(scenario.houses)],
            time: 0,
            random,
            queue: BinaryHeap::new(),
            order: 0,
            machines,
            runs: BTreeMap::new(),
            database,
            clients: Vec::new(),
            waits: BTreeMap::new(),
            next_request: 0,
            history: ClientHistory::default(),
            measures: SimMeasures::default(),
            is_over: false,
            scenario,
        }
    }

    /// Lets something happen after a while.
    pub(crate) fn after(&mut self, delay: u64, event: SimEvent) {
        self.order += 1;
        let scheduled = Scheduled { at: self.time + delay, order: self.order, event: Box::new(event) };
        self.queue.push(Reverse(scheduled));
    }

    /// The next event, with the time advanced to it.
    pub(crate) fn next(&mut self) -> Option<SimEvent> {
        let Reverse(next) = self.queue.pop()?;
        self.time = next.at;
        self.measures.events += 1;
        Some(*next.event)
    }

    /// The machines that serve a house to clients.
    pub(crate) fn serving(&self, house: HouseNumber) -> Vec<usize> {
        let nodes = self.scenario.nodes as u64;
        let mut chosen: Vec<usize> = Vec::new();
        let mut number = 0;
        while chosen.len() < self.scenario.serving {
            let node = usize::try_from(spread(u64::from(house.0), number) % nodes)
                .expect("a number of this machine");
            if !chosen.contains(&node) {
                chosen.push(node);
            }
            number += 1;
        }
        chosen
    }

    /// Whether the load balancer sends clients to a machine: it notices within half a second that a node is gone.
    pub(crate) fn is_offered(&self, node: usize) -> bool {
        let machine = &self.machines[node];
        match &machine.node {
            Some(state) => state.serves_clients(),
            None => machine.killed > 0 && self.time < machine.killed + 500_000,
        }
    }

    /// The time of a message between two machines, in microseconds.
    pub(crate) fn latency(&mut self) -> u64 {
        let usual = self.random.between(100, 400);
        if self.random.happens(2000) { usual + self.random.between(500, 5000) } else { usual }
    }
}
