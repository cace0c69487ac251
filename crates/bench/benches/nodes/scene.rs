//! A database with a house, and nodes that serve it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use croupier_bench::{SeatedGuest, ServedHouse};
use croupier_evening::{NodeProcesses, NodeProgram};
use croupier_store_suite::PostgresServer;
use tokio::runtime::Runtime;

/// The node that owns the house.
const OWNER: &str =
    "select m.node from croupier.leases l join croupier.members m on m.run = l.incarnation where l.house = 1";

/// How long bets are open, and how long not, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Phases {
    pub(crate) open: u32,
    pub(crate) closed: u32,
}

impl Phases {
    /// Bets are open nearly all the time. A person has a bounded number of stakes in a round, so it has to end, also where
    /// every few seconds another owner begins its time again.
    pub(crate) const OPEN: Self = Self { open: 1_500, closed: 0 };
    /// Rounds as people play them, only faster.
    pub(crate) const ROUNDS: Self = Self { open: 6_000, closed: 600 };

    fn options(self) -> [String; 5] {
        let phases =
            [("bets", self.open), ("finals", 0), ("closed", self.closed), ("ball", 0), ("payment", 0)];
        phases.map(|(phase, time)| format!("--pace-{phase}={time}"))
    }
}

/// Nodes of a database with one house, and guests who have chips.
pub(crate) struct Scene {
    // Dropped in this order.
    pub(crate) nodes: NodeProcesses,
    pub(crate) guests: Vec<SeatedGuest>,
    server: PostgresServer,
    database: String,
}

impl Scene {
    /// Makes the house. No node runs yet.
    pub(crate) fn prepare(nodes: usize, tables: u16, guests: usize, phases: Phases) -> Self {
        println!("nodes: a house with {tables} tables and {guests} guests");
        let server = PostgresServer::start();
        let database = server.database();
        let name = database.rsplit_once("dbname=").expect("a database").1.to_owned();
        let runtime = Runtime::new().expect("a runtime");
        let (guests, data) = runtime.block_on(async {
            let house = ServedHouse::in_database("founder", &database, tables).await;
            let guests = house.guests(guests).await;
            (guests, house.stop().await)
        });
        let nodes = NodeProcesses::new(&program(phases), &vec![database; nodes]);
        for node in &nodes.nodes {
            std::fs::copy(data.join("house.key"), node.data.join("house.key")).expect("the key");
        }
        std::fs::remove_dir_all(data).expect("its own folder");
        Self { nodes, guests, server, database: name }
    }

    /// Starts all nodes, one after another, so that the first owns the house.
    pub(crate) fn start(&mut self) {
        self.nodes.nodes.iter_mut().for_each(croupier_evening::NodeProcess::start);
    }

    /// Where people reach a node.
    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        let base = self.nodes.nodes[node].base();
        base.strip_prefix("http://").expect("a URL").parse().expect("an address")
    }

    /// The place of the node that owns the house.
    pub(crate) fn owner(&self) -> usize {
        let begun = Instant::now();
        loop {
            let owner = self.server.sql(&self.database, OWNER);
            if let Some(place) = self.nodes.nodes.iter().position(|node| node.name == owner) {
                return place;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "nobody owns the house");
        }
    }
}

/// The release program, and what every node of these measurements is started with.
fn program(phases: Phases) -> NodeProgram {
    let path = std::env::var_os("CROUPIER").map_or_else(beside, PathBuf::from);
    assert!(
        path.exists(),
        "{} is missing: `make release` builds it, and CROUPIER names another",
        path.display()
    );
    let limits = [
        "--requests-per-second=0",
        "--connections-per-address=0",
        "--connections-max=20000",
        "--sockets-max=0",
        "--log=text",
    ];
    let options = limits.into_iter().map(ToOwned::to_owned).chain(phases.options()).collect();
    NodeProgram { path, options }
}

/// The program that was built with this one.
fn beside() -> PathBuf {
    let this = std::env::current_exe().expect("a path");
    this.ancestors().nth(2).expect("a folder").join("croupier")
}
