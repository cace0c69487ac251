//! Starting and ending the node that a server is.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use croupier_fair::Keyring;
use croupier_house::event::EVENT_FORMAT;
use croupier_house::ids::HouseId;
use croupier_nodes::{HouseNumber, Node, NodeSettings, RunId};
use croupier_peers::{ClusterSecret, Peers};
use croupier_postgres::{CALL_DEADLINE, Cluster, MemberDetails, PostgresStore};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

use super::calls::{DatabaseCalls, SeenCluster};
use super::driver::{Driver, DriverInputs, NodeEvent};
use super::link::{NodeLink, NodeRequest};
use crate::actor::{GROUP_MAX, IN_FLIGHT_MAX};
use crate::dealing::{nodes_check, nodes_secret};
use crate::error::{ServeError, failed};

/// The pause before it is looked again whether a house has an owner.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// The maximum time that houses have to be given away when the server stops.
const DRAIN: Duration = Duration::from_secs(10);

/// How a node is started.
pub(crate) struct NodeOptions<'a> {
    /// Its name, for people.
    pub(crate) name: &'a str,
    /// Where other nodes reach it: a name or number, and a port, which is any free one where it is 0. Without it, others
    /// cannot send commands to its houses.
    pub(crate) advertise: Option<&'a str>,
    /// How long a lease must stand still before another node may claim it.
    pub(crate) lease: Duration,
    /// The highest format of events that it reads.
    pub(crate) reads_format: u16,
    /// The keys of the houses, which all nodes have.
    pub(crate) keys: &'a Keyring,
}

/// The node that a server is.
pub(crate) struct RunningNode {
    /// Sends to the node.
    pub(crate) link: NodeLink,
    /// What it reports to those who look after the houses.
    pub(crate) events: mpsc::UnboundedReceiver<NodeEvent>,
    /// This run.
    pub(crate) run: RunId,
    /// What the last look at members and leases has shown.
    seen: SeenCluster,
    cluster: Arc<Cluster>,
    runtime: Option<Runtime>,
    thread: Option<JoinHandle<()>>,
}

impl RunningNode {
    /// Starts the node of a store.
    ///
    /// # Errors
    /// When it cannot listen where it says that it is reached, or no thread can be started.
    pub(crate) fn start(store: &Arc<PostgresStore>, options: &NodeOptions<'_>) -> Result<Self, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("node")
            .enable_all()
            .build()
            .map_err(failed)?;
        let (cluster, secret) = (Arc::new(store.cluster(CALL_DEADLINE)), nodes_secret(options.keys));
        let run = cluster.run();
        let (link, requests) = NodeLink::new(options.name);
        let (events_sender, events) = mpsc::unbounded_channel();
        let seen = SeenCluster::default();
        let listening = options.advertise.map(|address| runtime.block_on(listen(run, &secret, address)));
        let (address, peers, inbox) = match listening.transpose()? {
            Some((address, peers, inbox)) => (address, Some(peers), Some(inbox)),
            None => (String::new(), None, None),
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let details = MemberDetails { node: options.name.to_owned(), address, version };
        let (calls, results) =
            DatabaseCalls::new(Arc::clone(store), Arc::clone(&cluster), details, Arc::clone(&seen));
        let node = Node::new(run, settings(options, &secret));
        let driver = Driver::new(node, calls, peers, events_sender);
        let handle = runtime.handle().clone();
        let run_driver = move || handle.block_on(driver.run(DriverInputs { requests, results, inbox }));
        let thread = std::thread::Builder::new().name("node".to_owned()).spawn(run_driver).map_err(failed)?;
        Ok(Self { link, events, run, seen, cluster, runtime: Some(runtime), thread: Some(thread) })
    }

    /// What the last look at members and leases has shown.
    pub(crate) fn seen(&self) -> SeenCluster {
        Arc::clone(&self.seen)
    }

    /// Adds a house that has no journal yet, so that a node claims it.
    pub(crate) fn add_house(&self, house: HouseId) -> Result<(), ServeError> {
        let Some(runtime) = &self.runtime else { return Ok(()) };
        let added = runtime.block_on(self.cluster.add_house(HouseNumber(house.0)));
        added.map(drop).map_err(|lost| ServeError(lost.0))
    }

    /// Waits until a condition holds, at most for this time. Returns whether it does.
    pub(crate) fn wait_until(time: Duration, holds: impl Fn() -> bool) -> bool {
        let until = Instant::now() + time;
        while !holds() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
        true
    }

    /// The name and address of the node that owns a house, if another one does.
    pub(crate) fn other_owner(&self, house: HouseId) -> Option<MemberDetails> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let look = seen.as_ref()?;
        let lease = look.view.leases.iter().find(|lease| lease.house.0 == house.0)?;
        let owner = lease.run.filter(|run| *run != self.run)?;
        look.details.get(&owner).cloned()
    }

