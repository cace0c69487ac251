//! A whole evening over three nodes: all twelve games, chips bought at the cage, and meanwhile the owner is killed, a node is
//! paused past its lease, one is stopped by plan and started again, and the database is replaced by its standby.
//!
//! `CROUPIER_EVENING_MINUTES` makes it a long one, with faults at random until the time is over.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_evening::{
    Answer, Asked, Guest, History, HouseServers, NodeProcesses, Operation, Staff, attended, audit, by_hand,
    check, close, play, until, verify_all,
};
use croupier_postgres::{PostgresOptions, PostgresStore};
use croupier_store_suite::PostgresServer;
use serde_json::{Value, json};

use crate::cluster::start_nodes;

/// The houses of the demo.
const HOUSES: [u16; 2] = [1, 2];
/// How long people try to be answered.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long a node is paused: longer than a lease, and than the time after which it is no member any more.
const PAUSED: Duration = Duration::from_secs(4);

/// What is made to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// The owner of a house is killed.
    Kill,
    /// The owner of a house is stopped for longer than its lease.
    Pause,
    /// The owner of a house is stopped by plan, and started again: an upgrade.
    Upgrade,
    /// The primary of the database is killed, and its standby promoted.
    Promote,
}

/// One fault that happened.
struct Happened {
    fault: Fault,
    /// The house whose owner was hit.
    house: u16,
    began: Duration,
    ended: Duration,
}

/// An evening while it goes on.
struct Evening {
    cluster: NodeProcesses,
    servers: Arc<HouseServers>,
    staff: Vec<Staff>,
    primary: PostgresServer,
    standby: Option<PostgresServer>,
    database: String,
    happened: Vec<Happened>,
}

impl Evening {
    fn begin() -> Self {
        let primary = PostgresServer::start();
        let database = primary.database().rsplit_once("dbname=").unwrap().1.to_owned();
        let standby = primary.standby();
        let store = primary.address_of_both(&standby, &database);
        let cluster = start_nodes(&[store.clone(), store.clone(), store]);
        let servers = HouseServers::several(cluster.bases(), PATIENCE);
        let staff = HOUSES.iter().map(|house| Staff::new(&servers, *house)).collect();
        Self { cluster, servers, staff, primary, standby: Some(standby), database, happened: Vec::new() }
    }

    fn history(&self) -> &History {
        &self.servers.history
    }

    /// The place of the node that owns a house.
    fn owner(&self, house: u16) -> usize {
        let manager = &self.staff[usize::from(house) - 1].manager;
        let named = until("the house has an owner", || {
            manager.get("/nodes")["owner"].as_str().map(ToOwned::to_owned)
        });
        self.cluster.place(&named)
    }

    fn happen(&mut self, fault: Fault, house: u16) {
        let owner = self.owner(house);
        let node = &mut self.cluster.nodes[owner];
        let history = Arc::clone(&self.servers.history);
        let began = match fault {
            Fault::Kill => {
                node.kill();
                let began = history.now();
                thread::sleep(Duration::from_secs(1));
                node.start();
                began
            }
            Fault::Pause => {
                node.signal("-STOP");
                let began = history.now();
                thread::sleep(PAUSED);
                node.signal("-CONT");
                began
            }
            Fault::Upgrade => {
                let began = history.now();
                let status = node.stop();
                assert!(status.success(), "{status}: {}", node.log());
                node.start();
                began
            }
            Fault::Promote => {
                self.primary.kill();
                let began = history.now();
                let standby = self.standby.take().unwrap();
                standby.promote();
                self.primary = standby;
                began
            }
        };
        self.cluster.await_ready();
        let ended = history.now();
        self.happened.push(Happened { fault, house, began, ended });
        for house in HOUSES {
            until("commands are acknowledged again", || {
                let operations = history.operations();
                let later = |operation: &Operation| operation.house == house && operation.sent > ended;
                acknowledged(&operations).any(later).then_some(())
            });
        }
    }
}

/// The tables of a house at which a robot deals.
fn automatic(guest: &Guest) -> Vec<Value> {
    let is_automatic = |table: &Value| table["mode"] == "automatic" && table["learning"] == false;
    guest.tables().into_iter().filter(is_automatic).collect()
}

