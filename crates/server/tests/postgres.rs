//! A house whose journal is in `PostgreSQL`: played over HTTP, opened again, owned by one node, and a database that goes away.

use std::path::Path;
use std::time::{Duration, Instant};

use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::TableId;
use croupier_server::config::Config;
use croupier_server::dealing::KEY_FILE;
use croupier_server::installation::Installation;
use croupier_store_suite::PostgresServer;
use serde_json::{Value, json};

use crate::common::{Guest, PASSWORD, Server, config, folder, request, shelf, status_of};

/// The length of leases in these tests.
const LEASE: Duration = Duration::from_millis(800);

/// The configuration of a node.
pub(crate) fn node(data: &Path, address: &str, name: &str) -> Config {
    Config {
        store: Some(address.parse().unwrap()),
        node: Some(name.to_owned()),
        advertise: Some("127.0.0.1:0".to_owned()),
        lease: LEASE,
        patience: Duration::from_secs(2),
        ..config(data)
    }
}

/// The name of the database of an address.
pub(crate) fn name_of(address: &str) -> &str {
    address.rsplit_once("dbname=").unwrap().1
}

pub(crate) fn digest(server: &Server) -> [u8; 32] {
    server.actor.read_blocking(|state| state.house.state_digest()).unwrap().unwrap()
}

/// Ends phases of the wheel; somebody bets whenever that is permitted.
pub(crate) fn play(server: &Server, guest: &Guest, ticks: usize) {
    let wheel = server.table("roulette");
    for _ in 0..ticks {
        drop(guest.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"})));
        drop(server.as_house(Command::Table(TableId(wheel), TableCommand::Tick)));
    }
}

/// A server with somebody who has played.
pub(crate) fn played(config: Config) -> (Server, Guest) {
    let server = Server::start(config);
    let ann = server.player("ann");
    ann.must(server.table("roulette"), &json!({"do": "sit"}));
    play(&server, &ann, 24);
    (server, ann)
}

/// What somebody looks up about their play.
fn lists(guest: &Guest) -> [Value; 2] {
    ["/houses/1/me/rounds", "/houses/1/me/statement"].map(|path| {
        let (status, found) = guest.get(path);
        assert_eq!(status, 200, "{found}");
        found
    })
}

pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_house_is_played_and_opens_again_with_the_same_state_with_or_without_its_index() {
    let (address, data) = (PostgresServer::shared().database(), folder("pg-again"));
    let (server, ann) = played(node(&data, &address, "first"));
    let (state, found) = (digest(&server), lists(&ann));
    assert!(found[0].as_array().unwrap().len() >= 4, "{}", found[0]);
    server.stop();
    assert!(!data.join("journal.db").exists(), "the journal is in the database alone");

    for index in ["whole", "missing"] {
        let server = Server::run(Installation::open(node(&data, &address, "first"), shelf()).unwrap());
        assert_eq!(digest(&server), state, "{index}");
        assert_eq!(lists(&server.login("ann", PASSWORD)), found, "{index}");
        server.stop();
        std::fs::remove_file(data.join("index.db")).unwrap();
    }

    // Another node with the same key goes on where this one stopped.
    let other = folder("pg-other");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::copy(data.join(KEY_FILE), other.join(KEY_FILE)).unwrap();
    let server = Server::run(Installation::open(node(&other, &address, "second"), shelf()).unwrap());
    assert_eq!(digest(&server), state);
    assert_eq!(
        lists(&Guest { base: server.base.clone(), ..ann }),
        found,
        "accounts and sessions are there too"
    );
    assert_eq!(lists(&server.login("ann", PASSWORD)), found);
    server.player("bob");
    assert_ne!(digest(&server), state);
    for own in ["accounts.db", "checkpoints.db", "journal.db", "heads"] {
        assert!(!other.join(own).exists(), "{own} is in the database");
    }
}

#[test]
fn a_node_whose_house_was_taken_over_executes_nothing_until_it_owns_it_again() {
    let server_of_all = PostgresServer::shared();
    let (address, data) = (server_of_all.database(), folder("pg-lost"));
    let sql = |text: &str| server_of_all.sql(name_of(&address), text);
    let (server, ann) = played(node(&data, &address, "first"));
    let wheel = server.table("roulette");
    let (state, head) = (digest(&server), sql("select sequence from croupier.heads"));
    // Another node claims the house, as after a pause that was longer than a lease, and renews it.
    sql("update croupier.leases set owner = 'thief', address = 'thief.example:1', \
         incarnation = '00000000-0000-0000-0000-000000000001', fence = fence + 1");
    let renews = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while renews.load(std::sync::atomic::Ordering::Relaxed) {
                sql("update croupier.leases set renewals = renewals + 1");
                std::thread::sleep(LEASE / 8);
            }
        });
        until("the loss is noticed", || !server.actor.shared().is_owned());
        let (status, problem) = ann.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
        assert_eq!((status, &problem["code"]), (503, &json!("unavailable")), "{problem}");
        assert_eq!(digest(&server), state, "a command that was not executed changes nothing");
        assert_eq!(sql("select sequence from croupier.heads"), head, "an old owner writes nothing");
        renews.store(false, std::sync::atomic::Ordering::Relaxed);
    });
    until("the house is claimed again", || server.actor.shared().is_owned());
    assert_eq!(sql("select owner from croupier.leases"), "first");
    server.player("bob");
    assert_ne!(sql("select sequence from croupier.heads"), head);
}

