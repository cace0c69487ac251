//! Readers over HTTP: keys that a manager makes and revokes, readings that count once, and what survives a restart.

use crate::common::{ATTENDED, Guest, Server, config, folder};
use serde_json::{Value, json};

/// Somebody who shows the key of a reader.
fn reader(server: &Server, key: &Value) -> Guest {
    Guest { base: server.base.clone(), token: key.as_str().unwrap().to_owned(), person: 0 }
}

fn path(table: u16) -> String {
    format!("/houses/1/tables/{table}/readings")
}

fn post(reader: &Guest, table: u16, sequence: u64, lines: &str) -> (u16, Value) {
    reader.send(&path(table), &[], &json!({"sequence": sequence, "lines": lines}))
}

fn add(manager: &Guest, table: u16, name: &str, key: &str) -> (u16, Value) {
    let command = json!({"do": "add-reader", "table": table, "name": name});
    manager.send("/houses/1/commands", &[("idempotency-key", key)], &command)
}

#[test]
fn a_reading_waits_for_the_dealer_and_counts_once_also_after_a_restart() {
    let data = folder("readings");
    let server = Server::start_with_dealer(config(&data));
    let table = server.called(ATTENDED);
    let (dealer, manager) = (server.staff("demo_dealer"), server.staff("demo_manager"));
    assert_eq!(add(&dealer, table, "camera", &uuid(9)).0, 403);
    let key = uuid(1);
    let (status, added) = add(&manager, table, "camera", &key);
    assert_eq!((status, &added["number"]), (200, &json!(1)), "{added}");
    // The answer was lost: whoever asks again gets another key, and the first does not work.
    let (_, again) = add(&manager, table, "camera", &key);
    assert_eq!(again["again"], json!(true));
    let (lost, camera) = (reader(&server, &added["reader_key"]), reader(&server, &again["reader_key"]));
    dealer.must(table, &json!({"do": "announce", "what": "place-your-bets"}));
    dealer.must(table, &json!({"do": "announce", "what": "no-more-bets"}));
    assert_eq!(post(&lost, table, 1, "17").0, 401);
    assert_eq!(post(&camera, table, 0, "17").0, 400);
    assert_eq!(post(&camera, table, 1, "38").1["code"], json!("rules"));
    let (status, read) = post(&camera, table, 1, "17");
    assert_eq!((status, &read["again"]), (200, &json!(false)), "{read}");
    let seen = dealer.get(&format!("/houses/1/tables/{table}")).1;
    assert_eq!((&seen["entry"], &seen["entry_from"]), (&json!("ball 17"), &json!("camera")));
    assert_eq!(
        add(&manager, table, "camera", &key).1["reader_key"],
        json!(null),
        "it has posted with its key"
    );
    dealer.must(table, &json!({"do": "confirm-entry"}));
    assert_eq!(post(&camera, table, 1, "17").1["again"], json!(true));
    assert_eq!(post(&camera, table, 1, "18").1["code"], json!("key"));
    let key = json!(camera.token);
    drop(server);
    let server = Server::start_with_dealer(config(&data));
    let (manager, camera) = (server.staff("demo_manager"), reader(&server, &key));
    assert_eq!(post(&camera, table, 1, "17").1["again"], json!(true), "it is known after a restart");
    assert_eq!(camera.get(&path(table)).1["last"], json!(1));
    let revoke = json!({"do": "revoke-reader", "table": table, "reader": 1});
    assert_eq!(manager.send("/houses/1/commands", &[], &revoke).0, 200);
    assert_eq!((camera.get(&path(table)).0, post(&camera, table, 2, "17").0), (401, 401));
    assert_eq!(manager.get(&format!("/houses/1/tables/{table}/readers")).1, json!([]));
}

#[test]
fn a_key_is_for_one_table_and_for_nothing_else() {
    let server = Server::start_with_dealer(config(&folder("reader-keys")));
    let table = server.called(ATTENDED);
    let manager = server.staff("demo_manager");
    let camera = reader(&server, &add(&manager, table, "camera", &uuid(2)).1["reader_key"]);
    let other = if table == 1 { 2 } else { 1 };
    assert_eq!(post(&camera, other, 1, "17").0, 403);
    assert_eq!(camera.get("/houses/1/people").0, 401, "a reader is nobody of the staff");
    assert_eq!(camera.at(table, &json!({"do": "confirm-entry"})).0, 401);
    assert_eq!(post(&manager, table, 1, "17").0, 401, "people enter, readers read");
    let ann = server.player("ann");
    assert_eq!(ann.get(&format!("/houses/1/tables/{table}/readers")).0, 403);
}

#[test]
fn players_do_not_see_a_call_for_the_inspector() {
    let server = Server::start_with_dealer(config(&folder("calls")));
    let table = server.called(ATTENDED);
    let (dealer, inspector) = (server.staff("demo_dealer"), server.staff("demo_inspector"));
    let ann = server.player("ann");
    let called =
        |guest: &Guest| guest.get(&format!("/houses/1/tables/{table}")).1["called"]["reason"].clone();
    assert_eq!(ann.at(table, &json!({"do": "call-inspector", "reason": "help"})).0, 403);
    dealer.must(table, &json!({"do": "call-inspector", "reason": "a late bet"}));
    assert_eq!(
        [&dealer, &inspector, &ann].map(called),
        [json!("a late bet"), json!("a late bet"), json!(null)]
    );
    assert_eq!(dealer.at(table, &json!({"do": "answer-call"})).0, 403);
    inspector.must(table, &json!({"do": "answer-call"}));
    assert_eq!(called(&dealer), json!(null));
}

/// A key of version 7 with the time of now.
fn uuid(number: u32) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    format!("{:08x}-{:04x}-7000-8000-{number:012x}", now >> 16, now & 0xffff)
}
