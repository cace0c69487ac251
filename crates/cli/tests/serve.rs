//! `croupier serve` as an operator runs it: what it says, what it logs, where its traces go, how it stops.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A collector of traces that only notes what it is asked.
fn collector() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut reader = BufReader::new(stream.unwrap());
            let mut first = String::new();
            reader.read_line(&mut first).unwrap();
            drop(
                reader
                    .get_mut()
                    .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
            );
            if sender.send(first).is_err() {
                break;
            }
        }
    });
    (address, receiver)
}

struct House {
    child: Child,
    address: String,
    data: PathBuf,
}

impl House {
    fn open(name: &str, more: &[&str]) -> Self {
        let data = std::env::temp_dir().join(format!("croupier-serve-{}-{name}", std::process::id()));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["serve", "--demo", "--listen", &address, "--data"])
            .arg(&data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let house = Self { child, address, data };
        let begun = Instant::now();
        while !house.get("/readyz").is_some_and(|answer| answer.starts_with("HTTP/1.1 200")) {
            assert!(begun.elapsed() < Duration::from_mins(1), "the house does not open");
            std::thread::sleep(Duration::from_millis(50));
        }
        house
    }

    fn get(&self, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }

    /// Stops it as a service manager does; its exit status, and all it has written.
    fn stop(mut self) -> (Option<i32>, String, String) {
        let output = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(output.success());
        let (mut out, mut log) = (String::new(), String::new());
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        let status = self.child.wait().unwrap();
        drop(std::fs::remove_dir_all(&self.data));
        (status.code(), out, log)
    }
}

#[test]
fn a_demo_house_says_how_to_get_in_and_stops_on_a_signal() {
    let house = House::open("plain", &[]);
    assert!(house.get("/metrics").is_some_and(|answer| answer.contains("# TYPE")));
    let (status, out, log) = house.stop();
    assert_eq!(status, Some(0), "{log}");
    for word in ["Open http://localhost:", "(ZAR)", "(GBP)", "demo_player", "croupier-demo"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    assert!(log.contains("INFO"), "{log}");
    assert!(!log.contains('\u{1b}'), "no colours where nobody looks: {log}");
}

#[test]
fn a_log_in_json_is_one_object_a_line_and_traces_go_to_the_collector() {
    let (address, asked) = collector();
    let house = House::open("traced", &["--log", "json", "--otlp", &address]);
    assert!(house.get("/api/v1/houses").is_some_and(|answer| answer.starts_with("HTTP/1.1 200")));
    let (status, _, log) = house.stop();
    assert_eq!(status, Some(0), "{log}");
    for line in log.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line.is_object()), "{line}");
    }
    let first = asked.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(first.starts_with("POST /v1/traces "), "{first}");
}

