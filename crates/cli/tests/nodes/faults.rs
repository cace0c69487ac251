//! Each fault by itself, with people who buy chips at both nodes meanwhile: every caller is given a clear state, and each
//! exchange that was acknowledged happened once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use croupier_evening::{Guest, HouseServers, NodeProcess, NodeProcesses, Staff, audit_house, check, until};
use croupier_postgres::{PostgresOptions, PostgresStore};
use croupier_store_suite::PostgresServer;
use serde_json::{Value, json};

use crate::cluster::{nodes, start_nodes};
use crate::way::Way;

/// How long the database is gone: a minute where there is time.
fn gone() -> Duration {
    let is_long = std::env::var_os("CROUPIER_EVENING_MINUTES").is_some();
    Duration::from_secs(if is_long { 60 } else { 5 })
}

/// How long people try to be answered.
fn patience() -> Duration {
    gone() + Duration::from_secs(40)
}

/// Two nodes, and people who buy chips at each.
struct Scene {
    cluster: NodeProcesses,
    servers: Arc<HouseServers>,
    staff: Staff,
    buyers: Vec<Guest>,
    /// How to read the database directly.
    store: String,
}

impl Scene {
    /// Two nodes that reach the database in these ways.
    fn start(store: &str, stores: &[String; 2]) -> Self {
        Self::of(start_nodes(stores), store)
    }

    fn of(cluster: NodeProcesses, store: &str) -> Self {
        // The first node has founded two houses, and gives one away.
        let is_spread = || cluster.nodes.iter().all(|node| node.log().contains("this node owns the house"));
        until("each node owns a house", || is_spread().then_some(()));
        let servers = HouseServers::several(cluster.bases(), patience());
        let staff = Staff::new(&servers, 1);
        let buyers = ["ann", "ben", "cid", "dan"].map(|name| Guest::enrol(&servers, 1, name)).to_vec();
        Self { cluster, servers, staff, buyers, store: store.to_owned() }
    }

    /// The place of the node that owns the first house.
    fn owner(&self) -> usize {
        let owner =
            || self.staff.manager.get("/nodes")["owner"].as_str().map(|name| self.cluster.place(name));
        until("the house has an owner", owner)
    }

    /// Whether another node has taken the first house over meanwhile. It may have got it back by plan.
    fn took_over(&self) -> bool {
        let taken = "this node owns the house house=1 fence=";
        let logs = self.cluster.nodes.iter().map(NodeProcess::log).collect::<String>();
        logs.lines().filter(|line| line.contains(taken) && line.contains("by_plan=false")).count() > 1
    }

    /// Lets people buy chips while something fails, and for a moment before and after.
    fn during(&mut self, fault: impl FnOnce(&mut NodeProcesses)) {
        let is_over = AtomicBool::new(false);
        let (staff, buyers, is_over) = (self.staff.clone(), self.buyers.clone(), &is_over);
        let cluster = &mut self.cluster;
        let bought = thread::scope(|scope| {
            let buy = |buyer: Guest, staff: Staff| move || buy(&staff, &buyer, is_over);
            let buying: Vec<_> =
                buyers.into_iter().map(|buyer| scope.spawn(buy(buyer, staff.clone()))).collect();
            thread::sleep(Duration::from_millis(500));
            fault(cluster);
            cluster.await_ready();
            thread::sleep(Duration::from_secs(1));
            is_over.store(true, Ordering::Relaxed);
            buying.into_iter().map(|buying| buying.join().unwrap()).collect::<Vec<u64>>()
        });
        for (buyer, bought) in self.buyers.iter().zip(bought) {
            assert!(bought > 3, "{bought}");
            for node in 0..2 {
                // The cashier's client has seen the last exchange, the buyer's perhaps not yet.
                let (there, due) = (buyer.only_at(node), format!("{}.00", 5 * bought));
                until("each exchange that was acknowledged, once", || (there.chips() == due).then_some(()));
            }
        }
    }

    /// Stops the nodes, and compares what people were answered with the journal.
    fn judge(mut self) {
        for node in &mut self.cluster.nodes {
            let status = node.stop();
            assert!(status.success(), "{status}: {}", node.log());
        }
        let store = PostgresStore::open(&self.store, PostgresOptions::named("audit")).unwrap();
        let operations = self.servers.history.operations();
        let broken = check(1, &operations, &audit_house(&store, 1).journal);
        assert!(broken.is_empty(), "{broken:#?}");
    }
}

/// Buys chips at the cage until it is over. Returns how often that was acknowledged.
fn buy(staff: &Staff, buyer: &Guest, is_over: &AtomicBool) -> u64 {
    let mut bought = 0;
    while !is_over.load(Ordering::Relaxed) {
        staff.exchange(buyer, json!({"kind": "buy-in", "with": "cash", "amount": "5"}));
        bought += 1;
        thread::sleep(Duration::from_millis(20));
    }
    bought
}

