//! `croupier witness` beside a house that runs: an honest one, one whose past was written again with all its keys, one that
//! shows two histories, one that was restored, and one that falls silent.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use croupier_transparency::{SignedCheckpoint, Witness, WitnessKey, cosigned_at};
use serde_json::Value;

/// A folder of this test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("croupier-witness-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&path));
    path
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}

/// A house that always answers at the same address, from whatever folder.
struct House {
    child: Child,
    address: SocketAddr,
}

impl House {
    fn open(data: &Path, address: SocketAddr) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["serve", "--demo", "--listen", &address.to_string(), "--data"])
            .arg(data)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let house = Self { child, address };
        let begun = Instant::now();
        while house.get("/readyz").is_none() {
            assert!(begun.elapsed() < Duration::from_mins(2), "the house does not open");
            std::thread::sleep(Duration::from_millis(50));
        }
        house
    }

    fn get(&self, path: &str) -> Option<String> {
        let mut answer = ureq::get(format!("http://{}{path}", self.address)).call().ok()?;
        answer.body_mut().read_to_string().ok()
    }

    /// Stops it in good order: everything is signed then.
    fn stop(mut self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        self.child.wait().unwrap();
    }
}

/// Lets somebody visit a house, who is enrolled and gets chips.
fn visited(data: &Path, address: SocketAddr) {
    let house = House::open(data, address);
    let visit = ureq::post(format!("http://{address}/api/v1/demo/visit"));
    visit.header("content-type", "application/json").send(r#"{"house": 1}"#).expect("a visitor comes in");
    house.stop();
}

/// Lets people visit a house until it has signed more entries than these.
fn visited_beyond(data: &Path, address: SocketAddr, known: u64) -> House {
    let begun = Instant::now();
    loop {
        visited(data, address);
        let house = House::open(data, address);
        if signed(&house) > known {
            return house;
        }
        house.stop();
        assert!(begun.elapsed() < Duration::from_mins(3), "nothing more is signed");
    }
}

/// The number of entries that the house of a folder has signed, while it answers.
fn signed(house: &House) -> u64 {
    let begun = Instant::now();
    loop {
        if let Some(note) = house.get("/api/v1/houses/1/checkpoint") {
            return note.parse::<SignedCheckpoint>().unwrap().checkpoint.sequence;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "no checkpoint comes");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn witness(folder: &Path, address: SocketAddr, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["witness", "--once", "--json", "--folder"])
        .arg(folder)
        .args(more)
        .arg(format!("http://{address}/api/v1/houses/1"))
        .output()
        .unwrap()
}

fn said(output: &Output, status: i32) -> (Value, String) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{error}{}", String::from_utf8_lossy(&output.stdout));
    (serde_json::from_slice(&output.stdout).unwrap(), error)
}

/// Looks until the house has answered everything: a proof waits for the end of a round.
fn looked(folder: &Path, address: SocketAddr, more: &[&str], status: i32) -> (Value, String) {
    let begun = Instant::now();
    loop {
        let output = witness(folder, address, more);
        if output.status.code() != Some(2) || begun.elapsed() > Duration::from_mins(1) {
            return said(&output, status);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn note(folder: &Path) -> PathBuf {
    let mut notes = std::fs::read_dir(folder.join("notes")).unwrap();
    notes.next().unwrap().unwrap().path()
}

#[test]
fn a_past_that_is_written_again_with_every_key_of_the_house_is_found() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (honest, rewritten) = (folder("honest"), folder("rewritten"));
    let (one, two) = (folder("one"), folder("two"));
    visited(&honest, address);
    copy(&honest, &rewritten);
    // The honest house goes on, and is witnessed.
    let house = House::open(&honest, address);
    signed(&house);
    let (json, _) = looked(&one, address, &[], 0);
    assert_eq!(json["houses"][0]["says"], "seen for the first time, and believed", "{json}");
    let first = json["houses"][0]["entries"].as_u64().unwrap();
    house.stop();
    let house = visited_beyond(&honest, address, first);
    let (json, _) = looked(&one, address, &[], 0);
    assert_eq!(json["houses"][0]["says"], "extends the last one", "{json}");
    let known = json["houses"][0]["entries"].as_u64().unwrap();
    let key: WitnessKey = json["witness"].as_str().unwrap().parse().unwrap();
    let cosigned: SignedCheckpoint = std::fs::read_to_string(note(&one)).unwrap().parse().unwrap();
    assert!(cosigned_at(&key, &cosigned).is_some() && cosigned.checkpoint.sequence == known, "{cosigned}");
    house.stop();
    // Somebody who has the whole folder, with every key, goes on from an earlier entry, with other people.
    // The house seals and signs all of it.
    let house = visited_beyond(&rewritten, address, known);
    let before = folder("before");
    copy(&one, &before);
    let (json, error) = looked(&one, address, &[], 1);
    assert_eq!(json["alarms"][0]["kind"], "rewritten", "{json}");
    assert!(error.contains("ALARM") && error.contains("the past was changed"), "{error}");
    // The alarm stays, and what was witnessed is not replaced.
    let (json, _) = looked(&one, address, &[], 1);
    assert_eq!(json["alarms"].as_array().unwrap().len(), 1, "{json}");
    let state: Witness = serde_json::from_slice(&std::fs::read(one.join("state.json")).unwrap()).unwrap();
    assert_eq!(state.logs[0].last().unwrap().checkpoint.sequence, known);
    // Another witness has only seen the other history. When they compare, the fork is found.
    looked(&two, address, &[], 0);
    house.stop();
    let house = House::open(&honest, address);
    let other = note(&two);
    let (json, error) = looked(&before, address, &["--compare", other.to_str().unwrap()], 1);
    assert!(
        matches!(json["alarms"][0]["kind"].as_str(), Some("rewritten" | "fork" | "rolled-back")),
        "{json}"
    );
    assert!(error.contains("ALARM"), "{error}");
    house.stop();
    for path in [honest, rewritten, one, two, before] {
        drop(std::fs::remove_dir_all(path));
    }
}

/// The value of a line of a file of metrics.
fn measured(file: &Path, line: &str) -> i64 {
    let text = std::fs::read_to_string(file).unwrap();
    let found = text.lines().find_map(|one| one.strip_prefix(line)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("no `{line}` in {text}")).parse().unwrap()
}

#[test]
fn a_house_that_falls_silent_raises_an_alarm_and_metrics_say_what_was_seen() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (data, one) = (folder("silent"), folder("listening"));
    std::fs::create_dir_all(&one).unwrap();
    let metrics = one.join("witness.prom");
    let checked = format!("croupier_witness_checked{{house=\"http://{address}/api/v1/houses/1\"}}");
    let silent = "croupier_witness_open_alarms{kind=\"silent\"}";
    let look = |silence: &str, status: i32| {
        let more = ["--silence", silence, "--metrics", metrics.to_str().unwrap()];
        looked(&one, address, &more, status)
    };
    let house = House::open(&data, address);
    signed(&house);
    let (json, _) = look("10", 0);
    assert_eq!((measured(&metrics, &checked), measured(&metrics, silent)), (1, 0));
    let log: SignedCheckpoint = std::fs::read_to_string(note(&one)).unwrap().parse().unwrap();
    let entries = format!("croupier_witness_entries{{log=\"{}\"}}", log.checkpoint.log_name());
    assert_eq!(measured(&metrics, &entries), json["houses"][0]["entries"].as_i64().unwrap());
    assert!(measured(&metrics, "croupier_witness_looked_timestamp_seconds") > 1_700_000_000);
    house.stop();
    // One look that fails is no silence yet.
    said(&witness(&one, address, &["--metrics", metrics.to_str().unwrap()]), 2);
    assert_eq!((measured(&metrics, &checked), measured(&metrics, silent)), (0, 0));
    let (json, error) = look("0", 1);
    assert_eq!(json["alarms"][0]["kind"], "silent", "{json}");
    assert!(error.contains("ALARM") && error.contains("nothing that can be checked"), "{error}");
    assert_eq!(measured(&metrics, silent), 1);
    // It answers again: the alarm says so, and stays until somebody dismisses it.
    let house = House::open(&data, address);
    signed(&house);
    let (json, _) = look("10", 1);
    assert!(json["alarms"][0]["found"].as_str().unwrap().contains("checked again after"), "{json}");
    let dismissed = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["witness", "--dismiss", "1", "--folder"])
        .arg(&one)
        .status();
    assert!(dismissed.unwrap().success());
    look("10", 0);
    assert_eq!(measured(&metrics, silent), 0);
    house.stop();
    // The rules of the alarms name no metric that the witness does not write.
    let rules = include_str!("../../../packaging/prometheus/witness.rules.yml");
    let text = std::fs::read_to_string(&metrics).unwrap();
    let words = rules.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let named: Vec<&str> = words.filter(|word| word.starts_with("croupier_witness_")).collect();
    assert!(named.len() >= 3 && named.iter().all(|name| text.contains(&format!("# TYPE {name} gauge"))));
    for path in [data, one] {
        drop(std::fs::remove_dir_all(path));
    }
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    let (address, one) = (TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap(), folder("nobody"));
    let (json, error) = said(&witness(&one, address, &[]), 2);
    assert_eq!(json["houses"][0]["checked"], false);
    assert!(error.contains("/api/v1/houses/1: "), "{error}");
    let program = || Command::new(env!("CARGO_BIN_EXE_croupier"));
    let run = |more: &[&str]| program().args(["witness", "--folder"]).arg(&one).args(more).output().unwrap();
    for (more, what) in [
        (&["example.org"][..], "write it as https://"),
        (&["--authority", "nowhere.pem", "https://127.0.0.1:1/api/v1/houses/1"][..], "nowhere.pem: "),
        (&["--dismiss", "1"][..], "no alarm 1 is open"),
        (&["--key", "x", "http://127.0.0.1:1/api/v1/houses/1"][..], "NAME+ID+KEY"),
    ] {
        let output = run(more);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(what), "{what}: {error}");
    }
    std::fs::remove_dir_all(one).unwrap();
}

