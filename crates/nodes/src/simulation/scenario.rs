//! What a simulation does: how large it is, what fails and when.

use crate::checker::HistoryExpectations;
use crate::settings::NodeSettings;
use crate::simulation::defect::Defect;
use crate::simulation::model_database::HungCommit;
use crate::simulation::random::SimRandom;

/// Something that happens to the nodes, the network or the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimFault {
    /// A node is killed.
    Kill(usize),
    /// A node that does not run starts, under another run.
    Start(usize),
    /// A node stops (`SIGSTOP`) for a while, in microseconds.
    Pause(usize, u64),
    /// A node cannot reach the other nodes, for a while.
    CutFromNodes(usize, u64),
    /// A node cannot reach the database, for a while.
    CutFromDatabase(usize, u64),
    /// The next write of a node hangs while it holds the lock of the lease.
    Hang(usize, HungCommit),
    /// The database is replaced by its standby, which is there after a while.
    Promote {
        /// How long there is no database.
        gone: u64,
        /// What was changed in this time before is lost; zero is nothing.
        loses: u64,
    },
    /// The wall clock of a node jumps, in microseconds.
    JumpClock(usize, i64),
    /// A node drains and leaves.
    Drain(usize),
    /// A node drains, leaves and starts again with the next event format.
    Upgrade(usize),
}

/// What a simulation does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The seed of everything that is random.
    pub seed: u64,
    /// The number of houses.
    pub houses: u16,
    /// The number of nodes.
    pub nodes: usize,
    /// How many nodes serve each house to clients.
    pub serving: usize,
    /// The clients of each house.
    pub clients: usize,
    /// The pause of a client between two requests, in microseconds.
    pub pause: u64,
    /// How long clients send requests, in microseconds. After that everything is repaired and the open requests are answered.
    pub span: u64,
    /// Messages between nodes that are lost, in a million.
    pub loss: u64,
    /// Messages between nodes that arrive twice, in a million.
    pub twice: u64,
    /// Messages between nodes that are late by up to 50 ms and overtaken, in a million.
    pub late: u64,
    /// Groups that a house takes long to decide, in parts of a million.
    pub slow: u64,
    /// How far the wall clocks of the nodes are apart, in microseconds.
    pub clocks_apart: i64,
    /// What fails, and when, in microseconds.
    pub faults: Vec<(u64, SimFault)>,
    /// Nodes that start later, by a fault.
    pub absent: Vec<usize>,
    /// A node with another house key.
    pub other_key: Option<usize>,
    /// A planted defect.
    pub defect: Option<Defect>,
    /// The settings of every node.
    pub settings: NodeSettings,
}

const SECOND: u64 = 1_000_000;

impl Scenario {
    /// Nothing fails.
    pub fn calm(seed: u64, houses: u16, nodes: usize, seconds: u64) -> Self {
        Self {
            seed,
            houses,
            nodes,
            serving: nodes.min(3),
            clients: 2,
            pause: 100_000,
            span: seconds * SECOND,
            loss: 0,
            twice: 0,
            late: 0,
            slow: 0,
            clocks_apart: 600 * 1_000_000,
            faults: Vec::new(),
            absent: Vec::new(),
            other_key: None,
            defect: None,
            settings: NodeSettings::default(),
        }
    }

    /// A network that loses, repeats and reorders messages.
    #[must_use]
    pub const fn with_bad_network(mut self) -> Self {
        self.loss = 20_000;
        self.twice = 20_000;
        self.late = 50_000;
        self
    }

    /// Adds a fault at a time in milliseconds.
    #[must_use]
    pub fn with_fault(mut self, at_ms: u64, fault: SimFault) -> Self {
        self.faults.push((at_ms * 1000, fault));
        self
    }

    /// Plants a defect.
    #[must_use]
    pub const fn with_defect(mut self, defect: Defect) -> Self {
        self.defect = Some(defect);
        self
    }