/// Buys chips at the cage until the evening is over. Returns how often that was acknowledged.
fn buy(staff: &Staff, player: &Guest, is_over: &AtomicBool) -> u64 {
    let mut bought = 0;
    while !is_over.load(Ordering::Relaxed) {
        staff.exchange(player, json!({"kind": "buy-in", "with": "cash", "amount": "5"}));
        bought += 1;
        thread::sleep(Duration::from_millis(100));
    }
    bought
}

/// Cash into a drop box, two rounds with a dealer, a fill and a credit, and where it is wanted a hand dealt card by card.
fn attend(staff: &Staff, player: &Guest) {
    let wheel = player.named("Roulette with a dealer");
    attended(staff, player, wheel);
    staff.slip(wheel, "fill", 30);
    staff.slip(wheel, "credit", 12);
    if player.house == 1 {
        by_hand(staff, player, player.named("Blackjack with a dealer"));
    }
}

/// The commands that were acknowledged.
fn acknowledged(operations: &[Operation]) -> impl Iterator<Item = &Operation> {
    operations.iter().filter(|operation| matches!(operation.answer, Answer::Done(_)))
}

/// Prints how long people waited, and checks what they were promised.
fn measure(happened: &[Happened], operations: &[Operation]) {
    for Happened { fault, house, began, ended } in happened {
        let later = |operation: &&Operation| operation.house == *house && operation.sent > *began;
        let next = acknowledged(operations).filter(later).map(|operation| operation.answered).min();
        let next = next.expect("somebody was answered").saturating_sub(*began);
        let during = |operation: &&Operation| operation.answered > *began && operation.invoked < *ended;
        let during: Vec<&Operation> = operations.iter().filter(during).collect();
        let commands = during.iter().filter(|operation| operation.asked != Asked::Read);
        let longest = commands.map(|operation| operation.answered.saturating_sub(operation.invoked)).max();
        let (away, unreached) = (
            during.iter().map(|operation| operation.turned_away).sum::<u32>(),
            during.iter().map(|operation| operation.unreached).sum::<u32>(),
        );
        println!(
            "{fault:?} of the owner of house {house}: next acknowledgement after {next:?}, longest command {:?}, \
             {away} answers 503, {unreached} attempts without an answer, all well after {:?}",
            longest.unwrap_or_default(),
            ended.saturating_sub(*began)
        );
        if *fault == Fault::Upgrade {
            let refused = during.iter().find(|operation| operation.turned_away > 0);
            assert!(refused.is_none(), "a hand-over by plan turns nobody away: {refused:?}");
        }
    }
}

/// Every node shows the same to the same person.
fn compare_nodes(evening: &Evening, staff: &Staff, players: &[Guest]) {
    for player in players {
        // What people have done last may not have reached every node yet.
        let others = [&staff.manager, &staff.inspector, &staff.dealer, &staff.cashier];
        others.into_iter().chain(players).for_each(|other| player.hear_from(other));
        let views: Vec<(Value, Vec<Value>)> = (0..evening.cluster.nodes.len())
            .map(|node| {
                let there = player.only_at(node);
                (there.get("/me"), there.tables())
            })
            .collect();
        assert!(views.windows(2).all(|pair| pair[0] == pair[1]), "{views:#?}");
    }
}

/// Closes all tables, verifies every proof, and changes all chips back. Returns the number of proofs.
fn finish(evening: &Evening, players: &[Vec<Guest>]) -> u64 {
    // A table that is closed shows no round.
    let tables = |players: &Vec<Guest>| -> Vec<(u64, u64)> {
        let ids = automatic(&players[0]).into_iter().map(|table| table["id"].as_u64().unwrap());
        ids.map(|id| (id, players[0].table(id)["round"].as_u64().unwrap())).collect()
    };
    let played: Vec<Vec<(u64, u64)>> = players.iter().map(tables).collect();
    thread::scope(|scope| {
        for (staff, players) in evening.staff.iter().zip(players) {
            for table in players[0].tables() {
                scope.spawn(move || close(staff, players, table["id"].as_u64().unwrap()));
            }
        }
    });
    let mut proofs = 0;
    for ((staff, players), played) in evening.staff.iter().zip(players).zip(played) {
        for (table, last) in played {
            proofs += verify_all(&players[0], table, last);
        }
        compare_nodes(evening, staff, players);
        let cash = json!([{"value": "100", "count": 1}]);
        staff.agree(players[0].named("Roulette with a dealer"), json!({"kind": "drop", "cash": cash}));
        for player in players {
            let chips = player.chips();
            if chips != "0.00" {
                staff.exchange(player, json!({"kind": "cash-out", "amount": chips}));
            }
            assert_eq!(player.chips(), "0.00");
        }
        compare_nodes(evening, staff, players);
    }
    proofs
}

