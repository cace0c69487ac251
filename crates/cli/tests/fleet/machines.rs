//! NATS servers and croupiers as processes on loopback, all of which end with the test.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The longest that anything here is waited for.
const PATIENCE: Duration = Duration::from_secs(100);

/// Waits until something is so, and says what when it never is.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A folder that goes when the test does.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("croupier-fleet-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that is killed when nobody needs it any more, with what it writes.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
    out: PathBuf,
}

impl Process {
    pub(crate) fn start(command: &mut Command, log: PathBuf) -> Self {
        let out = log.with_extension("out");
        let child = command
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .stdin(Stdio::null())
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&log).unwrap())
            .spawn();
        let child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Self { child, log, out }
    }

    /// What it has written on standard error so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// What it has written on standard output.
    pub(crate) fn out(&self) -> String {
        fs::read_to_string(&self.out).unwrap()
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status().unwrap();
        assert!(sent.success());
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits until it ends by itself.
    pub(crate) fn end(&mut self) -> ExitStatus {
        wait_until(&format!("this ends: {}", self.log.display()), || {
            self.child.try_wait().unwrap().is_some()
        });
        self.child.wait().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A NATS server.
pub(crate) struct Server {
    pub(crate) process: Process,
    pub(crate) name: String,
    pub(crate) url: String,
    monitor: u16,
}

/// Whether servers keep streams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    Streams,
    Nothing,
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Debian puts it where only root looks.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    found.expect("nats-server is not installed: run scripts/setup")
}

impl Server {
    fn start(folder: &Folder, name: &str, keep: Keep, routes: Option<(u16, &str)>) -> Self {
        let (port, monitor) = (free_port(), free_port());
        let mut command = Command::new(program());
        command.args(["-n", name, "-a", "127.0.0.1", "-p", &port.to_string(), "-m", &monitor.to_string()]);
        if keep == Keep::Streams {
            command.arg("-js").arg("-sd").arg(folder.file(name));
        }
        if let Some((own, all)) = routes {
            let own = format!("nats://127.0.0.1:{own}");
            command.args(["--cluster_name", "loopback", "--cluster", &own, "--routes", all]);
        }
        let process = Process::start(&mut command, folder.file(&format!("{name}.log")));
        Self { process, name: name.to_owned(), url: format!("nats://127.0.0.1:{port}"), monitor }
    }

    /// One server that is ready.
    pub(crate) fn alone(folder: &Folder, keep: Keep) -> Self {
        let mut server = Self::start(folder, "alone", keep, None);
        wait_until("the server is ready", || {
            assert!(server.process.is_running(), "{}", server.process.log());
            server.ask("/healthz").is_some()
        });
        server
    }

    /// Three servers that know each other and have chosen who leads.
    pub(crate) fn three(folder: &Folder) -> Vec<Self> {
        let ports = [free_port(), free_port(), free_port()];
        let routes = ports.map(|port| format!("nats://127.0.0.1:{port}")).join(",");
        let start = |(place, port): (usize, &u16)| {
            Self::start(folder, &format!("node-{}", place + 1), Keep::Streams, Some((*port, &routes)))
        };
        let mut servers: Vec<Self> = ports.iter().enumerate().map(start).collect();
        wait_until("the servers know each other", || {
            for server in &mut servers {
                assert!(server.process.is_running(), "{}", server.process.log());
            }
            servers.iter().all(|server| {
                server.ask("/jsz").is_some_and(|answer| {
                    let meta = &answer["meta_cluster"];
                    meta["leader"].as_str().is_some_and(|leader| !leader.is_empty())
                        && meta["cluster_size"] == 3
                })
            })
        });
        servers
    }

    /// What the server tells about itself.
    fn ask(&self, path: &str) -> Option<Value> {
        let mut line = TcpStream::connect(("127.0.0.1", self.monitor)).ok()?;
        line.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        line.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).ok()?;
        let mut answer = String::new();
        line.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        if head.lines().next()?.contains("200") { serde_json::from_str(body).ok() } else { None }
    }

    /// The streams it keeps, with the server that leads each.
    pub(crate) fn streams(&self) -> Vec<(String, Option<String>)> {
        let answer = self.ask("/jsz?accounts=true&streams=true").unwrap_or_default();
        let accounts = answer["account_details"].as_array().cloned().unwrap_or_default();
        let streams = accounts.iter().filter_map(|account| account["stream_detail"].as_array());
        let named = |stream: &Value| {
            let leader = stream["cluster"]["leader"].as_str().map(str::to_owned);
            (stream["name"].as_str().unwrap_or_default().to_owned(), leader)
        };
        streams.flatten().map(named).collect()
    }
}

/// The program under test.
pub(crate) fn croupier() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

/// The program with a byte more at its end: it does the same, and is another build.
pub(crate) fn another_build(folder: &Folder) -> PathBuf {
    let path = folder.file("another-croupier");
    // By another process, for a program cannot be started while a file of ours is open on it.
    let copy = r#"cp "$0" "$1" && echo >> "$1""#;
    let copied = Command::new("sh").args(["-c", copy, env!("CARGO_BIN_EXE_croupier")]).arg(&path).status();
    assert!(copied.unwrap().success());
    path
}
