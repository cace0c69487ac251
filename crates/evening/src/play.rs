//! What people do at the tables.

use std::time::{Duration, Instant};

use croupier_fair::{Noted, Proof, examine};
use croupier_kit::{Chips, Money, Stack};
use serde_json::{Value, json};

use crate::guest::Guest;
use crate::staff::Staff;

/// The longest time that people wait for something.
const LONGEST: Duration = Duration::from_mins(4);
/// The pause before somebody looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(25);

/// What players bet on, as far as a table takes it.
const WAGERS: [&str; 12] =
    ["box 1", "box 2", "box 3", "box 4", "red", "win", "punto", "player", "right", "ante", "hand", "left"];

/// Waits until something is so.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < LONGEST, "{what}");
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Puts something down, as little as the table takes.
pub fn bet(player: &Guest, table: u64, from: usize) -> bool {
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

/// Plays rounds at an automatic table until they are enough.
pub fn play(player: &Guest, table: u64, is_enough: impl Fn(u64) -> bool) {
    player.must(table, json!({"do": "sit"}));
    let (mut bet_in, mut over, mut played) = (0, 0, 0);
    let name = player.table(table)["name"].to_string();
    let mut last_round = Instant::now();
    while !is_enough(played) {
        let seen = player.table(table);
        let (round, phase) = (seen["round"].as_u64().unwrap(), seen["phase"].as_str().unwrap());
        if bet_in > 0 && (round > bet_in || matches!(phase, "payment" | "waiting")) {
            (played, over, bet_in, last_round) = (played + 1, bet_in, 0, Instant::now());
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
        assert!(last_round.elapsed() < LONGEST, "{name}: {seen}");
        std::thread::sleep(LOOK_AGAIN);
    }
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
pub fn attended(staff: &Staff, player: &Guest, table: u64) {
    let say = |what: &str| staff.dealer.must(table, json!({"do": "announce", "what": what}));
    // A dealer takes over before anybody sits: a robot would deal to the first player.
    say("place-your-bets");
    player.must(table, json!({"do": "sit"}));
    staff.buy_at(table, player, "100");
    for (way, ball) in [("spin-left", "17"), ("spin-right", "32")] {
        if staff.dealer.table(table)["phase"] != "place-your-bets" {
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
        player.hear_from(&staff.dealer);
        assert_eq!(player.table(table)["fell"]["ball"], ball);
    }
}

/// A hand of blackjack that a dealer deals card by card, reading each back.
pub fn by_hand(staff: &Staff, player: &Guest, table: u64) {
    // A dealer takes over before anybody sits: a robot would deal to the first player.
    staff.dealer.must(table, json!({"do": "announce", "what": "place-your-bets"}));
    player.must(table, json!({"do": "sit"}));
    player.must(table, json!({"do": "bet", "amount": "20", "wager": "box 1"}));
    staff.dealer.must(table, json!({"do": "announce", "what": "no-more-bets"}));
    let mut cards = ["TH", "9S", "8D", "7C", "6H", "5S", "4D", "3C", "2H"].into_iter();
    until("the hand is dealt", || {
        player.hear_from(&staff.dealer);
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
pub fn verify(player: &Guest, table: u64, round: u64, noted: &Value) {
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

/// A player leaves as soon as the table permits it.
fn leave(player: &Guest, table: u64) {
    let begun = Instant::now();
    loop {
        let seen = player.table(table);
        let sits = seen["seated"].as_array().unwrap().iter().any(|seat| seat["me"] == true);
        if !sits {
            return;
        }
        drop(player.at(table, json!({"do": "give-up-bank"})));
        let Err(refusal) = player.at(table, json!({"do": "leave"})) else { return };
        assert!(begun.elapsed() < LONGEST, "a player cannot leave: {refusal}\n{seen}");
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Everybody leaves, and the table is counted, closed and its box emptied.
pub fn close(staff: &Staff, players: &[Guest], table: u64) {
    let open = |seen: &Value| seen["phase"] != "closed";
    if !open(&staff.manager.table(table)) {
        return;
    }
    players.iter().for_each(|player| leave(player, table));
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

/// Verifies the proof of every round of a table up to the last whose seed is shown. Returns how many there were.
pub fn verify_all(player: &Guest, table: u64, last: u64) -> u64 {
    let mut verified = 0;
    for round in 1..=last {
        let (status, reply) = player.try_get(&format!("/tables/{table}/rounds/{round}/proof"));
        if status == 200 {
            let report = examine(&Proof::read(reply.to_string().as_bytes()).unwrap(), &Noted::default());
            assert!(report.discrepancies().next().is_none(), "table {table}, round {round}: {reply}");
            verified += 1;
        }
    }
    verified
}
