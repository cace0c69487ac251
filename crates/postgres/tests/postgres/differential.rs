//! The same calls, random and from a seed, to the model database of the simulation and to a real one: all answers are the same. So what the
//! simulation shows of the protocol holds for this database. `CROUPIER_DATABASE_SEEDS` is from how many seeds.

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_house::EntryRange;
use croupier_house::ids::{HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::store::{Batch, StoredEntry, StoredKey};
use croupier_nodes::simulation::ReferenceDatabase;
use croupier_nodes::{
    ChainHead, ClusterView, CommandKey, DatabaseAnswer, DatabaseCall, HouseNumber, LinkedEntry, MemberRow,
    RunId, SuspensionReason,
};

use crate::cluster_node::{Holder, TestNode, now, until_waiting};
use crate::common::database;

const HOUSES: u16 = 4;
const NODES: usize = 4;
const KEYS: u64 = 400;

/// A stream of random numbers (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }

    /// Whether something happens of which one in so many does.
    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn hash(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.next().to_le_bytes()[0])
    }
}

/// Both databases, and what was last seen of them.
struct Both {
    model: ReferenceDatabase,
    nodes: Vec<TestNode>,
    dice: Dice,
    seen: Arc<ClusterView>,
    /// All entries that were ever offered, by house: some were stored.
    offered: Vec<Vec<LinkedEntry>>,
    counts: BTreeMap<String, u32>,
}

impl Both {
    fn new(address: &str, seed: u64) -> Self {
        let nodes: Vec<TestNode> =
            (0..NODES).map(|number| TestNode::start(address, &format!("node {number}"))).collect();
        (0..HOUSES).for_each(|house| drop(now(nodes[0].calls.add_house(HouseNumber(house))).unwrap()));
        Self {
            model: ReferenceDatabase::new(HOUSES),
            nodes,
            dice: Dice(seed),
            seen: Arc::default(),
            offered: vec![Vec::new(); usize::from(HOUSES)],
            counts: BTreeMap::new(),
        }
    }

    fn run(&self, node: usize) -> RunId {
        self.nodes[node].calls.run()
    }

    /// The head of a house in the model.
    fn head(&mut self, house: HouseNumber) -> ChainHead {
        let run = self.run(0);
        match self.model.answer(run, DatabaseCall::ReadTail { house, after: 0, most: 0 }) {
            DatabaseAnswer::Tail { head, .. } => head,
            other => panic!("{other:?}"),
        }
    }

    /// Asks both, and compares.
    fn ask(&mut self, node: usize, call: &DatabaseCall, step: u32) -> DatabaseAnswer {
        let expected = self.model.answer(self.run(node), call.clone());
        let found = real(&self.nodes[node], call);
        assert_eq!(found, expected, "step {step}: node {node} asks {call:?}");
        self.count(call, &expected);
        if let DatabaseAnswer::View(view) = &expected {
            self.seen = Arc::clone(view);
        }
        expected
    }

    /// Counts what was compared, so that a test sees that all of it was.
    fn count(&mut self, call: &DatabaseCall, answer: &DatabaseAnswer) {
        let word = |of: String| of.split([' ', '(']).next().unwrap_or_default().to_owned();
        let what = format!("{} {}", word(format!("{call:?}")), word(format!("{answer:?}")));
        *self.counts.entry(what).or_default() += 1;
    }

    fn any_run(&mut self) -> RunId {
        if self.dice.one_in(12) {
            return RunId(u128::from(self.dice.below(3)) + 1);
        }
        let node = self.dice.index(NODES);
        self.run(node)
    }

    fn house(&mut self) -> HouseNumber {
        HouseNumber(u16::try_from(self.dice.below(HOUSES.into())).unwrap())
    }

    /// The lease of a house as it was last seen.
    fn last_seen(&self, house: HouseNumber) -> (Option<RunId>, u64, u64) {
        let lease = self.seen.leases.iter().find(|lease| lease.house == house);
        lease.map_or((None, 0, 0), |lease| (lease.run, lease.fence, lease.renewals))
    }

    /// A node that is often the owner of a house.
    fn node(&mut self, house: HouseNumber) -> usize {
        let (owner, ..) = self.last_seen(house);
        let owner = owner.and_then(|run| (0..NODES).find(|node| self.run(*node) == run));
        owner.filter(|_| !self.dice.one_in(4)).unwrap_or_else(|| self.dice.index(NODES))
    }