/// Waits until a node says something about itself.
fn await_word(cluster: &NodeProcesses, node: usize, status: u16, word: &str) {
    let begun = Instant::now();
    loop {
        let said = cluster.nodes[node].readyz();
        if said.as_ref().is_some_and(|(found, text)| *found == status && text.contains(word)) {
            return;
        }
        assert!(begun.elapsed() < patience(), "{word}: {said:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// What somebody gets at a node that asks once.
fn ask_once(cluster: &NodeProcesses, node: usize, path: &str) -> (u16, Value) {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(10))).build().into();
    let mut answer = agent.get(format!("{}/api/v1{path}", cluster.nodes[node].base())).call().unwrap();
    (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
}

#[test]
fn a_database_that_is_gone_for_a_while_and_back_loses_nothing() {
    let server = PostgresServer::start();
    let store = server.database();
    let mut scene = Scene::start(&store, &[store.clone(), store.clone()]);
    scene.during(|cluster| {
        server.kill();
        for node in 0..2 {
            await_word(cluster, node, 503, "the database does not answer");
        }
        thread::sleep(gone());
        server.restart();
    });
    scene.judge();
}

#[test]
fn nodes_that_get_no_connection_say_so_and_go_on_when_they_get_one() {
    let server = PostgresServer::start();
    server.sql("postgres", "create role house login");
    server.sql("postgres", "create database limited owner house");
    let store = server.address("limited").replace("user=croupier", "user=house");
    let mut scene = Scene::start(&store, &[store.clone(), store.clone()]);
    scene.during(|cluster| {
        server.sql("postgres", "alter role house connection limit 1");
        let end = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'house'";
        server.sql("postgres", end);
        for node in 0..2 {
            await_word(cluster, node, 503, "");
        }
        thread::sleep(gone());
        server.sql("postgres", "alter role house connection limit -1");
    });
    let logs: String = scene.cluster.nodes.iter().map(NodeProcess::log).collect();
    assert!(logs.contains("no connection to the store is free"), "{logs}");
    scene.judge();
}

#[test]
fn a_node_that_was_paused_past_its_lease_follows_and_does_nothing_twice() {
    let server = PostgresServer::shared();
    let store = server.database();
    let mut scene = Scene::start(&store, &[store.clone(), store.clone()]);
    let owner = scene.owner();
    scene.during(|cluster| {
        // People have commands in flight at it.
        cluster.nodes[owner].signal("-STOP");
        thread::sleep(Duration::from_secs(5));
        cluster.nodes[owner].signal("-CONT");
    });
    assert!(scene.took_over(), "the other node has taken over");
    scene.judge();
}

#[test]
fn a_cut_between_nodes_and_not_to_the_database_leaves_reads_and_the_owner_alone() {
    let server = PostgresServer::shared();
    let store = server.database();
    let mut scene = Scene::start(&store, &[store.clone(), store.clone()]);
    let name = store.rsplit_once("dbname=").unwrap().1;
    // Nodes reach each other by ways that can be cut.
    let ways: Vec<Way> = scene
        .cluster
        .nodes
        .iter()
        .map(|node| {
            let (way, port) = Way::to_port(node.advertise);
            let put = format!(
                "update croupier.members set address = '127.0.0.1:{port}' where node = '{}'",
                node.name
            );
            server.sql(name, &put);
            way
        })
        .collect();
    let owner = scene.owner();
    let fence = || server.sql(name, "select fence from croupier.leases where house = 1");
    let before = fence();
    scene.during(|cluster| {
        ways.iter().for_each(Way::cut);
        thread::sleep(Duration::from_secs(4));
        assert_eq!(ask_once(cluster, 1 - owner, "/houses/1/tables").0, 200, "a follower shows what it reads");
        assert_eq!(fence(), before, "the owner is the same");
        ways.iter().for_each(Way::mend);
    });
    scene.judge();
}

#[test]
fn an_owner_that_is_cut_from_the_database_and_not_from_the_other_node_is_replaced() {
    let server = PostgresServer::shared();
    let store = server.database();
    let folder_of = server.socket().parent().unwrap().display().to_string();
    let ways = ["one", "two"].map(|name| Way::to_database(&server.socket(), name));
    let stores = ways.each_ref().map(|(_, folder)| store.replace(&folder_of, &folder.display().to_string()));
    let mut scene = Scene::start(&store, &stores);
    let owner = scene.owner();
    scene.during(|cluster| {
        ways[owner].0.cut();
        await_word(cluster, owner, 503, "the database does not answer");
        thread::sleep(Duration::from_secs(3));
        ways[owner].0.mend();
    });
    assert!(scene.took_over(), "the other node has taken over");
    scene.judge();
    ways.into_iter().for_each(|(_, folder)| drop(std::fs::remove_dir_all(folder)));
}

/// The library that makes a program see another time.
fn another_time() -> String {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|folder| folder.path());
    let found = folders.map(|folder| folder.join("faketime/libfaketime.so.1")).find(|path| path.exists());
    let found =
        found.expect("libfaketime is missing: install it, on Debian with `sudo apt-get install faketime`");
    format!("LD_PRELOAD={}", found.display())
}

#[test]
fn clocks_ten_minutes_apart_change_nothing() {
    let server = PostgresServer::shared();
    let store = server.database();
    let mut cluster = nodes(&[store.clone(), store.clone()]);
    cluster.nodes[0].start();
    cluster.share_key();
    // Only the time of day: how much time has passed is the same everywhere.
    let words = ["env".to_owned(), another_time(), "FAKETIME=+10m".to_owned()];
    cluster.nodes[1].before =
        words.into_iter().chain(["FAKETIME_DONT_FAKE_MONOTONIC=1".to_owned()]).collect();
    cluster.nodes[1].start();
    let mut scene = Scene::of(cluster, &store);
    scene.during(|cluster| {
        // The house goes to the node whose clock is ahead, and then to the one whose clock is behind.
        for node in 0..2 {
            cluster.nodes[node].kill();
            thread::sleep(Duration::from_secs(4));
            cluster.nodes[node].start();
        }
    });
    scene.judge();
}
