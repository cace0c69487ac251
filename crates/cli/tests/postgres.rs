//! `croupier serve --store`: a process owns its house, another follows it, and takes over after a kill or a pause.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use croupier_store_suite::PostgresServer;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo-sterling.toml");

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-node-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The command of a node.
fn node(name: &str, data: &Path, store: &str, listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(["serve", "--node", name, "--listen", listen, "--house", FILE]);
    command.arg("--data").arg(data).env("CROUPIER_STORE", store).stdin(Stdio::null());
    command
}

/// A process that serves, until it is killed.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    /// Starts it, and waits until it is ready.
    fn start(name: &str, data: &Path, store: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let mut command = node(name, data, store, &address);
        command.args(["--advertise", "127.0.0.1:0"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut process = Self { child, address };
        let begun = Instant::now();
        while !process.get("/readyz").is_some_and(|answer| answer.starts_with("HTTP/1.1 200")) {
            assert!(process.child.try_wait().unwrap().is_none(), "{name} has ended");
            assert!(begun.elapsed() < Duration::from_mins(1), "{name} does not get ready");
            std::thread::sleep(Duration::from_millis(20));
        }
        process
    }

    fn get(&self, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    /// The houses that it serves, as it says.
    fn houses(&self) -> String {
        self.get("/api/v1/houses").unwrap().split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What `croupier nodes` shows.
fn nodes(store: &str) -> (bool, serde_json::Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let output = command.args(["nodes", "--json"]).env("CROUPIER_STORE", store).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}")))
}

/// Waits until a node owns the house, and returns how long that took.
fn await_owner(store: &str, name: &str) -> Duration {
    let begun = Instant::now();
    loop {
        let (is_well, seen) = nodes(store);
        if is_well && seen["houses"][0]["owner"] == name {
            return begun.elapsed();
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{seen}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_second_process_follows_and_takes_over_after_the_first_was_killed() {
    let server = PostgresServer::shared();
    let store = server.database();
    let name = store.rsplit_once("dbname=").unwrap().1;
    let (first, second) = (folder("first"), folder("second"));
    let mut owner = Process::start("first", &first, &store);
    let houses = owner.houses();
    let why = refused(&node("second", &second, &store, "127.0.0.1:0").output().unwrap());
    assert!(why.contains("house.key is missing: copy it from another node"), "{why}");
    std::fs::copy(first.join("house.key"), second.join("house.key")).unwrap();
    let heir = Process::start("second", &second, &store);
    assert_eq!(heir.houses(), houses);
    let (is_well, seen) = nodes(&store);
    assert!(is_well && seen["houses"][0]["owner"] == "first", "{seen}");
    assert_eq!(seen["nodes"].as_array().unwrap().len(), 2, "{seen}");
    owner.kill();
    let took = await_owner(&store, "second");
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert!(seen["houses"][0]["fence"].as_u64() < nodes(&store).1["houses"][0]["fence"].as_u64());
    let recover = |data: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.arg("recover").arg(data).env("CROUPIER_STORE", &store);
        command.output().unwrap()
    };
    assert!(
        refused(&recover(&first)).contains("served by node `second`"),
        "a house that is served is not recovered"
    );
    drop(heir);
    let recovered = recover(&first);
    let (out, log) = (String::from_utf8_lossy(&recovered.stdout), String::from_utf8_lossy(&recovered.stderr));
    assert!(out.contains("/first?house=1&token="), "{out}{log}");
    assert_eq!(server.sql(name, "select count(*) from croupier.links where purpose = 'manager'"), "1");
    let (is_well, seen) = nodes(&store);
    assert!(!is_well && seen["houses"][0]["owner"].is_null(), "the lease is released: {seen}");
    for folder in [first, second] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_process_that_was_paused_past_its_lease_follows_the_new_owner() {
    let store = PostgresServer::shared().database();
    let (first, second) = (folder("paused"), folder("awake"));
    let paused = Process::start("paused", &first, &store);
    std::fs::copy(first.join("house.key"), second.join("house.key")).unwrap();
    let heir = Process::start("awake", &second, &store);
    paused.signal("-STOP");
    await_owner(&store, "awake");
    paused.signal("-CONT");
    let begun = Instant::now();
    loop {
        let is_ready = paused.get("/readyz").unwrap().starts_with("HTTP/1.1 200");
        let (is_well, seen) = nodes(&store);
        if is_ready && is_well && seen["nodes"].as_array().unwrap().len() == 2 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{seen}");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(heir.get("/readyz").unwrap().starts_with("HTTP/1.1 200"), "the new owner goes on");
    assert_eq!(nodes(&store).1["houses"][0]["owner"], "awake");
    drop((paused, heir));
    for folder in [first, second] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_a_store_or_a_node_cannot_be_is_refused() {
    let data = folder("refused");
    let serve = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).args(more);
        refused(&command.output().unwrap())
    };
    let secret = "postgres://croupier:secret@127.0.0.1:1/none";
    let why = serve(&["--store", "mysql://a/b"]);
    assert!(why.contains("postgres://USER@HOST/DATABASE"), "{why}");
    let why = serve(&["--store", secret]);
    assert!(why.contains("--node NAME"), "{why}");
    let why = serve(&["--store", secret, "--node", "a b"]);
    assert!(why.contains("`a b` is no name for a node"), "{why}");
    let why = serve(&["--store", secret, "--node", "a", "--advertise", "a.example"]);
    assert!(why.contains("`a.example` is no address: write HOST:PORT"), "{why}");
    let why = serve(&["--store", secret, "--node", "a"]);
    assert!(why.contains("cannot connect") && !why.contains("secret"), "{why}");
    let why = serve(&["--store", "postgres://a/b?sslmode=full", "--node", "a"]);
    assert!(why.contains("sslmode is `full`: write disable"), "{why}");
    let why = serve(&["--node", "a"]);
    assert!(why.contains("for a server with --store"), "{why}");
    std::fs::remove_dir_all(data).unwrap();
}

/// Runs a command with a database.
fn with_store(store: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).env("CROUPIER_STORE", store).stdin(Stdio::null()).output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_database_is_copied_while_it_is_served_and_begins_a_new_incarnation_when_nobody_serves_it() {
    let store = PostgresServer::shared().database();
    let [data, copy] = ["copied", "copy"].map(folder);
    std::fs::remove_dir_all(&copy).unwrap();
    let [data_name, copy_name] = [&data, &copy].map(|path| path.to_str().unwrap());
    let mut process = Process::start("one", &data, &store);
    let said = printed(&with_store(&store, &["backup", "--data", data_name, "--without-secrets", copy_name]));
    assert!(said.contains("without secrets") && said.contains("\nhouse 1: entry "), "{said}");
    let in_place = ["restore", "--in-place", "--data", data_name];
    let why = refused(&with_store(&store, &in_place));
    assert!(why.contains("another server is using"), "{why}");
    // The copy is no place for a node, and this database is not empty.
    let why = refused(&with_store(&store, &["restore", "--in-place", "--data", copy_name]));
    assert!(why.contains("is a copy"), "{why}");
    let new = folder("copied-new");
    let why = refused(&with_store(&store, &["restore", "--data", new.to_str().unwrap(), copy_name]));
    assert!(why.contains("the database has house 1 already"), "{why}");

    process.kill();
    let said = printed(&with_store(&store, &in_place));
    assert!(said.contains("a new incarnation of every house of the database has begun"), "{said}");
    let process = Process::start("one", &data, &store);
    assert!(process.houses().contains("\"id\":1"), "{}", process.houses());
    drop(process);

    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let why = refused(&command.args(in_place).env_remove("CROUPIER_STORE").output().unwrap());
    assert!(why.contains("--store"), "{why}");
    let why = refused(&with_store(&store, &["restore", "--data", data_name]));
    assert!(why.contains("<FROM>"), "{why}");
    for folder in [data, copy, new] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_database_is_examined_while_it_is_served_and_repaired_when_nobody_serves_it() {
    let server = PostgresServer::shared();
    let store = server.database();
    let name = store.rsplit_once("dbname=").unwrap().1;
    let [data, elsewhere] = ["examined", "examined-from"].map(folder);
    let [data_name, elsewhere_name] = [&data, &elsewhere].map(|path| path.to_str().unwrap());
    let mut process = Process::start("one", &data, &store);
    let said = printed(&with_store(&store, &["doctor", data_name]));
    assert!(said.contains("house 1: ") && said.ends_with("the database is sound\n"), "{said}");
    let said = printed(&with_store(&store, &["doctor", "nowhere"]));
    assert!(said.contains("nowhere does not exist: the files of a node were not examined"), "{said}");

    server.sql(name, "update croupier.streams set ver = ver + 1");
    let found = with_store(&store, &["doctor", "--json", data_name]);
    let json: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!((found.status.code(), &json["findings"][0]["part"]), (Some(1), &"versions".into()), "{json}");
    let why = refused(&with_store(&store, &["doctor", "--repair", elsewhere_name]));
    assert!(why.contains("node `one`") && why.contains("stop all nodes of this database first"), "{why}");
    process.kill();
    let repaired = with_store(&store, &["doctor", "--repair", data_name]);
    assert!(printed(&repaired).ends_with("the database is sound\n"), "{repaired:?}");
    assert!(String::from_utf8_lossy(&repaired.stderr).contains("made again: house 1, versions"));
    drop(Process::start("one", &data, &store));
    for folder in [data, elsewhere] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}
