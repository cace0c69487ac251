//! Nodes of one database, each a process of its own.

use std::ffi::OsStr;
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long something may take on a machine that does much else.
const PATIENCE: Duration = Duration::from_mins(1);

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// What every node runs.
#[derive(Clone, Debug)]
pub struct NodeProgram {
    /// The program.
    pub path: PathBuf,
    /// Its options, beside those that name a node, its addresses and its folders.
    pub options: Vec<String>,
}

/// One node: its place, and its process while it runs.
#[derive(Debug)]
pub struct NodeProcess {
    /// Its name.
    pub name: String,
    /// How it reaches the database; empty for a server alone, whose houses lie in its data folder.
    pub store: String,
    /// Its data folder.
    pub data: PathBuf,
    log: PathBuf,
    /// Where people reach it.
    listen: u16,
    /// Where other nodes reach it.
    pub advertise: u16,
    /// What starts the program, if not it itself.
    pub before: Vec<String>,
    program: NodeProgram,
    child: Option<Child>,
}

impl NodeProcess {
    fn new(program: &NodeProgram, folder: &Path, name: &str, store: &str) -> Self {
        let (data, log) = (folder.join(name), folder.join(format!("{name}.log")));
        std::fs::create_dir_all(&data).unwrap();
        Self {
            name: name.to_owned(),
            store: store.to_owned(),
            data,
            log,
            listen: free_port(),
            advertise: free_port(),
            before: Vec::new(),
            program: program.clone(),
            child: None,
        }
    }

    /// A server alone that does not run yet, with its houses in the folder `data` of this one.
    pub fn alone(program: &NodeProgram, folder: &Path) -> Self {
        Self::new(program, folder, "data", "")
    }

    /// Where people reach it.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.listen)
    }

    /// Starts it, and waits until it serves.
    pub fn start(&mut self) {
        self.spawn();
        self.await_ready();
    }

    /// Starts it.
    pub fn spawn(&mut self) {
        let mut words = self.before.iter().map(OsStr::new).chain([self.program.path.as_os_str()]);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).arg("serve").args(&self.program.options);
        command.args(["--listen", &format!("127.0.0.1:{}", self.listen)]);
        command.arg("--data").arg(&self.data).stdin(Stdio::null());
        if !self.store.is_empty() {
            command.args(["--node", &self.name, "--advertise", &format!("127.0.0.1:{}", self.advertise)]);
            command.env("CROUPIER_STORE", &self.store);
        }
        let log = File::options().create(true).append(true).open(&self.log).unwrap();
        self.child = Some(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
    }

    /// Waits until it serves its houses.
    pub fn await_ready(&mut self) {
        let begun = Instant::now();
        while self.readiness() != Some(200) {
            let ended = self.child.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "{} has ended: {}", self.name, self.log());
            assert!(begun.elapsed() < PATIENCE, "{} does not get ready: {}", self.name, self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The status of `/readyz`; `None` where nobody answers.
    pub fn readiness(&self) -> Option<u16> {
        self.readyz().map(|(status, _)| status)
    }

    /// What it says about itself.
    pub fn readyz(&self) -> Option<(u16, String)> {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent: ureq::Agent = config.timeout_global(Some(Duration::from_secs(2))).build().into();
        let mut answer = agent.get(format!("{}/readyz", self.base())).call().ok()?;
        let text = answer.body_mut().read_to_string().ok()?;
        Some((answer.status().as_u16(), text))
    }

    /// Its log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Ends it as its operator would, and waits until it has given away what it owns.
    pub fn stop(&mut self) -> ExitStatus {
        self.signal("-TERM");
        self.await_end()
    }

    /// Waits until it has ended.
    pub fn await_end(&mut self) -> ExitStatus {
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

impl Drop for NodeProcess {
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
#[derive(Debug)]
pub struct NodeProcesses {
    /// All of them.
    pub nodes: Vec<NodeProcess>,
    folder: PathBuf,
}

impl NodeProcesses {
    /// Nodes that do not run yet, one for each way to the database, and at most three.
    pub fn new(program: &NodeProgram, stores: &[String]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("croupier-nodes-{process}-{number}"));
        drop(std::fs::remove_dir_all(&folder));
        let names = ["first", "second", "third"].into_iter().zip(stores);
        let nodes = names.map(|(name, store)| NodeProcess::new(program, &folder, name, store)).collect();
        Self { nodes, folder }
    }

    /// Starts all nodes. The first founds the houses and makes the key, which the others get.
    pub fn start(program: &NodeProgram, stores: &[String]) -> Self {
        let mut all = Self::new(program, stores);
        all.nodes[0].start();
        all.share_key();
        all.nodes[1..].iter_mut().for_each(NodeProcess::spawn);
        all.nodes[1..].iter_mut().for_each(NodeProcess::await_ready);
        all
    }

    /// Gives the key of the first node to the others.
    pub fn share_key(&self) {
        for node in &self.nodes[1..] {
            std::fs::copy(self.nodes[0].data.join("house.key"), node.data.join("house.key")).unwrap();
        }
    }

    /// Where people reach them.
    pub fn bases(&self) -> Vec<String> {
        self.nodes.iter().map(NodeProcess::base).collect()
    }

    /// The place of a node in the list.
    pub fn place(&self, name: &str) -> usize {
        self.nodes.iter().position(|node| node.name == name).unwrap_or_else(|| panic!("{name}"))
    }

    /// Waits until all serve.
    pub fn await_ready(&mut self) {
        self.nodes.iter_mut().for_each(NodeProcess::await_ready);
    }
}

impl Drop for NodeProcesses {
    fn drop(&mut self) {
        self.nodes.clear();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
