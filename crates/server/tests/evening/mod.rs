//! A whole evening through the API: people buy in, play all twelve games at automatic and attended tables, tables are
//! filled and credited, the server is killed in the middle of a round and started again, a dispute is opened and settled,
//! tables close, people cash out. Then the journal is read: every account adds up to zero, the drop identity is the true
//! win at every table, and every chip is where the journal says.
#![allow(clippy::needless_pass_by_value, reason = "bodies and errors are given as they are made")]

mod audit;
mod client;

use std::time::{Duration, Instant};

use croupier_fair::{Noted, Proof, examine};
use croupier_kit::{Chips, Money, Stack};
use serde_json::{Value, json};

use audit::audit;
use client::{Guest, Server, folder, serve_if_asked};

const PASSWORD: &str = "croupier-demo";

/// What players bet on, as far as a table takes it.
const WAGERS: [&str; 12] =
    ["box 1", "box 2", "box 3", "box 4", "red", "win", "punto", "player", "right", "ante", "hand", "left"];

/// Those who run a house.
struct Staff {
    manager: Guest,
    inspector: Guest,
    dealer: Guest,
    cashier: Guest,
}

impl Staff {
    fn new(server: &Server, house: u64) -> Self {
        let login = |role: &str| Guest::login(server, house, &format!("demo_{role}"), PASSWORD);
        let [manager, inspector, dealer, cashier] = ["manager", "inspector", "dealer", "cashier"].map(login);
        Self { manager, inspector, dealer, cashier }
    }

    /// One proposes and another agrees.
    fn agree(&self, table: u64, matter: Value) {
        let proposed = self.manager.must(table, json!({"do": "propose", "matter": matter}));
        self.inspector.must(table, json!({"do": "authorise", "proposal": proposed["number"]}));
    }

    fn exchange(&self, player: &Guest, exchange: Value) {
        let laid = player.does(json!({"do": "request-exchange", "exchange": exchange}));
        self.cashier.does(json!({"do": "confirm-exchange", "number": laid["number"]}));
    }

    /// Cash for chips at a table, which goes into the drop box.
    fn buy_at(&self, table: u64, player: &Guest, amount: &str) {
        let exchange = json!({"kind": "buy-in", "with": "cash", "amount": amount});
        let laid = player.must(table, json!({"do": "request-exchange", "exchange": exchange}));
        self.dealer.must(table, json!({"do": "confirm-exchange", "number": laid["number"]}));
    }

    /// A slip with all its steps, by those whose they are.
    fn slip(&self, table: u64, kind: &str, count: u32) {
        let chips = json!([{"value": "100", "count": count}]);
        let asked = self.dealer.must(table, json!({"do": "request-slip", "kind": kind, "chips": chips}));
        let steps = match kind {
            "fill" => [(&self.cashier, "send"), (&self.cashier, "deliver"), (&self.inspector, "confirm")],
            _ => [(&self.dealer, "send"), (&self.inspector, "deliver"), (&self.cashier, "confirm")],
        };
        for (by, step) in steps {
            by.must(table, json!({"do": "step-slip", "number": asked["number"], "step": step}));
        }
    }
}

/// Waits until something is so.
fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_mins(4), "{what}");
        std::thread::sleep(Duration::from_millis(25));
    }
}

/// Puts something down, as little as the table takes.
fn bet(player: &Guest, table: u64, from: usize) -> bool {
    let tables = player.tables();
    let seen = tables.iter().find(|seen| seen["id"] == table).unwrap();
    let min: Money = seen["min"].as_str().unwrap_or("1").parse().unwrap();
    (0..WAGERS.len()).any(|place| {
        let wager = WAGERS[(place + from) % WAGERS.len()];
        [1, 2, 5].into_iter().any(|times| {
            let amount = min.times(times).unwrap().to_string();
            player.at(table, json!({"do": "bet", "amount": amount, "wager": wager})).is_ok()
        })
    })
}

/// Plays so many rounds at an automatic table.
fn play(player: &Guest, table: u64, rounds: u64) {
    player.must(table, json!({"do": "sit"}));
    let (mut bet_in, mut over, mut played) = (0, 0, 0);
    let name = player.table(table)["name"].to_string();
    until(&name, || {
        let seen = player.table(table);
        let (round, phase) = (seen["round"].as_u64().unwrap(), seen["phase"].as_str().unwrap());
        if bet_in > 0 && (round > bet_in || matches!(phase, "payment" | "waiting")) {
            (played, over, bet_in) = (played + 1, bet_in, 0);
        }
        match phase {
            "place-your-bets" if bet_in == 0 && round > over && bet(player, table, 0) => {
                bet_in = round;
                drop(player.at(table, json!({"do": "ready"})));
            }
            "insurance" => drop(player.at(table, json!({"do": "decline"}))),
            "decision" if seen["due"]["me"] == true => decide(player, table, &seen),
            _ => {}
        }
        (played >= rounds).then_some(())
    });
}

fn decide(player: &Guest, table: u64, seen: &Value) {
    let moves = seen["moves"].as_array().unwrap();
    let wanted = ["raise", "draw", "stand", "check"];
    let found = wanted.iter().find_map(|wanted| moves.iter().find(|found| found["decision"] == *wanted));
    if let Some(found) = found.or(moves.first()) {
        let mut body = found.clone();
        body["do"] = json!("decide");
        drop(player.at(table, body));
    }
}