/// Reads the journals, and compares what people were answered with them.
fn judge(mut evening: Evening) {
    for node in &mut evening.cluster.nodes {
        let status = node.stop();
        assert!(status.success(), "{status}: {}", node.log());
    }
    let store = evening.primary.address(&evening.database);
    let store = PostgresStore::open(&store, PostgresOptions::named("audit")).unwrap();
    let operations = evening.history().operations();
    for audited in audit(&store, 2) {
        let broken = check(audited.house, &operations, &audited.journal);
        assert!(broken.is_empty(), "{broken:#?}");
        println!("house {}: {} entries", audited.house, audited.journal.lines.len());
    }
    println!("{} requests, {} commands acknowledged", operations.len(), acknowledged(&operations).count());
    measure(&evening.happened, &operations);
}

/// How long faults go on, where the evening is a long one.
fn long_evening() -> Option<Duration> {
    let minutes = std::env::var("CROUPIER_EVENING_MINUTES").ok()?;
    Some(Duration::from_mins(minutes.parse().unwrap()))
}

/// One of several, at random.
fn pick<T: Copy>(from: &[T], random: u64) -> T {
    from[usize::try_from(random % from.len() as u64).unwrap()]
}

/// Faults one after another; every kind once, and then at random until the time is over.
fn faults(evening: &mut Evening) {
    let begun = Instant::now();
    let kinds = [Fault::Kill, Fault::Pause, Fault::Upgrade, Fault::Promote];
    for (fault, house) in kinds.into_iter().zip([1, 2, 1, 2]) {
        evening.happen(fault, house);
    }
    let mut random = u64::from(std::process::id());
    while long_evening().is_some_and(|time| begun.elapsed() < time) {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // There is one standby.
        let (fault, house) = (pick(&kinds[..3], random >> 33), pick(&HOUSES, random >> 40));
        thread::sleep(Duration::from_millis(random >> 54));
        evening.happen(fault, house);
    }
}

#[test]
fn an_evening_over_three_nodes_while_everything_fails_once() {
    let mut evening = Evening::begin();
    let enrol =
        |house: &u16| ["ann", "ben", "cid"].map(|name| Guest::enrol(&evening.servers, *house, name)).to_vec();
    let players: Vec<Vec<Guest>> = HOUSES.iter().map(enrol).collect();
    for (staff, players) in evening.staff.iter().zip(&players) {
        staff.exchange(&players[0], json!({"kind": "buy-in", "with": "cash", "amount": "8000"}));
        staff.exchange(&players[2], json!({"kind": "buy-in", "with": "cash", "amount": "500"}));
    }
    let (is_over, bought, mut games) = (AtomicBool::new(false), [0, 0].map(AtomicU64::new), BTreeSet::new());
    let staff = evening.staff.clone();
    thread::scope(|scope| {
        let is_over = &is_over;
        for ((staff, players), bought) in staff.iter().zip(&players).zip(&bought) {
            for table in automatic(&players[0]) {
                games.insert(table["game"].to_string());
                let (ann, id) = (players[0].clone(), table["id"].as_u64().unwrap());
                let is_enough = move |played: u64| played > 0 && is_over.load(Ordering::Relaxed);
                scope.spawn(move || play(&ann, id, is_enough));
            }
            scope.spawn(move || attend(staff, &players[2]));
            scope.spawn(move || bought.store(buy(staff, &players[1], is_over), Ordering::Relaxed));
        }
        faults(&mut evening);
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(games.len(), 12);
    for (players, bought) in players.iter().zip(&bought) {
        let bought = bought.load(Ordering::Relaxed);
        assert!(bought > 5);
        assert_eq!(
            players[1].chips(),
            format!("{}.00", 5 * bought),
            "each exchange that was acknowledged, once"
        );
    }
    let proofs = finish(&evening, &players);
    assert!(proofs > 20, "{proofs}");
    println!("{proofs} proofs verified");
    judge(evening);
}
