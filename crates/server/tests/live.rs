//! The WebSocket of a table: what is sent, what is never sent, and readers that stop.

use std::time::{Duration, Instant};

use crate::common::{self, Server, config, folder};
use crate::sockets::{next, next_of, open, send};
use serde_json::{Value, json};
use tungstenite::Message;

#[test]
fn a_client_sees_the_table_bets_and_gets_an_answer() {
    let server = Server::start(config(&folder("live")));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let mut socket = open(&server, wheel, Some(&ann), None).unwrap();
    let first = next_of(&mut socket, "table");
    assert_eq!(first["table"]["table"], wheel);
    send(&mut socket, &json!({"type": "do", "id": 1, "command": {"do": "sit"}}));
    assert_eq!(next_of(&mut socket, "done")["id"], 1);
    server.tick(wheel);
    let key = "6f9619ff-8b86-d011-b42d-00cf4fc964ff";
    let bet =
        json!({"type": "do", "id": 2, "key": key, "command": {"do": "bet", "amount": "5", "wager": "red"}});
    send(&mut socket, &bet);
    let done = next_of(&mut socket, "done");
    assert_eq!((done["id"].as_u64(), done["number"].as_u64()), (Some(2), Some(1)));
    assert_eq!(done["leaf"]["index"].as_u64().map(|index| index + 1), done["sequence"].as_u64(), "{done}");
    let (mut has, mut lies) = (None, None);
    while has.is_none() || lies.is_none() {
        let reply = next(&mut socket);
        if reply["type"] == "balance" && reply["chips"] == "9995.00" {
            has = Some(reply);
        } else if reply["type"] == "table" && reply["table"]["stakes"][0]["mine"] == true {
            lies = Some(reply);
        }
    }
    assert!(lies.is_some_and(|seen| seen["version"].as_u64() >= done["to"].as_u64()));
    send(&mut socket, &bet);
    assert_eq!(next_of(&mut socket, "done")["again"], true);
    send(
        &mut socket,
        &json!({"type": "do", "id": 3, "command": {"do": "bet", "amount": "5", "wager": "purple"}}),
    );
    let refused = next_of(&mut socket, "refused");
    assert_eq!((refused["id"].as_u64(), refused["status"].as_u64()), (Some(3), Some(422)));
    send(&mut socket, &json!({"type": "ping", "id": 4}));
    assert_eq!(next_of(&mut socket, "pong")["id"], 4);
    socket.send(Message::text("nonsense")).unwrap();
    assert_eq!(next_of(&mut socket, "refused")["code"], "malformed");
    server.stop();
    assert_eq!(next_of(&mut socket, "bye")["reason"], "The server is shutting down.");
}

#[test]
fn however_busy_the_house_is_everybody_comes_to_see_all_of_it() {
    const BETS: usize = 60;
    let server = Server::start(config(&folder("busy")));
    let (wheel, ann, ben) = (server.table("roulette"), server.player("ann"), server.player("ben"));
    [&ann, &ben].into_iter().for_each(|guest| drop(guest.must(wheel, &json!({"do": "sit"}))));
    server.tick(wheel);
    let [mut bets, mut looks] = [&ann, &ben].map(|guest| open(&server, wheel, Some(guest), None).unwrap());
    let bet = json!({"type": "do", "id": 1, "command": {"do": "bet", "amount": "5", "wager": "red"}});
    (0..BETS).for_each(|_| send(&mut bets, &bet));
    // What can wait is reply in portions: in the end everybody has seen every bet, his own marked, and has what is left.
    for (socket, mine, chips) in [(&mut bets, BETS, "9700.00"), (&mut looks, 0, "10000.00")] {
        let (mut seen, mut has) = (false, false);
        while !(seen && has) {
            let reply = next(socket);
            let stakes = reply["table"]["stakes"].as_array().filter(|stakes| stakes.len() == BETS);
            seen |= stakes.is_some_and(|all| all.iter().filter(|one| one["mine"] == true).count() == mine);
            has |= reply["chips"] == chips;
        }
    }
    server.tick(wheel);
    let phase = (0..500).find_map(|_| next(&mut looks)["table"]["phase"].as_str().map(ToOwned::to_owned));
    assert_eq!(phase.as_deref(), Some("final-bets"));
}

