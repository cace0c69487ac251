//! A whole evening through the API: people buy in, play all twelve games at automatic and attended tables, tables are
//! filled and credited, the server is killed in the middle of a round and started again, a dispute is opened and settled,
//! tables close, people cash out. Then the journal is read: every account adds up to zero, the drop identity is the true
//! win at every table, and every chip is where the journal says. What people were answered is compared with it too.

mod server;

use std::sync::Arc;

use croupier_evening::{
    Guest, History, HouseServers, Staff, attended, audit, bet, by_hand, check, close, play, until, verify,
};
use croupier_store::{SqliteStore, StoreOptions};
use serde_json::{Value, json};

use server::{Server, folder, serve_if_asked};

/// The server of the evening: the same program, started again so that it can be killed.
#[test]
fn the_server() {
    serve_if_asked();
}

#[test]
fn a_whole_evening() {
    let data = folder();
    let (server, history) = (Server::start(&data), Arc::new(History::default()));
    let servers = HouseServers::one(&server.base, &history);
    let mut staff: Vec<Staff> = [1, 2].iter().map(|house| Staff::new(&servers, *house)).collect();
    let mut players: Vec<Vec<Guest>> = [1, 2]
        .iter()
        .map(|house| ["ann", "ben"].map(|name| Guest::enrol(&servers, *house, name)).to_vec())
        .collect();
    for (staff, players) in staff.iter().zip(&players) {
        for player in players {
            staff.exchange(player, json!({"kind": "buy-in", "with": "cash", "amount": "4000"}));
            assert_eq!(player.chips(), "4000.00");
        }
    }
    // All twelve games at once, each for two rounds.
    let mut games = std::collections::BTreeSet::new();
    std::thread::scope(|scope| {
        for players in &players {
            let ann = &players[0];
            for table in ann.tables() {
                let automatic = table["mode"] == "automatic" && table["learning"] == false;
                if automatic {
                    games.insert(table["game"].to_string());
                    let id = table["id"].as_u64().unwrap();
                    scope.spawn(move || play(ann, id, |played| played >= 2));
                }
            }
        }
    });
    assert_eq!(games.len(), 12);
    // Attended tables, a fill and a credit, cash that goes into the box.
    for (staff, players) in staff.iter().zip(&players) {
        let wheel = players[1].named("Roulette with a dealer");
        attended(staff, &players[1], wheel);
        staff.slip(wheel, "fill", 30);
        staff.slip(wheel, "credit", 12);
    }
    by_hand(&staff[0], &players[0][1], players[0][1].named("Blackjack with a dealer"));
    // The power fails while the ball runs, and in the middle of a shoe.
    let ann = players[0][0].clone();
    let (wheel, punto) = (ann.named("Roulette"), ann.named("Punto Banco"));
    let shoe = ann.get(&format!("/tables/{punto}/fair"));
    assert!(shoe["receipt"].is_string(), "the shoe is closed and goes on: {shoe}");
    let mut round = 0;
    let noted = until("the ball runs", || {
        let seen = ann.table(wheel);
        if seen["phase"] == "place-your-bets" && seen["round"].as_u64() > Some(round) && bet(&ann, wheel, 4) {
            round = seen["round"].as_u64().unwrap();
            drop(ann.at(wheel, json!({"do": "ready"})));
        }
        let running = round > 0 && seen["phase"] == "no-more-bets";
        running.then(|| ann.get(&format!("/tables/{wheel}/fair")))
    });
    let before = ann.table(wheel);
    server.kill();
    let server = Server::start(&data);
    let servers = HouseServers::one(&server.base, &history);
    for (house, (staff, players)) in (1..).zip(staff.iter_mut().zip(&mut players)) {
        *staff = Staff::new(&servers, house);
        *players = ["ann", "ben"].map(|name| Guest::login(&servers, house, name, "an evening out")).to_vec();
    }
    let ann = players[0][0].clone();
    let mine = |seen: &Value| seen["stakes"].as_array().unwrap().iter().filter(|s| s["mine"] == true).count();
    assert_eq!(before["round"], round);
    until("the round goes on by itself", || {
        let (status, _) = ann.try_get(&format!("/tables/{wheel}/rounds/{round}/proof"));
        (status == 200).then_some(())
    });
    assert!(mine(&before) > 0, "a stake was on the table when the power failed");
    verify(&ann, wheel, round, &noted);
    // A dispute about that round, opened and settled.
    let about = "the ball jumped when the lights went out";
    let opened = ann.does(json!({"do": "open-dispute", "table": wheel, "round": round, "about": about}));
    let ruling = "the proof shows that the ball was settled before";
    staff[0].manager.does(json!({"do": "answer-dispute", "dispute": opened["number"], "ruling": ruling}));
    // One more round at every table, then they close.
    std::thread::scope(|scope| {
        for (staff, players) in staff.iter().zip(&players) {
            for table in players[0].tables() {
                scope.spawn(move || close(staff, players, table["id"].as_u64().unwrap()));
            }
        }
    });
    verify(&ann, punto, 1, &shoe);
    for (staff, players) in staff.iter().zip(&players) {
        let wheel = players[1].named("Roulette with a dealer");
        let cash = json!([{"value": "100", "count": 1}]);
        staff.agree(wheel, json!({"kind": "drop", "cash": cash}));
        for player in players {
            let chips = player.chips();
            if chips != "0.00" {
                staff.exchange(player, json!({"kind": "cash-out", "amount": chips}));
            }
            assert_eq!(player.chips(), "0.00");
        }
    }
    server.stop();
    let store = SqliteStore::open(&data, StoreOptions::default()).unwrap();
    for audited in audit(&store, 2) {
        let broken = check(audited.house, &history.operations(), &audited.journal);
        assert!(broken.is_empty(), "{broken:#?}");
    }
    drop(store);
    drop(std::fs::remove_dir_all(&data));
}