    /// The wall clocks of the nodes jump to and fro by up to so many microseconds, once a second.
    #[must_use]
    pub fn with_jumping_clocks(mut self, most: u64) -> Self {
        let mut random = SimRandom::new(self.seed ^ 0xC10C);
        for second in 3..self.span / SECOND {
            let by = i64::try_from(random.below(2 * most + 1)).expect("a small number");
            let by = by - i64::try_from(most).expect("a small number");
            let node = random.index(self.nodes);
            self.faults.push((second * SECOND, SimFault::JumpClock(node, by)));
        }
        self
    }

    /// Everything fails, at random: a fault every `every` milliseconds, of any node.
    pub fn storm(seed: u64, houses: u16, nodes: usize, seconds: u64, every: u64) -> Self {
        let mut scenario = Self::calm(seed, houses, nodes, seconds).with_bad_network();
        scenario.slow = 5_000;
        let mut random = SimRandom::new(seed ^ 0x5EED);
        let mut at = 3 * SECOND;
        while at + 2 * SECOND < scenario.span {
            let node = random.index(nodes);
            let fault = any_fault(&mut random, node);
            scenario.faults.push((at, fault));
            if matches!(fault, SimFault::Kill(_) | SimFault::Drain(_)) {
                let back = at + random.between(SECOND, 5 * SECOND);
                scenario.faults.push((back, SimFault::Start(node)));
            }
            at += random.between(every * 500, every * 1500);
        }
        scenario
    }

    /// One kind of fault again and again, every `every` milliseconds, of nodes in turn. A node that is gone is back three seconds
    /// later.
    #[must_use]
    pub fn series(mut self, every: u64, fault: impl Fn(usize) -> SimFault) -> Self {
        let mut at = 4 * SECOND;
        let mut node = 0;
        while at + 4 * SECOND < self.span {
            self.faults.push((at, fault(node)));
            if matches!(fault(node), SimFault::Kill(_) | SimFault::Drain(_)) {
                self.faults.push((at + 3 * SECOND, SimFault::Start(node)));
            }
            node = (node + 7) % self.nodes;
            at += every * 1000;
        }
        self
    }

    /// What the history of this scenario may be expected to show.
    pub fn expectations(&self) -> HistoryExpectations {
        let is_calm = self.faults.is_empty();
        let is_planned = self.faults.iter().all(|(_, fault)| {
            matches!(fault, SimFault::Drain(_) | SimFault::Upgrade(_) | SimFault::Start(_))
        });
        let loses = |fault: &SimFault| matches!(fault, SimFault::Promote { loses, .. } if *loses > 0);
        let has_clean_network = self.loss == 0 && self.late == 0;
        HistoryExpectations {
            // In the end everything is repaired, and whoever still asks is answered.
            answered_if_sent_before: Some(u64::MAX),
            // A lease length, a claim and the retries, with room; several faults can follow each other.
            longest: Some(if is_planned && has_clean_network { 3 * SECOND } else { 30 * SECOND }),
            nobody_turned_away: is_planned && has_clean_network,
            // At the start houses are still balanced.
            owners_max: is_calm.then_some(4),
            may_lose_tail: self.faults.iter().any(|(_, fault)| loses(fault)),
        }
    }
}

fn any_fault(random: &mut SimRandom, node: usize) -> SimFault {
    match random.below(12) {
        0 | 1 => SimFault::Kill(node),
        2 | 3 => SimFault::Pause(node, random.between(SECOND / 2, 6 * SECOND)),
        4 | 5 => SimFault::CutFromNodes(node, random.between(SECOND / 2, 5 * SECOND)),
        6 | 7 => SimFault::CutFromDatabase(node, random.between(SECOND / 2, 5 * SECOND)),
        8 => SimFault::Hang(node, HungCommit::ForTheClient),
        9 => SimFault::Hang(node, HungCommit::ForTheStandby),
        10 => SimFault::Promote { gone: random.between(SECOND / 10, 2 * SECOND), loses: 0 },
        _ => SimFault::Drain(node),
    }
}