#[test]
fn a_house_with_a_certificate_is_witnessed_by_those_who_trust_it() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (data, trusting, strict) = (folder("certified"), folder("trusting"), folder("strict"));
    std::fs::create_dir_all(&data).unwrap();
    let file = |name: &str, text: String| {
        let path = data.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let made = || rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (certified, stranger) = (made(), made());
    let own = file("house.pem", certified.cert.pem());
    let key = file("house.key", certified.signing_key.serialize_pem());
    let other = file("other.pem", stranger.cert.pem());
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args([
            "serve",
            "--demo",
            "--certificate",
            &own,
            "--key",
            &key,
            "--listen",
            &address.to_string(),
            "--data",
        ])
        .arg(data.join("data"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let look = |folder: &Path, authority: &str| {
        Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["witness", "--once", "--json", "--authority", authority, "--folder"])
            .arg(folder)
            .arg(format!("https://localhost:{}/api/v1/houses/1", address.port()))
            .output()
            .unwrap()
    };
    let begun = Instant::now();
    let seen = loop {
        let output = look(&trusting, &own);
        if output.status.code() == Some(0) || begun.elapsed() > Duration::from_mins(2) {
            break said(&output, 0).0;
        }
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(seen["houses"][0]["says"], "seen for the first time, and believed", "{seen}");
    let (json, error) = said(&look(&strict, &other), 2);
    assert!(json["houses"][0]["checked"] == false && error.contains("certificate"), "{error}");
    child.kill().unwrap();
    child.wait().unwrap();
    for path in [data, trusting, strict] {
        std::fs::remove_dir_all(path).unwrap();
    }
}