    /// Whether somebody owns a house.
    pub(crate) fn has_owner(&self, house: HouseId) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let leases = seen.as_ref().map(|look| &look.view.leases);
        leases.into_iter().flatten().any(|lease| lease.house.0 == house.0 && lease.run.is_some())
    }

    /// Gives all houses to other nodes, where there are any.
    pub(crate) async fn drain(link: NodeLink) {
        let (done, drained) = oneshot::channel();
        link.send(NodeRequest::Drain(done));
        if tokio::time::timeout(DRAIN, drained).await.is_err() {
            tracing::warn!("not all houses could be given to other nodes");
        }
    }

    /// Releases what is still owned, and ends the node. The houses must be closed.
    pub(crate) fn end(&mut self) {
        let (done, ended) = oneshot::channel();
        self.link.send(NodeRequest::Stop(done));
        drop(ended.blocking_recv());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for RunningNode {
    /// Ends the node where nobody else did; leases that it has run out.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            let (done, _) = oneshot::channel();
            self.link.send(NodeRequest::Stop(done));
            runtime.shutdown_background();
        }
    }
}

fn settings(options: &NodeOptions<'_>, secret: &[u8; 32]) -> NodeSettings {
    let default = NodeSettings::default();
    let ratio = options.lease.as_secs_f64() / default.lease.as_secs_f64();
    NodeSettings {
        lease: options.lease,
        margin: default.margin.mul_f64(ratio),
        renew_every: default.renew_every.mul_f64(ratio),
        group_max: usize::try_from(GROUP_MAX).expect("a group fits into memory"),
        queue_max: usize::try_from(IN_FLIGHT_MAX).expect("a queue fits into memory"),
        reads_format: options.reads_format.min(EVENT_FORMAT),
        key_check: nodes_check(secret),
        ..default
    }
}

/// What receives messages of other nodes.
type Inbox = mpsc::Receiver<(RunId, croupier_nodes::PeerMessage)>;

/// Listens for other nodes at the port of an address, and returns the address with the port that was found.
async fn listen(run: RunId, secret: &[u8; 32], address: &str) -> Result<(String, Peers, Inbox), ServeError> {
    let no_port = || ServeError(format!("`{address}` has no port: write a name or number, and a port"));
    let (host, port) = address.rsplit_once(':').ok_or_else(no_port)?;
    let port: u16 = port.parse().map_err(|_| no_port())?;
    // A number is one of this machine; a name may be that of a way to it.
    let ip = host.trim_matches(['[', ']']).parse().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let at = SocketAddr::new(ip, port);
    let cannot = |error: &dyn std::fmt::Display| {
        ServeError(format!("other nodes cannot reach this one at {address}: {error}"))
    };
    let listener = TcpListener::bind(at).await.map_err(|error| cannot(&error))?;
    let (peers, inbox) =
        Peers::start(run, ClusterSecret::of(secret), listener).map_err(|error| cannot(&error))?;
    Ok((format!("{host}:{}", peers.address().port()), peers, inbox))
}