/// Two rounds at a wheel that a dealer attends; the second entry is mistaken at first.
fn attended(staff: &Staff, player: &Guest, table: u64) {
    let say = |what: &str| staff.dealer.must(table, json!({"do": "announce", "what": what}));
    // A dealer takes over before anybody sits: a robot would deal to the first player.
    say("place-your-bets");
    player.must(table, json!({"do": "sit"}));
    staff.buy_at(table, player, "100");
    for (way, ball) in [("spin-left", "17"), ("spin-right", "32")] {
        if player.table(table)["phase"] != "place-your-bets" {
            say("place-your-bets");
        }
        player.must(table, json!({"do": "bet", "amount": "20", "wager": "red"}));
        say("final-bets");
        say("no-more-bets");
        let late = player.at(table, json!({"do": "bet", "amount": "20", "wager": "red"})).unwrap_err();
        assert_eq!(late["code"], "rules", "{late}");
        say(way);
        staff.dealer.must(table, json!({"do": "enter", "lines": "ball 5"}));
        staff.dealer.must(table, json!({"do": "drop-entry"}));
        staff.dealer.must(table, json!({"do": "enter", "lines": format!("ball {ball}")}));
        staff.dealer.must(table, json!({"do": "confirm-entry"}));
        assert_eq!(player.table(table)["fell"]["ball"], ball);
    }
}

/// A hand of blackjack that a dealer deals card by card, reading each back.
fn by_hand(staff: &Staff, player: &Guest, table: u64) {
    // A dealer takes over before anybody sits: a robot would deal to the first player.
    staff.dealer.must(table, json!({"do": "announce", "what": "place-your-bets"}));
    player.must(table, json!({"do": "sit"}));
    player.must(table, json!({"do": "bet", "amount": "20", "wager": "box 1"}));
    staff.dealer.must(table, json!({"do": "announce", "what": "no-more-bets"}));
    let mut cards = ["TH", "9S", "8D", "7C", "6H", "5S", "4D", "3C", "2H"].into_iter();
    until("the hand is dealt", || {
        let seen = player.table(table);
        match seen["phase"].as_str().unwrap() {
            "payment" => return Some(()),
            "decision" => drop(player.must(table, json!({"do": "decide", "decision": "stand"}))),
            _ => {
                let lines = format!("cards {}", cards.next().unwrap());
                staff.dealer.must(table, json!({"do": "enter", "lines": lines}));
                staff.dealer.must(table, json!({"do": "confirm-entry"}));
            }
        }
        None
    });
}

/// What the house has proved holds, and holds against what was noted while it was played: the check of `croupier verify`.
fn verify(player: &Guest, table: u64, round: u64, noted: &Value) {
    let (status, reply) = player.try_get(&format!("/tables/{table}/rounds/{round}/proof"));
    assert_eq!(status, 200, "{reply}");
    let proof = Proof::read(reply.to_string().as_bytes()).unwrap();
    let digest = |key: &str| noted[key].as_str().map(|digest| digest.parse().unwrap());
    let noted = Noted {
        anchor: digest("anchor"),
        commitment: digest("commitment"),
        receipt: digest("receipt"),
        ..Noted::default()
    };
    let report = examine(&proof, &noted);
    assert!(report.discrepancies().next().is_none(), "{reply}");
    assert!(noted.commitment.is_some() && noted.receipt.is_some());
}

/// Everybody leaves, and the table is counted, closed and its box emptied.
fn close(staff: &Staff, players: &[Guest], table: u64) {
    let open = |seen: &Value| seen["phase"] != "closed";
    if !open(&staff.manager.table(table)) {
        return;
    }
    for player in players {
        until("a player leaves", || {
            let seen = player.table(table);
            let sits = seen["seated"].as_array().unwrap().iter().any(|seat| seat["me"] == true);
            if !sits {
                return Some(());
            }
            drop(player.at(table, json!({"do": "give-up-bank"})));
            player.at(table, json!({"do": "leave"})).ok().map(drop)
        });
    }
    until("the table closes", || {
        // Stakes that stand are decided while the chips are counted: they are counted again until nothing has moved.
        let version = staff.manager.table(table)["version"].as_u64()?;
        let papers = staff.manager.get(&format!("/tables/{table}/papers"));
        let float: Money = papers["float"].as_str()?.parse().ok()?;
        let stacks = Chips::usual().make(float).ok()?;
        let stack = |stack: &Stack| json!({"value": stack.value.to_string(), "count": stack.count});
        let closer: Vec<Value> = stacks.iter().map(stack).collect();
        let matter = json!({"kind": "close", "closer": closer});
        let propose = json!({"do": "propose", "matter": matter});
        let proposed = staff.manager.at_version(table, version, propose).ok()?;
        let authorise = json!({"do": "authorise", "proposal": proposed["number"]});
        let agreed = staff.inspector.at_version(table, proposed["to"].as_u64()?, authorise);
        agreed.ok().map(drop)
    });
}

/// The server of the evening: the same program, started again so that it can be killed.
#[test]
fn the_server() {
    serve_if_asked();
}

#[test]
fn a_whole_evening() {
    let data = folder();
    let server = Server::start(&data);
    let mut staff: Vec<Staff> = [1, 2].iter().map(|house| Staff::new(&server, *house)).collect();
    let mut players: Vec<Vec<Guest>> = [1, 2]
        .iter()
        .map(|house| ["ann", "ben"].map(|name| Guest::enrol(&server, *house, name)).to_vec())
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
                    scope.spawn(move || play(ann, id, 2));
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
    for (house, (staff, players)) in (1..).zip(staff.iter_mut().zip(&mut players)) {
        *staff = Staff::new(&server, house);
        *players = ["ann", "ben"].map(|name| Guest::login(&server, house, name, "an evening out")).to_vec();
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
    audit(&data, 2);
    drop(std::fs::remove_dir_all(&data));
}
