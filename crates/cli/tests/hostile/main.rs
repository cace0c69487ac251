//! Hostile clients of every kind at once, against a server that has one core, while an honest player bets.
//!
//! `make test` runs this for five seconds with the program of the tests, which is not optimised and shares the machine
//! with other tests; there the honest player may wait longer. `make soak` runs it for ten minutes with the program that
//! is shipped: `CROUPIER_HOSTILE_SECONDS=600 CROUPIER_HOSTILE_P99_MS=50`.
#![cfg(target_os = "linux")]

mod attacks;
mod client;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use attacks::{ATTACKS, Target};
use client::{Http, TEXT, TableSocket};
use croupier_proof::ProofRow;

/// How much more memory the server may use while it is attacked, in bytes.
const MEMORY: u64 = 100 * 1024 * 1024;
/// The address of the honest player.
const HONEST: Ipv4Addr = Ipv4Addr::LOCALHOST;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A demo on one core.
struct Server {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Server {
    fn start() -> Self {
        let data = std::env::temp_dir().join(format!("croupier-hostile-{}", std::process::id()));
        let port = TcpListener::bind((HONEST, 0)).unwrap().local_addr().unwrap().port();
        let address = SocketAddr::from((HONEST, port));
        let child = Command::new("taskset")
            .args(["-c", "0", env!("CARGO_BIN_EXE_croupier"), "serve", "--demo", "--log", "none"])
            .args([
                "--pace-bets",
                "3000",
                "--pace-finals",
                "200",
                "--pace-closed",
                "200",
                "--pace-payment",
                "200",
            ])
            .args(["--listen", &address.to_string(), "--data"])
            .arg(&data)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, address, data };
        let start = Instant::now();
        while Http::open(HONEST, address).and_then(|mut http| http.send("GET", "/houses", "", "")).is_err() {
            assert!(start.elapsed() < Duration::from_mins(2), "the server does not start");
            std::thread::sleep(Duration::from_millis(100));
        }
        server
    }

    /// The resident memory, in bytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(&self.data));
    }
}

/// The time until each bet of an honest player was on disk.
fn honest(address: SocketAddr, table: u64, until: Instant) -> Vec<Duration> {
    let login = Http::open(HONEST, address).unwrap().visit().unwrap();
    let mut socket = TableSocket::open(HONEST, address, table, Some(&login)).unwrap();
    socket.send(TEXT, br#"{"type": "do", "id": 1, "command": {"do": "sit"}}"#).unwrap();
    let mut took = Vec::new();
    let mut phase = String::new();
    let mut sent = None;
    for id in 2_u64.. {
        if Instant::now() >= until {
            break;
        }
        if phase == "place-your-bets" && sent.is_none() {
            let bet = format!(
                r#"{{"type": "do", "id": {id}, "command": {{"do": "bet", "amount": "1", "wager": "red"}}}}"#
            );
            sent = Some((id, Instant::now()));
            socket.send(TEXT, bet.as_bytes()).unwrap();
        }
        let message = socket.next().unwrap();
        match message["type"].as_str() {
            Some("table") => message["table"]["phase"].as_str().unwrap_or_default().clone_into(&mut phase),
            Some(answer @ ("done" | "refused")) => {
                if let Some((_, start)) = sent.take_if(|(id, _)| message["id"] == *id) {
                    // A bet that comes too late is refused without the disk, and does not count.
                    took.extend((answer == "done").then(|| start.elapsed()));
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
            _ => {}
        }
    }
    took
}

fn roulette(address: SocketAddr) -> u64 {
    let tables = Http::open(HONEST, address).unwrap().send("GET", "/houses/2/tables", "", "").unwrap().body;
    let is_wheel = |table: &&serde_json::Value| table["family"] == "roulette" && table["mode"] == "automatic";
    tables.as_array().unwrap().iter().find(is_wheel).unwrap()["id"].as_u64().unwrap()
}

#[test]
fn hostile_clients_cost_little_memory_and_no_honest_player_waits() {
    let lasts = Duration::from_secs(setting("CROUPIER_HOSTILE_SECONDS", 5));
    // Beside other tests on the same cores there is nothing to learn from times: `make soak` measures them alone.
    let p99_max =
        std::env::var("CROUPIER_HOSTILE_P99_MS").ok().map(|_| setting("CROUPIER_HOSTILE_P99_MS", 0));
    let server = Server::start();
    let (address, table) = (server.address, roulette(server.address));
    // Before the attack: an honest player alone.
    let alone = honest(address, table, Instant::now() + Duration::from_secs(8));
    assert!(!alone.is_empty(), "the honest player can bet");
    let before = server.memory();
    let target = Arc::new(Target {
        address,
        table,
        over: AtomicBool::new(false),
        attempts: std::array::from_fn(|_| AtomicU64::new(0)),
    });
    let attackers: Vec<_> = (0..ATTACKS.len())
        .map(|number| {
            let target = Arc::clone(&target);
            std::thread::spawn(move || target.attack(number))
        })
        .collect();
    let until = Instant::now() + lasts;
    let player = std::thread::spawn(move || honest(address, table, until));
    let mut most = before;
    while Instant::now() < until {
        most = most.max(server.memory());
        std::thread::sleep(Duration::from_millis(100));
    }
    target.over.store(true, Ordering::Relaxed);
    let mut took = player.join().unwrap();
    took.sort_unstable();
    let attempts = target
        .attempts
        .iter()
        .zip(ATTACKS)
        .map(|(count, (name, _))| format!("{name} {}", count.load(Ordering::Relaxed)));
    let share = |percent: usize| took.get(took.len() * percent / 100).copied().unwrap_or(lasts);
    let (p50, p99) = (share(50), share(99));
    println!(
        "{} bets in {lasts:?}, p50 {p50:.1?}, p99 {p99:.1?}, memory {} MB, at most {} MB; attempts: {}",
        took.len(),
        before >> 20,
        most >> 20,
        attempts.collect::<Vec<_>>().join(", ")
    );
    let tried: u64 = target.attempts.iter().map(|count| count.load(Ordering::Relaxed)).sum();
    ProofRow::new(
        60,
        "hostile clients of every kind at once, against a server that has one core, beside an honest player",
    )
    .count("seconds", lasts.as_secs())
    .count("attempts", tried)
    .count("honest bets", took.len())
    .count("ms for 99 of 100 of them", p99.as_millis())
    .count("MB more memory", (most - before) >> 20)
    .write_if_wanted("hostile");
    assert!(most - before <= MEMORY, "the memory grew from {before} to {most} bytes");
    let within = p99_max.is_none_or(|most| !took.is_empty() && p99 <= Duration::from_millis(most));
    assert!(within, "the honest player waited {p99:?}");
    let after = honest(address, table, Instant::now() + Duration::from_secs(8));
    assert!(!after.is_empty(), "the honest player can bet again");
    drop(server);
    attackers.into_iter().for_each(|attacker| attacker.join().unwrap());
}
