//! Seats at automatic tables: who has no connection is gone, is not waited for, and is back with the next request.

use std::time::{Duration, Instant};

use croupier_server::config::{Config, Timers};
use serde_json::{Value, json};

use crate::common::{Guest, Server, config, folder};

/// The seat of a person at a table, as everybody sees it.
fn seat(guest: &Guest, table: u16, handle: &str) -> Option<Value> {
    let (_, seen) =
        crate::common::request(&guest.base, "GET", &format!("/houses/1/tables/{table}"), None, &[], None);
    let seats = seen["seated"].as_array().unwrap().clone();
    seats.into_iter().find(|seat| seat["handle"] == handle)
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !done() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_player_without_a_connection_is_gone_and_is_back_with_the_next_request() {
    let away_after = Duration::from_secs(1);
    let server = Server::start(Config { timers: Timers::Run, away_after, ..config(&folder("away")) });
    let ann = server.player("ann");
    let wheel = server.table("roulette");
    ann.must(wheel, &json!({"do": "sit"}));
    assert_eq!(seat(&ann, wheel, "ann").unwrap()["away"], false);
    wait_until("she is gone", || seat(&ann, wheel, "ann").unwrap()["away"] == true);
    wait_until("she is back", || {
        ann.get(&format!("/houses/1/tables/{wheel}"));
        seat(&ann, wheel, "ann").unwrap()["away"] == false
    });
}
