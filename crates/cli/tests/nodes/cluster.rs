//! Nodes of one database, each a process of its own.

use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long the phases of automatic tables last, in milliseconds.
const PACE: [(&str, &str); 9] = [
    ("bets", "1500"),
    ("finals", "100"),
    ("closed", "900"),
    ("insurance", "300"),
    ("decision", "400"),
    ("payment", "100"),
    ("card", "0"),
    ("ball", "0"),
    ("dice", "0"),
];

/// How long something may take on a machine that does much else.
const PATIENCE: Duration = Duration::from_mins(1);

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// One node: its place, and its process while it runs.
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) store: String,
    pub(crate) data: PathBuf,
    log: PathBuf,
    /// Where people reach it.
    listen: u16,
    /// Where other nodes reach it.
    pub(crate) advertise: u16,
    /// What starts the program, if not it itself.
    pub(crate) before: Vec<String>,
    child: Option<Child>,
}

impl Node {
    fn new(folder: &std::path::Path, name: &str, store: &str) -> Self {
        let (data, log) = (folder.join(name), folder.join(format!("{name}.log")));
        std::fs::create_dir_all(&data).unwrap();
        let (name, store, before) = (name.to_owned(), store.to_owned(), Vec::new());
        Self { name, store, data, log, listen: free_port(), advertise: free_port(), before, child: None }
    }

    /// Where people reach it.
    pub(crate) fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.listen)
    }

    /// Starts it, and waits until it serves.
    pub(crate) fn start(&mut self) {
        self.spawn();
        self.await_ready();
    }

    /// Starts it.
    pub(crate) fn spawn(&mut self) {
        let program = env!("CARGO_BIN_EXE_croupier").to_owned();
        let words: Vec<&String> = self.before.iter().chain([&program]).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args([
            "serve",
            "--demo",
            "--requests-per-second",
            "0",
            "--node",
            &self.name,
        ]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.listen)]);
        command.args(["--advertise", &format!("127.0.0.1:{}", self.advertise)]);
        command.arg("--data").arg(&self.data).env("CROUPIER_STORE", &self.store).stdin(Stdio::null());
        for (phase, time) in PACE {
            command.arg(format!("--pace-{phase}={time}"));
        }
        let log = File::options().create(true).append(true).open(&self.log).unwrap();
        self.child = Some(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
    }

    /// Waits until it serves its houses.
    pub(crate) fn await_ready(&mut self) {
        let begun = Instant::now();
        while self.readiness() != Some(200) {
            let ended = self.child.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "{} has ended: {}", self.name, self.log());
            assert!(begun.elapsed() < PATIENCE, "{} does not get ready: {}", self.name, self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The status of `/readyz`; `None` where nobody answers.
    pub(crate) fn readiness(&self) -> Option<u16> {
        self.readyz().map(|(status, _)| status)
    }

    /// What it says about itself.
    pub(crate) fn readyz(&self) -> Option<(u16, String)> {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(2))).build().into();
        let mut answer = agent.get(format!("{}/readyz", self.base())).call().ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), text))
    }

    /// Its log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Ends it as its operator would, and waits until it has given away what it owns.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        self.signal("-TERM");
        let (mut child, begun) = (self.child.take().unwrap(), Instant::now());
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "{} does not stop: {}", self.name, self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = (child.kill(), child.wait());
        }
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            eprintln!("--- {}:\n{}", self.name, lines[lines.len().saturating_sub(25)..].join("\n"));
        }
    }
}

/// The nodes of one database.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Node>,
    folder: PathBuf,
}

impl Cluster {
    /// Nodes that do not run yet.
    pub(crate) fn new(stores: &[String]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("croupier-nodes-{process}-{number}"));
        drop(std::fs::remove_dir_all(&folder));
        let names = ["first", "second", "third"].into_iter().zip(stores);
        let nodes = names.map(|(name, store)| Node::new(&folder, name, store)).collect();
        Self { nodes, folder }
    }

    /// Starts all nodes. The first founds the houses and makes the key, which the others get.
    pub(crate) fn start(stores: &[String]) -> Self {
        let mut cluster = Self::new(stores);
        cluster.nodes[0].start();
        cluster.share_key();
        cluster.nodes[1..].iter_mut().for_each(Node::spawn);
        cluster.nodes[1..].iter_mut().for_each(Node::await_ready);
        cluster
    }

    /// Gives the key of the first node to the others.
    pub(crate) fn share_key(&self) {
        for node in &self.nodes[1..] {
            std::fs::copy(self.nodes[0].data.join("house.key"), node.data.join("house.key")).unwrap();
        }
    }

    /// Where people reach them.
    pub(crate) fn bases(&self) -> Vec<String> {
        self.nodes.iter().map(Node::base).collect()
    }

    /// The place of a node in the list.
    pub(crate) fn place(&self, name: &str) -> usize {
        self.nodes.iter().position(|node| node.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    /// Waits until all serve.
    pub(crate) fn await_ready(&mut self) {
        self.nodes.iter_mut().for_each(Node::await_ready);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.nodes.clear();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
