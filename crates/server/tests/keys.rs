//! The same key is the same command, however soon or late it comes again.

use std::sync::mpsc::channel;
use std::time::Duration;

use crate::common::{Server, config, folder, give};
use croupier_house::KEYS_CACHED;
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, IdempotencyKey, PersonId, TableId};
use croupier_kit::Money;
use serde_json::json;

/// A wheel at which bets are open, and a player at it.
fn wheel(server: &Server) -> (TableId, PersonId) {
    let (table, _) = (server.table("roulette"), server.player("ann"));
    let person = server.actor.read_blocking(|state| state.house.office.person_named("ann")).unwrap().unwrap();
    server.as_house(Command::Table(TableId(table), TableCommand::Sit { person })).unwrap();
    server.tick(table);
    (TableId(table), person)
}

fn bet(key: u128, table: TableId, person: PersonId) -> Request {
    let (amount, wager) = (Money::from_minor(100), "red".to_owned());
    let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips };
    under(key, table, person, bet)
}

/// A command under a key.
fn under(key: u128, table: TableId, person: PersonId, command: TableCommand) -> Request {
    // Keys are hashes: theirs are spread over all bits.
    let key = IdempotencyKey(key.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
    Request { key: Some(key), by: Actor::Person(person), command: Command::Table(table, command) }
}

#[test]
fn a_command_that_comes_twice_at_once_is_answered_alike() {
    let server = Server::start(config(&folder("twice")));
    let (table, person) = wheel(&server);
    let actor = server.actor.clone();
    // The actor looks at something for a while: both wait for it, and are carried out in one group.
    let looks =
        std::thread::spawn(move || actor.read_blocking(|_| std::thread::sleep(Duration::from_millis(300))));
    std::thread::sleep(Duration::from_millis(100));
    let (sender, receiver) = channel();
    for _ in 0..2 {
        let sender = sender.clone();
        server.actor.submit_then(bet(1, table, person), move |answer| drop(sender.send(answer)));
    }
    let [first, second] = [(); 2].map(|()| receiver.recv().unwrap().unwrap());
    looks.join().unwrap().unwrap();
    assert_eq!((first.again, second.again), (false, true));
    assert_eq!((first.from, first.to, first.number), (second.from, second.to, second.number));
    assert_eq!(first.number, Some(1));
}

#[test]
fn a_command_that_the_house_has_forgotten_is_known_from_the_store() {
    let server = Server::start(config(&folder("late")));
    let (table, person) = wheel(&server);
    let first = give(&server.actor, bet(1, table, person)).unwrap();
    let (sender, receiver) = channel();
    for key in (2..).take(KEYS_CACHED) {
        let sender = sender.clone();
        let seed = TableCommand::GiveSeed { person, seed: "another".to_owned() };
        let order = under(key, table, person, seed);
        server.actor.submit_then(order, move |answer| drop(sender.send(answer)));
    }
    drop(sender);
    assert_eq!(receiver.iter().flatten().count(), KEYS_CACHED);
    let again = give(&server.actor, bet(1, table, person)).unwrap();
    assert_eq!((again.again, again.from, again.number), (true, first.from, first.number));
}

/// A bet that was pressed before a connection was lost comes again in another round.
#[test]
fn a_bet_is_not_placed_into_another_round_than_it_is_meant_for() {
    let server = Server::start(config(&folder("another-round")));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let path = format!("/houses/1/tables/{wheel}/commands");
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let key = |number: u8| format!("00000000-0000-4000-8000-0000000000{number:02}");
    let send = |number: u8, round: &str| {
        ann.send(&path, &[("idempotency-key", &key(number)), ("if-round", round)], &bet)
    };
    let (status, placed) = send(1, "1");
    assert_eq!((status, &placed["again"]), (200, &json!(false)), "{placed}");
    assert_eq!(send(3, "one").0, 400);
    (0..4).for_each(|_| server.tick(wheel));
    let (_, table) = ann.get(&format!("/houses/1/tables/{wheel}"));
    assert_eq!((&table["round"], &table["phase"]), (&json!(2), &json!("place-your-bets")));
    let chips = ann.chips();
    // What was placed is recognised; what was not is not placed now.
    let (status, again) = send(1, "1");
    assert_eq!((status, &again["again"]), (200, &json!(true)));
    let (status, late) = send(2, "1");
    assert_eq!((status, &late["code"]), (409, &json!("stale")));
    let message = late["message"].as_str().unwrap();
    assert!(
        message.contains("meant for round 1") && message.contains("the stake was not placed"),
        "{message}"
    );
    assert_eq!(ann.chips(), chips);
    // Under the same key it can still be meant for this round.
    assert_eq!(send(2, "2").0, 200);
    assert_ne!(ann.chips(), chips);
}