#[test]
fn a_database_that_stops_and_comes_back_loses_and_repeats_nothing() {
    let database = PostgresServer::start();
    let (address, data) = (database.database(), folder("pg-stopped"));
    let (server, ann) = played(node(&data, &address, "first"));
    let wheel = server.table("roulette");
    until("bets are accepted", || {
        drop(server.as_house(Command::Table(TableId(wheel), TableCommand::Tick)));
        ann.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "black"})).0 == 200
    });
    let before = ann.chips();
    database.kill();
    let path = format!("/houses/1/tables/{wheel}/commands");
    let key = "a3bb189e-8bf9-4888-9912-ace4e6543002";
    let bet = json!({"do": "bet", "amount": "5", "wager": "odd"});
    let send = || {
        let headers = [("idempotency-key", key)];
        request(&ann.base, "POST", &path, Some(&ann.token), &headers, Some(&bet))
    };
    let (status, problem) = ann.at(wheel, &bet);
    assert_eq!((status, &problem["code"]), (503, &json!("unavailable")), "{problem}");
    until("the server says that it cannot serve", || status_of(&server, "/readyz") == 503);
    assert_eq!(send().0, 503);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(send().0, 503);
    database.restart();
    until("the house is served again", || status_of(&server, "/readyz") == 200);
    let answers = [send(), send()];
    assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
    assert_eq!(answers[0].1["to"], answers[1].1["to"], "it was carried out once");
    assert_eq!(answers[1].1["again"], json!(true), "{answers:?}");
    let amount = |text: &str| text.replace('.', "").parse::<i64>().unwrap();
    assert_eq!(amount(&before) - amount(&ann.chips()), 500);
    let state = digest(&server);
    server.stop();
    let server = Server::run(Installation::open(node(&data, &address, "first"), shelf()).unwrap());
    assert_eq!(digest(&server), state);
}

#[test]
fn a_folder_and_a_database_are_not_mixed_up() {
    let address = PostgresServer::shared().database();
    let refusal = |config: Config| Installation::open(config, shelf()).err().unwrap().to_string();
    let own = folder("pg-own");
    drop(Server::start(config(&own)));
    let found = refusal(node(&own, &address, "first"));
    assert!(found.contains("has journals of its own"), "{found}");

    let data = folder("pg-marked");
    drop(Server::start(node(&data, &address, "first")));
    let found = refusal(config(&data));
    assert!(found.contains("are in a database: name it with --store"), "{found}");

    let found = refusal(Config { node: None, ..node(&data, &address, "first") });
    assert!(found.contains("--node NAME"), "{found}");
    let found = refusal(Config { node: Some("a".to_owned()), ..config(&folder("pg-none")) });
    assert!(found.contains("are for a server with --store"), "{found}");
    let gone = "host=/nowhere user=croupier dbname=none";
    let found = refusal(node(&data, gone, "first"));
    assert!(found.contains("cannot connect"), "{found}");
}
