//! Disks that are full, databases that are locked or damaged, and a server that is stopped: nothing that was
//! acknowledged is lost, and the server goes on or says why it cannot.

use std::time::{Duration, Instant};

use crate::common::{self, Guest, Server, config, folder, shelf, status_of};
use croupier_server::installation::Installation;
use serde_json::json;

#[test]
fn a_full_disk_refuses_commands_and_loses_nothing() {
    let data = folder("full");
    let server = Server::start(config(&data));
    let wheel = server.table("roulette");
    server.player("ann");
    drop(server);
    let pages: i64 = rusqlite::Connection::open(data.join("journal.db"))
        .unwrap()
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    let mut full = config(&data);
    full.pages_max = Some(u32::try_from(pages).unwrap() + 8);
    let server = Server::run(Installation::open(full, shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    ann.must(wheel, &json!({"do": "sit"}));
    let start = Instant::now();
    let (mut accepted, mut refused) = (0, None);
    server.tick(wheel);
    while refused.is_none() && start.elapsed() < Duration::from_mins(1) {
        let (status, reply) = ann.at(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
        match status {
            200 => accepted += 1,
            _ => refused = Some((status, reply)),
        }
    }
    let (status, reply) = refused.unwrap();
    assert_eq!((status, reply["code"].as_str()), (503, Some("unavailable")), "{reply}");
    assert!(reply["message"].as_str().unwrap().contains("the disk is full"), "{reply}");
    let (status, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(status, 200);
    assert_eq!(seen["stakes"].as_array().unwrap().len(), accepted, "what was refused is not there");
    drop(server);
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    let (_, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!(seen["stakes"].as_array().unwrap().len(), accepted, "what was acknowledged is there");
    ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
}

#[test]
fn a_locked_database_is_waited_for_and_the_house_goes_on() {
    let data = folder("locked");
    let mut config = config(&data);
    config.busy = Duration::from_millis(100);
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let (status, reply) = ann.at(wheel, &json!({"do": "sit"}));
    assert_eq!((status, reply["code"].as_str()), (503, Some("unavailable")), "{reply}");
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    while ann.at(wheel, &json!({"do": "sit"})).0 != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Sends a bet until it is accepted, always with the same key. Returns how often it was refused.
fn bet_until_accepted(guest: &Guest, table: u16, key: u128) -> u32 {
    let path = format!("/houses/1/tables/{table}/commands");
    let key = format!("00000000-0000-4000-8000-{key:012x}");
    let bet = json!({"do": "bet", "amount": "1", "wager": "red"});
    for refused in 0..400 {
        match guest.send(&path, &[("idempotency-key", &key)], &bet) {
            (200, _) => return refused,
            (503, _) => std::thread::sleep(Duration::from_millis(25)),
            other => panic!("{other:?}"),
        }
    }
    panic!("it is never accepted");
}

#[test]
fn groups_that_are_written_beside_the_actor_fail_in_order_and_are_sent_again() {
    bets_under_locks("beside", true);
}

#[test]
fn groups_that_are_written_by_the_actor_fail_in_order_and_are_sent_again() {
    bets_under_locks("by-the-actor", false);
}

/// Many clients bet while the database is locked again and again, and send what is refused again.
fn bets_under_locks(name: &str, write_beside: bool) {
    const CLIENTS: u128 = 16;
    const BETS: u128 = 12;
    let data = folder(name);
    let mut config = config(&data);
    config.busy = Duration::from_millis(50);
    config.write_beside = write_beside;
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let refused: u32 = std::thread::scope(|scope| {
        let client = |number: u128| {
            let ann = &ann;
            let bets = move || (0..BETS).map(|bet| bet_until_accepted(ann, wheel, number * BETS + bet)).sum();
            scope.spawn(bets)
        };
        let clients: Vec<std::thread::ScopedJoinHandle<'_, u32>> = (1..=CLIENTS).map(client).collect();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(30));
            let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
            other.busy_timeout(Duration::from_secs(5)).unwrap();
            other.execute_batch("begin immediate").unwrap();
            std::thread::sleep(Duration::from_millis(150));
            other.execute_batch("rollback").unwrap();
        }
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    });
    assert!(refused > 0, "the database was never locked while somebody bet");
    let stakes = |guest: &Guest| {
        let seen = guest.get(&format!("/houses/1/tables/{wheel}")).1;
        (seen["stakes"].as_array().unwrap().len() as u128, seen)
    };
    let before = stakes(&ann);
    assert_eq!(before.0, CLIENTS * BETS, "each bet is there once");
    server.stop();
    let server = Server::run(Installation::open(common::config(&data), shelf()).unwrap());
    assert_eq!(stakes(&server.login("ann", common::PASSWORD)), before, "and still is after a restart");
}

#[test]
fn a_house_whose_store_fails_is_not_ready_until_it_keeps_again() {
    let data = folder("unready");
    let mut config = config(&data);
    config.busy = Duration::from_millis(100);
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    assert_eq!(status_of(&server, "/readyz"), 200);
    let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    other.execute_batch("begin exclusive").unwrap();
    assert_eq!(ann.at(wheel, &json!({"do": "sit"})).0, 503);
    for _ in 0..10 {
        assert_eq!(status_of(&server, "/readyz"), 503, "it does not become ready by waiting");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).0, 200, "reading goes on");
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    while status_of(&server, "/readyz") != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on though nobody asks anything of it");
        std::thread::sleep(Duration::from_millis(50));
    }
    ann.must(wheel, &json!({"do": "sit"}));
    drop(server);
    drop(Installation::open(common::config(&data), shelf()).unwrap());
}

/// A server whose index does not follow while its file is locked.
fn with_locked_index(name: &str) -> (Server, rusqlite::Connection) {
    let data = folder(name);
    let mut config = config(&data);
    config.busy = Duration::from_millis(50);
    let server = Server::start(config);
    let other = rusqlite::Connection::open(data.join("index.db")).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    (server, other)
}

/// Bets on red. The bet is acknowledged when this returns.
fn bet(ann: &Guest, wheel: u16) {
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
}

#[test]
fn a_reader_waits_for_his_own_write() {
    let (server, other) = with_locked_index("own-write");
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    for bets in 1..=3_u32 {
        other.execute_batch("begin immediate").unwrap();
        bet(&ann, wheel);
        let start = Instant::now();
        let asked = ann.clone();
        let reader = std::thread::spawn(move || (asked.get("/houses/1/me/rounds"), start.elapsed()));
        std::thread::sleep(Duration::from_millis(300));
        assert!(!reader.is_finished(), "it waits for the index");
        other.execute_batch("rollback").unwrap();
        let ((status, rounds), waited) = reader.join().unwrap();
        assert_eq!((status, &rounds[0]["staked"]), (200, &json!(format!("{}.00", 5 * bets))), "{rounds}");
        assert!(waited >= Duration::from_millis(300), "{waited:?}");
    }
}

#[test]
fn an_index_that_does_not_follow_is_said_and_the_house_goes_on() {
    let (server, other) = with_locked_index("behind");
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    assert_eq!(ann.get("/houses/1/me/rounds").0, 200);
    other.execute_batch("begin immediate").unwrap();
    bet(&ann, wheel);
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    // Each of them waits for the index first.
    let refused = |path: &str| {
        let url = format!("{}/api/v1/houses/1/{path}", server.base);
        let request = agent.get(url).header("authorization", format!("Bearer {}", ann.token));
        let mut answer = request.call().unwrap();
        assert_eq!(answer.status(), 503, "{path}");
        let retry: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&retry), "{retry}");
        let text = answer.body_mut().read_to_string().unwrap();
        let problem: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((problem["code"].as_str(), problem["retry"].as_bool()), (Some("unavailable"), Some(true)));
        let (found, allowed) = (problem["found"].as_str().unwrap(), problem["allowed"].as_str().unwrap());
        let entries = server.actor.shared().stored_to();
        assert!(found.contains("the lists of this house") && found.ends_with(&format!("{entries} entries")));
        assert!(allowed.contains("what was acknowledged is on disk"), "{allowed}");
    };
    std::thread::scope(|scope| {
        for path in ["me/rounds", "me/statement", "me", &format!("tables/{wheel}/rounds")] {
            let path = path.to_owned();
            scope.spawn(move || refused(&path));
        }
    });
    // What is not looked up there goes on.
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).1["stakes"].as_array().unwrap().len(), 1);
    bet(&ann, wheel);
    assert_eq!(status_of(&server, "/readyz"), 200);
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    let rounds = loop {
        match ann.get("/houses/1/me/rounds") {
            (200, rounds) => break rounds,
            (status, problem) => assert_eq!(status, 503, "{problem}"),
        }
        assert!(start.elapsed() < Duration::from_secs(20), "it follows again");
    };
    assert_eq!(rounds[0]["staked"], "10.00", "nothing was lost: {rounds}");
}

#[test]
fn a_folder_has_one_server() {
    let data = folder("held");
    let server = Server::start(config(&data));
    let reply = Installation::open(config(&data), shelf()).err().unwrap().to_string();
    assert!(reply.contains("another server is using"), "{reply}");
    drop(server);
    drop(Installation::open(config(&data), shelf()).unwrap());
}

#[test]
fn a_round_goes_on_where_it_stood_when_the_server_was_stopped() {
    let data = folder("stopped");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    server.tick(wheel);
    let before = ann.get(&format!("/houses/1/tables/{wheel}")).1;
    server.stop();
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let after = server.login("ann", common::PASSWORD).get(&format!("/houses/1/tables/{wheel}")).1;
    assert_eq!(before, after);
    (0..2).for_each(|_| server.tick(wheel));
}
