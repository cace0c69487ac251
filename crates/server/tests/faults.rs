//! Disks that are full, databases that are locked or damaged, and a server that is stopped: nothing that was
//! acknowledged is lost, and the server goes on or says why it cannot.

use std::time::{Duration, Instant};

use crate::common::{self, Server, config, folder, shelf, status_of};
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