#[test]
fn nobody_else_sees_a_hidden_card_and_a_foreign_page_sees_nothing() {
    let server = Server::start(config(&folder("hidden")));
    let table = server.table("blackjack");
    let (ann, ben) = (server.player("ann"), server.player("ben"));
    for guest in [&ann, &ben] {
        guest.must(table, &json!({"do": "sit"}));
    }
    server.tick(table);
    ann.must(table, &json!({"do": "bet", "amount": "5", "wager": "box 1"}));
    ben.must(table, &json!({"do": "bet", "amount": "5", "wager": "box 2"}));
    (0..3).for_each(|_| server.tick(table));
    let (_, for_ann) = ann.get(&format!("/houses/1/tables/{table}"));
    if for_ann["phase"] == "decision" {
        let due = &for_ann["due"];
        assert_eq!(due["mine"].as_bool(), Some(due["speaker"] == "ann"));
        let (_, for_ben) = ben.get(&format!("/houses/1/tables/{table}"));
        let moves = |seen: &Value| !seen["moves"].as_array().unwrap().is_empty();
        assert_ne!(moves(&for_ann), moves(&for_ben), "moves are the speaker's alone");
        let dealt = |reader: &str| {
            let (_, entries) =
                server.staff(reader).get(&format!("/houses/1/journal?stream={table}&limit=500"));
            entries.to_string().contains("cards ")
        };
        assert!(!dealt("demo_manager"), "who may stand at the table waits until the round is over");
        assert!(!dealt("demo_regulator"), "nobody is shown them, the regulator too");
        assert!(
            for_ann["lines"]
                .as_array()
                .unwrap()
                .iter()
                .all(|line| !line.as_str().unwrap().starts_with("cards"))
        );
    }
    assert_eq!(open(&server, table, None, Some("http://elsewhere.example")).err(), Some(403));
    let own = format!("http://{}", server.address);
    assert!(open(&server, table, None, Some(&own)).is_ok());
    assert_eq!(open(&server, 999, None, None).err(), Some(404));
}

#[test]
fn a_socket_whose_session_has_ended_gets_nothing_more() {
    let server = Server::start(config(&folder("ended")));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let mut socket = open(&server, wheel, Some(&ann), None).unwrap();
    let mut anybody = open(&server, wheel, None, None).unwrap();
    next_of(&mut socket, "balance");
    next_of(&mut anybody, "table");
    let (status, _) = common::request(&server.base, "DELETE", "/session", Some(&ann.token), &[], None);
    assert_eq!(status, 204);
    let again = server.login("ann", common::PASSWORD);
    again.must(wheel, &json!({"do": "sit"}));
    let reply = next(&mut socket);
    assert_eq!(
        (reply["type"].as_str(), reply["reason"].as_str()),
        (Some("bye"), Some("The session has ended."))
    );
    while let Ok(message) = socket.read() {
        assert!(matches!(message, Message::Close(_)), "{message}");
    }
    next_of(&mut anybody, "table");
}

#[test]
fn nobody_has_more_sockets_than_there_may_be() {
    let mut config = config(&folder("sockets"));
    config.sockets_max = 2;
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let first = open(&server, wheel, None, None).unwrap();
    let _second = open(&server, wheel, None, None).unwrap();
    assert_eq!(open(&server, wheel, None, None).err(), Some(429));
    let _own = [(); 2].map(|()| open(&server, wheel, Some(&ann), None).unwrap());
    assert_eq!(open(&server, wheel, Some(&ann), None).err(), Some(429));
    drop(first);
    let start = Instant::now();
    while open(&server, wheel, None, None).is_err() {
        assert!(start.elapsed() < Duration::from_secs(10), "there is a place again when one is closed");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_page_that_stops_reading_holds_nobody_up_and_is_dropped() {
    let mut config = config(&folder("stalled"));
    config.socket_timeout = Duration::from_millis(500);
    let server = Server::start(config);
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    let mut stalled = open(&server, wheel, Some(&ann), None).unwrap();
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let start = Instant::now();
    let mut slowest = Duration::ZERO;
    while start.elapsed() < Duration::from_secs(4) {
        let before = Instant::now();
        ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
        slowest = slowest.max(before.elapsed());
    }
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    // Everything that was sent before it was dropped can be read, and then there is an end.
    stalled.get_ref().set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    while let Ok(message) = stalled.read() {
        drop(message);
        if start.elapsed() > Duration::from_secs(8) {
            break;
        }
    }
    ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
}