/// What a service manager that has started the server receives, by a path and by an abstract name.
#[test]
#[cfg(target_os = "linux")]
fn a_service_manager_hears_when_the_server_is_ready_and_when_it_stops() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let name = format!("croupier-notify-{}", std::process::id());
    let path = std::env::temp_dir().join(&name);
    let addresses = [
        (path.display().to_string(), SocketAddr::from_pathname(&path).unwrap()),
        (format!("@{name}"), SocketAddr::from_abstract_name(&name).unwrap()),
    ];
    for (variable, address) in addresses {
        let manager = UnixDatagram::bind_addr(&address).unwrap();
        manager.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let hear = || {
            let mut bytes = [0; 256];
            let count = manager.recv(&mut bytes).unwrap();
            String::from_utf8(bytes[..count].to_vec()).unwrap()
        };
        let data = std::env::temp_dir().join(format!("{name}-data"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .env("NOTIFY_SOCKET", &variable)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        assert_eq!(hear(), "STATUS=Opening the houses", "{variable}");
        let ready = hear();
        let address =
            ready.strip_prefix("READY=1\nSTATUS=Listening at ").unwrap_or_else(|| panic!("{ready}"));
        assert!(TcpStream::connect(address).is_ok(), "nobody listens at {address}");
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        assert_eq!(hear(), "STOPPING=1");
        assert!(child.wait().unwrap().success());
        drop(std::fs::remove_dir_all(&data));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_folder_that_is_served_is_not_served_twice() {
    let house = House::open("twice", &[]);
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--demo", "--listen", "127.0.0.1:0", "--data"])
        .arg(&house.data)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another server is using"));
    assert_eq!(house.stop().0, Some(0));
}

#[test]
fn the_link_of_the_first_manager_has_the_port_that_was_found() {
    let data = std::env::temp_dir().join(format!("croupier-serve-{}-any-port", std::process::id()));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo-sterling.toml");
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--house", file, "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let link = lines.into_iter().find(|line| line.contains("/first?house="));
    let address = link.as_deref().and_then(|line| line.split_once("http://")?.1.split('/').next());
    let address = address.expect("a link with an address").to_owned();
    assert!(TcpStream::connect(&address).is_ok(), "nobody listens at {address}");
    child.kill().unwrap();
    child.wait().unwrap();
    drop(std::fs::remove_dir_all(&data));
}

#[test]
fn whatever_the_file_may_say_a_flag_and_the_environment_say_too() {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let words = "data store node advertise listen certificate key session_minutes requests_per_second requests_at_once sockets_max body_max \
                 connections_max connections_per_address trusted_proxy";
    let paces = ["bets", "finals", "closed", "insurance", "decision", "payment"];
    let paces = paces.map(|pace| format!("pace_{pace}"));
    for word in words.split(' ').chain(paces.iter().map(String::as_str)).chain(["house", "learning"]) {
        let flag = format!("--{} <", word.replace('_', "-"));
        let variable = format!("[env: CROUPIER_{}", word.to_uppercase());
        assert!(help.contains(&flag) && help.contains(&variable), "{word} in {help}");
    }
    for word in words.split(' ').chain(["[[house]]", "learning", "[pace]", "insurance"]) {
        let (_, file) = help.split_once("The configuration file has these keys").unwrap();
        assert!(file.contains(word), "{word} in {file}");
    }
    let house = House::open("small", &["--body-max", "100"]);
    let mut stream = TcpStream::connect(&house.address).unwrap();
    let head =
        "POST /api/v1/session HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json";
    let body = format!("{{\"house\":1,\"handle\":\"{}\",\"password\":\"x\"}}", "x".repeat(200));
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    house.stop();
}

#[test]
fn a_house_that_could_let_nobody_in_is_not_made() {
    let data = std::env::temp_dir().join(format!("croupier-serve-{}-taken", std::process::id()));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--demo", "--listen", &taken.local_addr().unwrap().to_string(), "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot listen at 127.0.0.1:"));
    assert!(!data.exists());
}

/// Runs the program in a folder; its exit status, and what it printed and reported.
fn run_in(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_open_house_is_copied_restored_examined_and_repaired() {
    let house = House::open("copied", &[]);
    let folder = std::env::temp_dir().join(format!("croupier-copies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("phrase"), "a long enough passphrase").unwrap();
    std::fs::write(folder.join("wrong"), "another long passphrase").unwrap();
    let data = house.data.to_str().unwrap();
    let backup = ["backup", "--data", data, "copy", "--secrets-passphrase-file", "phrase"];
    let (status, out, log) = run_in(&folder, &backup);
    assert_eq!(status, Some(0), "{log}");
    assert!(out.contains("with encrypted secrets") && out.contains("house 2: entry "), "{out}");
    assert!(!log.contains("4 KiB"), "the size counts what is not checkpointed yet: {log}");
    assert_eq!(run_in(&folder, &backup).0, Some(2), "a copy is never written over another");

    let restore = |phrase| ["restore", "copy", "--data", "new", "--secrets-passphrase-file", phrase];
    let (status, _, log) = run_in(&folder, &restore("wrong"));
    assert_eq!(status, Some(2), "{log}");
    assert!(log.contains("the passphrase is wrong") && !folder.join("new").exists(), "{log}");
    let (status, out, log) = run_in(&folder, &restore("phrase"));
    assert_eq!(status, Some(0), "{log}");
    assert!(out.contains("as a new incarnation"), "{out}");

    let (status, out, _) = run_in(&folder, &["doctor", "new"]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("incarnation 2") && out.contains("new is sound"), "{out}");
    audited(&folder);
    std::fs::remove_file(folder.join("new/heads")).unwrap();
    let (status, out, _) = run_in(&folder, &["doctor", "new", "--json"]);
    assert_eq!(status, Some(1), "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(2), "the head of each house: {out}");
    assert_eq!(run_in(&folder, &["doctor", "new", "--repair"]).0, Some(0));
    assert_eq!(run_in(&folder, &["doctor", "nowhere"]).0, Some(2));

    let (status, out, log) = run_in(&folder, &["export", "new", "--out", "all", "--from", "2020-01-01"]);
    assert_eq!(status, Some(0), "{log}");
    assert!(out.contains("all/events.csv: ") && log.contains("replaying house 2: "), "{out}{log}");
    let of = ["--format", "parquet", "--tables", "rounds,wagers", "--house", "1", "--to", "2020-01-01"];
    let (status, out, log) = run_in(&folder, &[&["export", "new", "--out", "none"], &of[..]].concat());
    assert_eq!(status, Some(0), "{log}");
    assert_eq!(out, "none/rounds.parquet: no activity\nnone/wagers.parquet: no activity\n");
    // Nobody has played: every table says so, and the whole of an interval before the house began does.
    let figures = std::fs::read_to_string(folder.join("all/figures_by_table.csv")).unwrap();
    assert!(
        figures.lines().count() > 2 && figures.lines().skip(1).all(|row| row.contains(",no activity,0,0,"))
    );
    let of = ["--tables", "figures_by_game", "--house", "1", "--period", "whole"];
    let dates = ["--from", "2019-01-01", "--to", "2020-01-01"];
    let (status, _, log) = run_in(&folder, &[&["export", "new", "--out", "whole"], &of[..], &dates].concat());
    assert_eq!(status, Some(0), "{log}");
    let figures = std::fs::read_to_string(folder.join("whole/figures_by_game.csv")).unwrap();
    let begins = "1,2019-01-01T00:00:00.000Z,2020-01-02T00:00:00.000Z,,no activity,0,0,0.00,";
    assert!(figures.lines().nth(1).is_some_and(|row| row.starts_with(begins)), "{figures}");
    for (wrong, why) in [
        (["--period", "week"], "write hour, day or whole"),
        (
            ["--tables", "players"],
            "there is no such table: there are rounds, wagers, ledger, events, figures_by_table,",
        ),
        (["--format", "xlsx"], "write csv or parquet"),
        (["--house", "9"], "there is no house 9"),
    ] {
        let (status, _, log) = run_in(&folder, &[&["export", "new", "--out", "wrong"], &wrong[..]].concat());
        assert!(status == Some(2) && log.contains(why), "{wrong:?}: {log}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    house.stop();
}

/// The restored houses are audited, in the folder and from an export.
fn audited(folder: &Path) {
    let (status, out, log) = run_in(folder, &["audit", "new"]);
    assert_eq!(status, Some(0), "{out}{log}");
    assert!(out.contains("nothing is wrong") && out.contains("were compared with the journal"), "{out}");
    assert_eq!(run_in(folder, &["audit", "new", "--export", "journal.jsonl"]).0, Some(0));
    let (status, out, _) = run_in(folder, &["audit", "journal.jsonl", "--threads", "1"]);
    assert_eq!(status, Some(0), "{out}");
}

/// The example books that have a house file.
const EXAMPLES: [&str; 7] =
    ["atlantic-city", "caribbean-stud", "france", "great-britain", "macau", "nevada", "three-card-poker"];

#[test]
fn every_example_house_opens_as_a_demo_with_all_its_tables() {
    let files = EXAMPLES.map(|book| {
        let path = |file: &str| format!("../../examples/{file}.toml");
        [path(book), path(&format!("{book}-house"))]
    });
    let args: Vec<&str> =
        files.iter().flat_map(|[book, house]| ["--rulebook", book.as_str(), "--house", house]).collect();
    let house = House::open("examples", &args);
    let mut tables = 0;
    for number in 1..=EXAMPLES.len() {
        let answer = house.get(&format!("/api/v1/houses/{number}/tables")).unwrap();
        assert!(!answer.contains(r#""phase":"closed""#), "{answer}");
        tables += answer.matches(r#""phase":"#).count();
    }
    assert_eq!(tables, 14);
    let (status, out, log) = house.stop();
    assert_eq!(status, Some(0), "{log}");
    assert!(out.contains("(MOP)") && out.contains("demo_player"), "{out}");
}

#[test]
fn a_demo_of_a_house_without_a_cashier_says_what_to_add() {
    let data = std::env::temp_dir().join(format!("croupier-serve-{}-lacking", std::process::id()));
    let text = std::fs::read_to_string("../../examples/macau-house.toml").unwrap();
    let file = std::env::temp_dir().join(format!("croupier-serve-{}-lacking.toml", std::process::id()));
    std::fs::write(&file, text.replace("post = \"cashier\"", "post = \"inspector\"")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["--rulebook", "../../examples/macau.toml", "serve", "--demo", "--listen", "127.0.0.1:0"])
        .args([std::ffi::OsStr::new("--house"), file.as_os_str(), "--data".as_ref(), data.as_os_str()])
        .output()
        .unwrap();
    let _ = (std::fs::remove_dir_all(&data), std::fs::remove_file(&file));
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("names no cashier: add one under [[staff]], with post = \"cashier\""), "{said}");
}