    fn next_call(&mut self) -> (usize, DatabaseCall) {
        let house = self.house();
        let node = self.node(house);
        let (run, fence, renewals) = self.last_seen(house);
        let call = match self.dice.below(100) {
            0..4 => self.announcement(node),
            4..10 => DatabaseCall::Beat { draining: self.dice.one_in(3) },
            10 => DatabaseCall::Leave,
            11..13 => self.expulsion(),
            13 => DatabaseCall::RaiseFormat(u16::try_from(self.dice.below(4)).unwrap()),
            14..30 => DatabaseCall::Look,
            30..42 => {
                let run = if self.dice.one_in(6) { Some(self.any_run()) } else { run };
                let renewals = if self.dice.one_in(6) { renewals + self.dice.below(3) } else { renewals };
                DatabaseCall::Claim { house, run, renewals }
            }
            42..52 => DatabaseCall::Renew { house },
            52..58 => {
                let to = if self.dice.one_in(3) { None } else { Some(self.any_run()) };
                DatabaseCall::Release { house, to }
            }
            58..62 => DatabaseCall::FindOut { house },
            62..72 => {
                let last = self.head(house).sequence;
                let after = self.dice.below(last + 3);
                DatabaseCall::ReadTail { house, after, most: self.dice.index(9) }
            }
            _ => {
                let fence = if self.dice.one_in(5) { self.dice.below(fence + 2) } else { fence };
                self.group(house, fence)
            }
        };
        (node, call)
    }

    fn announcement(&mut self, node: usize) -> DatabaseCall {
        let key_check = if self.dice.one_in(6) { self.dice.next() } else { 0xFEDC_BA98_7654_3210 };
        let format = u16::try_from(self.dice.below(5)).unwrap();
        let (beats, draining) = (self.dice.below(3), self.dice.one_in(2));
        DatabaseCall::Announce(MemberRow { run: self.run(node), format, key_check, beats, draining })
    }

    fn expulsion(&mut self) -> DatabaseCall {
        let node = self.dice.index(NODES);
        let run = self.run(node);
        let beats =
            self.seen.members.iter().find(|member| member.run == run).map_or(0, |member| member.beats);
        DatabaseCall::Expel { run, beats: beats + self.dice.below(2) }
    }

    /// A group that continues the head, or an earlier entry, or one that was never stored.
    fn group(&mut self, house: HouseNumber, fence: u64) -> DatabaseCall {
        let offered = &self.offered[usize::from(house.0)];
        let before = match self.dice.below(10) {
            0 if !offered.is_empty() => offered[self.dice.index(offered.len())].head(),
            1 => ChainHead { hash: self.dice.hash(), ..self.head(house) },
            _ => self.head(house),
        };
        let (mut entries, mut keys, mut last) = (Vec::new(), Vec::new(), before);
        for _ in 0..=self.dice.below(4) {
            let (hash, bytes) = (self.dice.hash(), self.dice.next().to_le_bytes());
            let sequence = last.sequence + 1;
            entries.push(LinkedEntry {
                sequence,
                before: last.hash,
                hash,
                format: 1,
                bytes: bytes.as_slice().into(),
            });
            last = ChainHead { sequence, hash };
            // Keys of one house only: those of a command for another are never the same.
            let key = CommandKey(u128::from(self.dice.below(KEYS)) << 16 | u128::from(house.0));
            // One that is twice in a group is refused by one database and not by the other: a house makes no such group.
            if keys.contains(&key) {
                entries.pop();
                break;
            }
            keys.push(key);
        }
        self.offered[usize::from(house.0)].extend(entries.iter().cloned());
        DatabaseCall::Write { house, fence, before, entries, keys }
    }

    /// A group hangs while it holds the lock of its lease. Somebody claims the house, or its owner finds out; that ends it.
    fn hang(&mut self, address: &str, sql: &impl Fn(&str) -> String, step: u32) {
        self.ask(0, &DatabaseCall::Look, step);
        let house = self.house();
        let (Some(run), fence, renewals) = self.last_seen(house) else { return };
        let Some(owner) = (0..NODES).find(|node| self.run(*node) == run) else { return };
        let write = self.group(house, fence);
        let holder = Holder::hanging_writes(address);
        if let Some(refused) = self.model.hang(run, write.clone()) {
            holder.release();
            assert_eq!(real(&self.nodes[owner], &write), refused, "step {step}: {write:?}");
            return;
        }
        let (before, group) = batch_of(&write);
        let lost = self.nodes[owner].send(fence, before, group);
        until_waiting(sql, 1);
        let other = (owner + 1 + self.dice.index(NODES - 1)) % NODES;
        let call = DatabaseCall::Claim { house, run: Some(run), renewals };
        let taken = self.ask(other, &call, step);
        assert!(matches!(taken, DatabaseAnswer::Owned { .. }), "step {step}: {taken:?}");
        assert_eq!(lost.recv().unwrap().answer(), DatabaseAnswer::Lost, "step {step}");
        holder.release();
        self.ask(owner, &DatabaseCall::FindOut { house }, step);
        self.ask(other, &DatabaseCall::FindOut { house }, step);
    }
}

