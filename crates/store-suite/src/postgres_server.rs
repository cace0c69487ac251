//! A `PostgreSQL` server of a test's own: in a temporary folder, with a socket there, and no port unless it has TLS.
//!
//! A second process guards it. It waits until the test program has ended, however that was, then stops the server and
//! removes the folder.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getuid, kill_process};

/// The user of the database.
const USER: &str = "croupier";
/// Options of the server: small.
const OPTIONS: &str = "-c max_connections=200 -c shared_buffers=64MB";
/// It is only reachable through its folder.
const NO_PORT: &str = "-c listen_addresses=";
/// What the guard does when its input ends, which is when the test program has.
const GUARD: &str = "trap '' INT TERM HUP; cat >/dev/null; \
     \"$1/pg_ctl\" -D \"$2/data\" -m immediate stop >/dev/null 2>&1; rm -rf \"$2\"";

/// A server that runs until this is dropped or the program ends.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    guard: Child,
    databases: AtomicU32,
    options: String,
    /// Its port, if it has one.
    port: Option<u16>,
}

impl PostgresServer {
    /// The server that the tests of a program share.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<PostgresServer> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// Starts a server. Fails the test where `PostgreSQL` is not installed.
    pub fn start() -> Self {
        let server = Self::prepare();
        server.restart();
        server
    }

    /// Starts a server on a free port of this machine that has TLS, with a certificate and its key in PEM.
    pub fn start_with_tls(certificate: &str, key: &str) -> Self {
        let mut server = Self::prepare();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        for (name, text) in [("certificate.pem", certificate), ("key.pem", key)] {
            let path = server.folder.join(name);
            std::fs::write(&path, text).unwrap();
            succeed(Command::new("chmod").arg("600").arg(&path));
            if getuid().is_root() {
                succeed(Command::new("chown").arg("postgres:postgres").arg(&path));
            }
        }
        let folder = server.folder.display();
        server.options = format!(
            "-c listen_addresses=127.0.0.1 -p {port} -c ssl=on -c ssl_cert_file={folder}/certificate.pem \
             -c ssl_key_file={folder}/key.pem"
        );
        server.port = Some(port);
        server.restart();
        server
    }

    /// Starts a standby of this server. From then on, this server confirms a commit when the standby has it too.
    #[must_use]
    pub fn standby(&self) -> Self {
        let standby = Self::empty();
        let mut copy = standby.program("pg_basebackup");
        copy.args(["-R", "--no-sync", "-c", "fast", "-U", USER, "-h"]).arg(&self.folder);
        succeed(copy.arg("-D").arg(standby.folder.join("data")));
        standby.restart();
        self.sql("postgres", "alter system set synchronous_standby_names = '*'");
        self.sql("postgres", "select pg_reload_conf()");
        let until = Instant::now() + Duration::from_secs(30);
        let synchronous = "select count(*) from pg_stat_replication where sync_state = 'sync'";
        while self.sql("postgres", synchronous) != "1" {
            assert!(Instant::now() < until, "the standby does not follow");
            std::thread::sleep(Duration::from_millis(20));
        }
        standby
    }

    /// Starts a server that archives its log, for [`Self::recover`].
    pub fn start_archiving() -> Self {
        let server = Self::prepare();
        let archive = server.archive();
        succeed(unprivileged("mkdir", &server.folder).arg(&archive));
        let archive = archive.display();
        server.configure(
            "postgresql.conf",
            &format!("archive_mode = on\narchive_command = 'cp %p {archive}/%f'\n"),
        );
        server.restart();
        server
    }

    fn archive(&self) -> PathBuf {
        self.folder.join("archive")
    }

    /// A base backup of this server, which does not run yet.
    #[must_use]
    pub fn base_backup(&self) -> Self {
        let copy = Self::empty();
        let mut command = copy.program("pg_basebackup");
        command.args(["--no-sync", "-c", "fast", "-U", USER, "-h"]).arg(&self.folder);
        succeed(command.arg("-D").arg(copy.folder.join("data")));
        copy
    }