/// What the real database answers.
fn real(node: &TestNode, call: &DatabaseCall) -> DatabaseAnswer {
    let calls = &node.calls;
    let answer = match call {
        DatabaseCall::Announce(row) => now(calls.announce(row, &node.details)),
        DatabaseCall::Beat { draining } => now(calls.beat(*draining)),
        DatabaseCall::Leave => now(calls.leave()),
        DatabaseCall::Expel { run, beats } => now(calls.expel(*run, *beats)),
        DatabaseCall::RaiseFormat(format) => now(calls.raise_format(*format)),
        DatabaseCall::Look => now(calls.look()).map(|look| DatabaseAnswer::View(look.view)),
        DatabaseCall::Claim { house, run, renewals } => now(calls.claim(*house, *run, *renewals)),
        DatabaseCall::Renew { house } => now(calls.renew(*house)),
        DatabaseCall::Release { house, to } => now(calls.release(*house, *to)),
        DatabaseCall::Suspend { house, reason } => now(calls.suspend(*house, *reason)),
        DatabaseCall::FindOut { house } => now(calls.find_out(*house)),
        DatabaseCall::ReadTail { house, after, most } => {
            now(calls.read_tail(*house, *after, *most)).map(|tail| {
                let mut before = tail.at.unwrap_or([0; 32]);
                let linked = |entry: StoredEntry| {
                    let hash = entry.hash;
                    let before = std::mem::replace(&mut before, hash);
                    LinkedEntry {
                        sequence: entry.sequence,
                        before,
                        hash,
                        format: 1,
                        bytes: (*entry.bytes).into(),
                    }
                };
                let entries = tail.entries.into_iter().map(linked).collect();
                DatabaseAnswer::Tail { at: tail.at, head: tail.head, entries }
            })
        }
        DatabaseCall::Write { fence, .. } => {
            let (before, group) = batch_of(call);
            return node.write_batch(*fence, before, group).answer();
        }
    };
    answer.unwrap_or_else(|lost| panic!("{call:?}: {lost}"))
}

/// The head that a group continues, and the group as it is stored.
fn batch_of(write: &DatabaseCall) -> (ChainHead, Batch) {
    let DatabaseCall::Write { house, before, entries, keys, .. } = write else { panic!("{write:?}") };
    let stream = StreamId { house: HouseId(house.0), table: Some(TableId(1)) };
    let entry = |entry: &LinkedEntry| StoredEntry {
        stream,
        version: entry.sequence,
        sequence: entry.sequence,
        bytes: entry.bytes[..].into(),
        hash: entry.hash,
    };
    let key = |(key, entry): (&CommandKey, &LinkedEntry)| StoredKey {
        key: IdempotencyKey(key.0),
        digest: 1,
        range: EntryRange { stream, from: entry.sequence, to: entry.sequence, sequence: entry.sequence },
        // Old keys are removed all the time.
        at: i64::MAX,
    };
    let keys = keys.iter().zip(entries).map(key).collect();
    (*before, Batch { entries: entries.iter().map(entry).collect(), keys, ..Batch::default() })
}

/// Asks both databases so many things, and compares everything at the end.
fn compare(seed: u64, steps: u32) -> BTreeMap<String, u32> {
    let (address, sql) = database();
    let mut both = Both::new(&address, seed);
    for step in 0..steps {
        if step % 100 == 99 {
            both.hang(&address, &sql, step);
        }
        let (node, call) = both.next_call();
        both.ask(node, &call, step);
    }
    // Suspending ends a house, so it comes last.
    for house in (0..HOUSES).map(HouseNumber) {
        let reasons = [
            SuspensionReason::Ahead { applied: 9, found: both.dice.below(9) },
            SuspensionReason::Forked { sequence: both.dice.below(9) },
            SuspensionReason::Damaged { sequence: both.dice.below(9) },
        ];
        for _ in 0..2 {
            let (node, reason) = (both.node(house), reasons[both.dice.index(3)]);
            both.ask(node, &DatabaseCall::Suspend { house, reason }, steps);
            both.ask(node, &DatabaseCall::Look, steps);
            for call in [
                DatabaseCall::Renew { house },
                DatabaseCall::Release { house, to: None },
                DatabaseCall::FindOut { house },
                DatabaseCall::Claim {
                    house,
                    run: both.last_seen(house).0,
                    renewals: both.last_seen(house).2,
                },
            ] {
                both.ask(node, &call, steps);
            }
        }
        both.ask(0, &DatabaseCall::ReadTail { house, after: 0, most: usize::MAX }, steps);
    }
    both.ask(0, &DatabaseCall::Look, steps);
    both.counts
}

#[test]
fn the_model_and_the_real_database_give_the_same_answers() {
    let seeds = std::env::var("CROUPIER_DATABASE_SEEDS").map_or(2, |seeds| seeds.parse().unwrap());
    let mut counts = BTreeMap::<String, u32>::new();
    for (what, count) in (1..=seeds).flat_map(|seed| compare(seed, 1_500)) {
        *counts.entry(what).or_default() += count;
    }
    for what in [
        "Announce Done",
        "Announce JoinRefused",
        "Beat Done",
        "Beat NoMember",
        "Leave Done",
        "Expel Done",
        "RaiseFormat Done",
        "Look View",
        "Claim Owned",
        "Claim NotOwner",
        "Renew Owned",
        "Renew NotOwner",
        "Release Owned",
        "Release NotOwner",
        "Suspend Done",
        "Write Done",
        "Write NotOwner",
        "Write OtherHead",
        "FindOut Found",
        "FindOut NotOwner",
        "ReadTail Tail",
    ] {
        assert!(counts.get(what).is_some_and(|count| *count > 4), "{what}: {counts:?}");
    }
}