    /// Starts a base backup of another server, and applies the log of that one up to a moment. It can be read then, and becomes a
    /// primary when it is promoted.
    pub fn recover(&self, of: &Self, moment: &str) {
        // The file that is being written is archived too.
        let last = of.sql("postgres", "select pg_walfile_name(pg_switch_wal())");
        let until = Instant::now() + Duration::from_secs(30);
        while !of.archive().join(&last).exists() {
            assert!(Instant::now() < until, "the log is not archived");
            std::thread::sleep(Duration::from_millis(20));
        }
        let archive = of.archive();
        let archive = archive.display();
        self.configure(
            "postgresql.auto.conf",
            &format!(
                "archive_mode = off\nrestore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n\
                 recovery_target_action = 'pause'\n"
            ),
        );
        succeed(unprivileged("touch", &self.folder).arg("data/recovery.signal"));
        self.restart();
        let until = Instant::now() + Duration::from_secs(30);
        while self.sql("postgres", "select pg_get_wal_replay_pause_state()") != "paused" {
            assert!(Instant::now() < until, "the server does not reach that moment");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Adds lines to a file with settings.
    fn configure(&self, file: &str, lines: &str) {
        let mut file = OpenOptions::new().append(true).open(self.folder.join("data").join(file)).unwrap();
        file.write_all(lines.as_bytes()).unwrap();
    }

    /// Dumps a database, and restores the dump as a new database: how to connect to that.
    pub fn restored_dump(&self, database: &str) -> String {
        let (file, new) = (self.folder.join(format!("{database}.dump")), self.database());
        let mut dump = self.program("pg_dump");
        succeed(dump.args(["-Fc", "-U", USER, "-h"]).arg(&self.folder).arg("-f").arg(&file).arg(database));
        let name = new.rsplit_once("dbname=").map_or("", |(_, name)| name);
        let mut restore = self.program("pg_restore");
        succeed(restore.args(["-U", USER, "-d", name, "-h"]).arg(&self.folder).arg(&file));
        new
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        assert_eq!(self.sql("postgres", "select pg_promote()"), "t");
    }

    /// How to connect to a database at whichever of this server and another is the primary.
    pub fn address_of_both(&self, other: &Self, database: &str) -> String {
        let (folder, other) = (self.folder.display(), other.folder.display());
        format!("host={folder},{other} user={USER} dbname={database} target_session_attrs=read-write")
    }

    /// The socket in its folder.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Makes a server that does not run yet.
    fn prepare() -> Self {
        let server = Self::empty();
        let data = server.folder.join("data");
        let mut initdb = server.program("initdb");
        initdb.args(["-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C", "-U", USER, "-D"]).arg(data);
        succeed(&mut initdb);
        server
    }

    /// Makes a folder for a server, and its guard.
    fn empty() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let programs = programs();
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("croupier-pg-{process}-{number}"));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        if getuid().is_root() {
            succeed(Command::new("chown").arg("postgres:postgres").arg(&folder));
        }
        let mut guard = unprivileged("sh", &folder);
        guard.args(["-c", GUARD, "guard"]).arg(&programs).arg(&folder);
        let guard = guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let (databases, options) = (AtomicU32::new(0), NO_PORT.to_owned());
        Self { programs, folder, guard, databases, options, port: None }
    }

    /// Starts the server again after it was killed.
    pub fn restart(&self) {
        let folder = self.folder.display();
        let mut start = self.program("pg_ctl");
        start.args(["-w", "-t", "60", "-D"]).arg(self.folder.join("data"));
        start.arg("-l").arg(self.folder.join("log")).args([
            "-o",
            &format!("{OPTIONS} {} -k {folder}", self.options),
            "start",
        ]);
        let until = Instant::now() + Duration::from_secs(30);
        // What the killed server had in memory may still be attached for a moment.
        while !start.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success() {
            let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(Instant::now() < until, "the server does not start:\n{log}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Kills the server and all its processes at once, as a power cut would.
    pub fn kill(&self) {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let first: i32 = file.lines().next().unwrap().trim().parse().unwrap();
        let all: Vec<i32> = std::iter::once(first).chain(children(first)).collect();
        for process in &all {
            // One that has ended by itself is dead too.
            let _ = kill_process(Pid::from_raw(*process).unwrap(), Signal::KILL);
        }
        let lives = |process: &i32| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        let until = Instant::now() + Duration::from_secs(10);
        while all.iter().any(lives) {
            assert!(Instant::now() < until, "the server does not die");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A new empty database: how to connect to it.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("create database {name}"));
        self.address(&name)
    }

    /// How to connect to a database through the port of the server, at a name of this machine.
    pub fn address_at(&self, host: &str, database: &str) -> String {
        let port = self.port.expect("the server has a port");
        format!("postgres://{USER}@{host}:{port}/{database}")
    }

    /// How to connect to a database.
    pub fn address(&self, database: &str) -> String {
        let port = self.port.map(|port| format!("port={port} ")).unwrap_or_default();
        format!("host={} {port}user={USER} dbname={database}", self.folder.display())
    }

    /// Runs statements in a database, and returns what they print.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.program("psql");
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-U", USER, "-d", database, "-h"]).arg(&self.folder);
        if let Some(port) = self.port {
            psql.args(["-p", &port.to_string()]);
        }
        succeed(psql.args(["-c", sql]))
    }

    fn program(&self, name: &str) -> Command {
        unprivileged(&self.programs.join(name).to_string_lossy(), &self.folder)
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        drop(self.guard.wait());
    }
}

/// The folder of the server's programs.
fn programs() -> PathBuf {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    // Debian has a folder for each version.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    let needed = ["initdb", "pg_ctl", "psql", "postgres"];
    let found = folders.into_iter().find(|folder| needed.iter().all(|name| folder.join(name).exists()));
    found.expect("initdb, pg_ctl, psql or postgres is missing: install PostgreSQL, on Debian with `sudo apt-get install postgresql`")
}

/// A program that runs in a folder as a user whom `PostgreSQL` accepts: not as root.
fn unprivileged(program: &str, folder: &Path) -> Command {
    let mut command = if getuid().is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", program]);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    command
}

/// Runs a program to its end, and returns what it printed.
fn succeed(command: &mut Command) -> String {
    let done = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (printed, errors) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}: {errors}{printed}");
    printed.trim().to_owned()
}

/// The processes that a process started.
fn children(parent: i32) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let parent_of = |process: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<i32>().ok()
    };
    numbers.filter(|process| parent_of(process) == Some(parent)).collect()
}
