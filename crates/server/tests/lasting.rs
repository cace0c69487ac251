//! A house that has been played in for long: it opens from a snapshot and the journal after it, and what people look up
//! is found however long ago it was.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Guest, Server, config, folder, shelf};
use croupier_fair::Keyring;
use croupier_house::House;
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, TransactionKind, Unit};
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::store::Store;
use croupier_house::table::Pace;
use croupier_server::actor::HouseOpening;
use croupier_server::config::Config;
use croupier_server::dealing::{KEY_FILE, KeyFile};
use croupier_server::installation::Installation;
use croupier_store::JournalReader;
use serde_json::{Value, json};

const EVERY: u64 = 200;
const HOUSE: HouseId = HouseId(1);

/// A configuration in which snapshots are made often.
fn often(data: &Path) -> Config {
    Config { snapshot_every: EVERY, ..config(data) }
}

fn index(data: &Path) -> rusqlite::Connection {
    let index = rusqlite::Connection::open(data.join("index.db")).unwrap();
    index.busy_timeout(Duration::from_secs(5)).unwrap();
    index
}

/// The sequences of the snapshots, the latest first.
fn snapshots(data: &Path) -> Vec<u64> {
    let index = index(data);
    let mut select = index.prepare("select sequence from snapshots order by sequence desc").unwrap();
    let rows = select.query_map([], |row| row.get::<_, i64>(0)).unwrap();
    rows.map(|row| row.unwrap().cast_unsigned()).collect()
}

fn stored_to(server: &Server) -> u64 {
    server.actor.shared().stored_to()
}

fn digest(server: &Server) -> [u8; 32] {
    server.actor.read_blocking(|state| state.house.state_digest()).unwrap().unwrap()
}

/// Waits until the last snapshot is as young as it should be.
fn wait_for_snapshot(server: &Server) {
    let start = Instant::now();
    while snapshots(&server.data).first().is_none_or(|last| stored_to(server) - last >= EVERY) {
        assert!(start.elapsed() < Duration::from_mins(3), "no snapshot: {:?}", snapshots(&server.data));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Ends phases of a table; somebody bets whenever that is permitted.
fn play(server: &Server, guest: &Guest, table: u16, wager: &str, ticks: usize) {
    for _ in 0..ticks {
        drop(guest.at(table, &json!({"do": "bet", "amount": "5", "wager": wager})));
        drop(server.as_house(Command::Table(TableId(table), TableCommand::Tick)));
    }
}

/// A server in whose house several games have been played, and somebody who has played them.
fn played(data: &Path, ticks: usize) -> (Server, Guest) {
    let server = Server::start(often(data));
    let ann = server.player("ann");
    for (game, wager) in [("roulette", "red"), ("dice", "pass"), ("punto-banco", "punto")] {
        let found = server.actor.read_blocking(move |state| {
            state.house.tables().iter().find(|table| table.game.contains(game)).map(|table| table.id.0)
        });
        let Some(table) = found.unwrap() else { continue };
        ann.must(table, &json!({"do": "sit"}));
        play(&server, &ann, table, wager, ticks);
    }
    (server, ann)
}

fn opened(data: &Path) -> (HouseOpening, [u8; 32]) {
    let server = Server::run(Installation::open(often(data), shelf()).unwrap());
    let found = (server.actor.shared().opening(), digest(&server));
    server.stop();
    found
}

#[test]
fn a_house_opens_from_its_snapshot_and_the_entries_after_it() {
    let data = folder("snapshot");
    let (server, ann) = played(&data, 120);
    wait_for_snapshot(&server);
    let wheel = server.table("roulette");
    play(&server, &ann, wheel, "black", 9);
    wait_for_snapshot(&server);
    let (head, before) = (stored_to(&server), digest(&server));
    server.stop();
    let (opening, restored) = opened(&data);
    assert!(opening.from > 0 && opening.applied < EVERY, "{opening:?}");
    assert_eq!(opening.from + opening.applied, head);
    assert!(head > 3 * EVERY, "{head} entries are too few to tell the difference");
    assert_eq!(restored, before);
    index(&data).execute("delete from snapshots", []).unwrap();
    let (opening, replayed) = opened(&data);
    assert_eq!((opening.from, opening.applied), (0, head));
    assert_eq!(replayed, before);
    // It had to apply more entries than there are between two snapshots, and made one of what it had.
    assert_eq!(snapshots(&data), [head]);
    assert_eq!(opened(&data).0, HouseOpening { from: head, applied: 0 });
}

/// The keys of a data folder.
fn keys(data: &Path) -> Keyring {
    KeyFile::read(data).keys().unwrap().clone()
}

/// The house of a folder as it was after an entry.
fn house_at(data: &Path, to: u64) -> House<'static> {
    let mut house = House::new(HOUSE, shelf(), "", Pace::default());
    let entries = JournalReader::open(data).unwrap().entries(HOUSE, 1, usize::try_from(to).unwrap()).unwrap();
    for stored in entries {
        let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).unwrap();
        house.apply(&entry).unwrap();
    }
    house
}

/// The snapshot of a later version: its state has a format that this one does not know.
fn of_later_format(data: &Path, sealed: &[u8]) -> Vec<u8> {
    let (covered, _) = sealed.split_at(sealed.len() - 32);
    let mut covered = covered.to_vec();
    covered[47..49].copy_from_slice(&[0xff, 0xff]);
    let code = keys(data).authenticate("croupier house v1: snapshot", &covered);
    [covered, code.as_bytes().to_vec()].concat()
}

#[test]
fn a_snapshot_that_cannot_be_used_is_passed_over() {
    let (data, other) = (folder("refused"), folder("foreign"));
    let (server, ann) = played(&data, 80);
    wait_for_snapshot(&server);
    // There are entries after it.
    play(&server, &ann, server.table("roulette"), "black", 3);
    let (head, before) = (stored_to(&server), digest(&server));
    server.stop();
    // Another house, which is played differently.
    let (foreign, _) = played(&other, 90);
    foreign.stop();
    let good = snapshots(&data)[0];
    assert!(good < head);
    let right = SealedSnapshot::seal(&house_at(&data, head), &keys(&data)).unwrap().to_bytes();
    let mut damaged = right.clone();
    damaged[right.len() / 2] ^= 1;
    let foreign_key = SealedSnapshot::seal(&house_at(&data, head), &keys(&other)).unwrap().to_bytes();
    let wrong_hash = SealedSnapshot::seal(&house_at(&other, head), &keys(&data)).unwrap().to_bytes();
    let put = |sequence: u64, bytes: &[u8]| {
        let sql = "insert or replace into snapshots (house, sequence, body) values (1, ?, ?)";
        index(&data).execute(sql, (sequence.cast_signed(), bytes)).unwrap();
    };
    let later = of_later_format(&data, &right);
    for (name, bytes) in [
        ("truncated", &right[..40]),
        ("damaged", &damaged),
        ("foreign key", &foreign_key),
        ("wrong hash", &wrong_hash),
        ("later format", &later),
    ] {
        put(head, bytes);
        let (opening, restored) = opened(&data);
        assert_eq!((opening.from, restored), (good, before), "{name}: the one before it is used");
    }
    put(head, &right);
    assert_eq!(opened(&data), (HouseOpening { from: head, applied: 0 }, before), "the right one is used");
    // Where none can be used, the journal is.
    let all = index(&data).execute("update snapshots set body = zeroblob(100)", []).unwrap();
    assert!(all > 0);
    let (opening, replayed) = opened(&data);
    assert_eq!((opening.from, opening.applied, replayed), (0, head, before));
}

#[test]
fn a_house_without_its_key_is_replayed_and_writes_no_snapshot() {
    let data = folder("keyless");
    let (server, _) = played(&data, 80);
    wait_for_snapshot(&server);
    let (head, before) = (stored_to(&server), digest(&server));
    server.stop();
    let stored = snapshots(&data);
    std::fs::rename(data.join(KEY_FILE), data.join("elsewhere")).unwrap();
    let (opening, replayed) = opened(&data);
    assert_eq!((opening.from, opening.applied, replayed), (0, head, before));
    assert_eq!(snapshots(&data), stored);
}

#[test]
fn a_house_whose_store_failed_goes_on_from_its_snapshot() {
    let data = folder("again");
    let (server, ann) = played(&data, 80);
    server.stop();
    let quick = Config { busy: Duration::from_millis(100), ..often(&data) };
    let server = Server::run(Installation::open(quick, shelf()).unwrap());
    wait_for_snapshot(&server);
    let ann = Guest { base: server.base.clone(), ..ann };
    let wheel = server.table("roulette");
    play(&server, &ann, wheel, "red", 5);
    let (head, before) = (stored_to(&server), digest(&server));
    let other = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let seed = json!({"do": "give-seed", "seed": "mine"});
    assert_eq!(ann.at(wheel, &seed).0, 503);
    let start = Instant::now();
    let opening = || server.actor.shared().opening();
    while opening().from + opening().applied != head {
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", opening());
        std::thread::sleep(Duration::from_millis(20));
    }
    let opening = opening();
    assert_eq!(digest(&server), before);
    // The latest snapshot may still be on its way, but an earlier one is there.
    assert!(opening.from > 0, "{opening:?}");
    other.execute_batch("rollback").unwrap();
    let start = Instant::now();
    while ann.at(wheel, &seed).0 != 200 {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A UUID of version 7 that was made so many milliseconds ago.
fn key_made(ago: i64, number: u16) -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let at = i64::try_from(since.as_millis()).unwrap() - ago;
    let at = format!("{at:012x}");
    format!("{}-{}-7000-8000-00000000{number:04x}", &at[..8], &at[8..])
}

#[test]
fn a_key_from_before_the_snapshot_is_known_from_the_store() {
    let data = folder("old-keys");
    let server = Server::start(often(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let (path, bet) =
        (format!("/houses/1/tables/{wheel}/commands"), json!({"do": "bet", "amount": "5", "wager": "red"}));
    // One whose clock is right, one whose clock is ahead, and one whose key says nothing about its time.
    let keys = [key_made(0, 1), key_made(-60_000, 2), "c232ab00-9414-41ec-b3c8-9f6bdeced846".to_owned()];
    let first = keys.clone().map(|key| ann.send(&path, &[("idempotency-key", &key)], &bet));
    assert!(first.iter().all(|(status, reply)| *status == 200 && reply["again"] == false), "{first:?}");
    play(&server, &ann, wheel, "black", 120);
    wait_for_snapshot(&server);
    server.stop();
    let server = Server::run(Installation::open(often(&data), shelf()).unwrap());
    assert!(server.actor.shared().opening().from > EVERY / 2);
    let ann = Guest { base: server.base.clone(), ..ann };
    let before = digest(&server);
    for (key, (_, first)) in keys.iter().zip(first) {
        let (status, again) = ann.send(&path, &[("idempotency-key", key)], &bet);
        assert_eq!((status, &again["again"]), (200, &json!(true)), "{again}");
        assert_eq!(
            (&again["from"], &again["to"], &again["number"]),
            (&first["from"], &first["to"], &first["number"])
        );
        let (status, refused) = ann.send(&path, &[("idempotency-key", key)], &json!({"do": "leave"}));
        assert_eq!((status, refused["code"].as_str()), (409, Some("key")), "{refused}");
    }
    let old = key_made(31 * 24 * 60 * 60 * 1000, 3);
    let (status, refused) = ann.send(&path, &[("idempotency-key", &old)], &bet);
    assert_eq!((status, refused["code"].as_str()), (409, Some("key")), "{refused}");
    assert_eq!(digest(&server), before, "nothing was executed twice");
}

/// Everything that somebody can look up about a table and about himself.
fn looked_up(ann: &Guest, table: u16) -> Vec<(String, Value)> {
    let at = |rest: &str| format!("/houses/1/tables/{table}/{rest}");
    let own = |rest: &str| format!("/houses/1/me/{rest}");
    let (mut paths, mut place) = (Vec::new(), None);
    loop {
        let page = place.map_or_else(
            || own("statement?limit=400"),
            |at| own(&format!("statement?limit=400&before={at}")),
        );
        let rows = ann.get(&page).1["rows"].clone();
        paths.push(page);
        match rows.as_array().unwrap().last() {
            Some(last) => place = last["place"].as_u64(),
            None => break,
        }
    }
    paths.extend(
        ["board", "rounds?limit=200", "rounds?limit=200&before=30", "rounds/1", "rounds/1/proof"].map(at),
    );
    paths.extend(["rounds?limit=200", "rounds?skip=205", "disputes"].map(own));
    paths.push("/houses/1/me".to_owned());
    paths.push(format!("/houses/1/tables/{table}"));
    let answers = paths.into_iter().map(|path| {
        let (status, answer) = ann.get(&path);
        assert_eq!(status, 200, "{path}: {answer}");
        (path, answer)
    });
    answers.collect()
}

#[test]
fn what_was_long_ago_is_found_after_a_restart_as_before() {
    let data = folder("long-ago");
    let server = Server::start(often(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    let rounds = |server: &Server| {
        let found =
            server.actor.read_blocking(move |state| state.house.table(TableId(wheel)).unwrap().rounds);
        found.unwrap()
    };
    while rounds(&server) < 215 {
        play(&server, &ann, wheel, "red", 8);
    }
    wait_for_snapshot(&server);
    play(&server, &ann, wheel, "red", 7);
    let before = looked_up(&ann, wheel);
    server.stop();
    let server = Server::run(Installation::open(often(&data), shelf()).unwrap());
    assert!(server.actor.shared().opening().from > 0);
    let ann = Guest { base: server.base.clone(), ..ann };
    for ((path, before), (_, after)) in before.iter().zip(looked_up(&ann, wheel)) {
        assert_eq!(*before, after, "{path}");
    }
    let of =
        |path: &str| before.iter().find(|(known, _)| known.ends_with(path)).map(|(_, found)| found).unwrap();
    assert_eq!(of("/board")["results"].as_array().unwrap().len(), 200);
    let oldest = of("rounds?limit=200&before=30").as_array().unwrap();
    assert!(oldest.len() == 29 && oldest.iter().all(|round| round["result"] != ""), "{oldest:?}");
    assert_eq!(of("/rounds/1")["mine"]["staked"], "10.00", "before and after the first announcement");
    let early = of("me/rounds?skip=205").as_array().unwrap();
    assert!(!early.is_empty() && early.iter().all(|round| !round["outcome"].is_null()), "{early:?}");
    // The statement is complete: its pages together lead from nothing to what she has.
    let pages = before.iter().filter(|(path, _)| path.contains("statement"));
    let rows: Vec<&Value> = pages.flat_map(|(_, page)| page["rows"].as_array().unwrap()).collect();
    assert!(rows.len() > 400, "{}", rows.len());
    let minor = |text: &Value| text.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let chips = || rows.iter().filter(|row| row["unit"] == "chips");
    let latest = chips().next().map(|row| minor(&row["balance"]));
    assert_eq!(Some(chips().map(|row| minor(&row["amount"])).sum()), latest);
    // Pages of her rounds continue from a place, and skipping is bounded.
    let first = ann.get("/houses/1/me/rounds?limit=3").1;
    let (_, next) = ann.get(&format!("/houses/1/me/rounds?limit=3&before={}", first[2]["place"]));
    assert_eq!(next, ann.get("/houses/1/me/rounds?limit=3&skip=3").1);
    assert_eq!(ann.get("/houses/1/me/rounds?skip=10001").0, 400);
}

/// A movement of a person's chips: the row of a statement, as the ledger has it.
#[derive(PartialEq, Debug)]
struct Moved {
    what: String,
    amount: i64,
    balance: i64,
}

/// What the journal says about a person's chips: the movements in order, and stakes and returns by round.
fn by_ledger(server: &Server, person: u64, table: u16) -> (Vec<Moved>, Vec<(u64, i64, i64)>) {
    let most = usize::try_from(stored_to(server)).unwrap();
    let entries = JournalReader::open(&server.data).unwrap().entries(HOUSE, 1, most).unwrap();
    let own = Location::Player(PersonId(u32::try_from(person).unwrap()));
    let (mut moved, mut rounds, mut round): (Vec<Moved>, Vec<(u64, i64, i64)>, u64) = Default::default();
    for stored in entries {
        let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).unwrap();
        let here = entry.stream.table == Some(TableId(table));
        if let (true, Event::RoundBegan { round: next, .. }) = (here, &entry.body.event) {
            round = *next;
        }
        for transaction in &entry.body.ledger {
            for leg in transaction.legs.iter().filter(|leg| leg.unit == Unit::Chips) {
                let amount = match (leg.from == own, leg.to == own) {
                    (true, false) => -leg.amount.minor(),
                    (false, true) => leg.amount.minor(),
                    _ => continue,
                };
                let what = match transaction.kind {
                    TransactionKind::BuyIn => "bought in at the cage".to_owned(),
                    TransactionKind::Stake => format!("stake at Chemin de Fer, round {round}"),
                    TransactionKind::Settle => format!("settled at Chemin de Fer, round {round}"),
                    TransactionKind::Return => format!("returned at Chemin de Fer, round {round}"),
                    TransactionKind::BankTaken => format!("bank taken at Chemin de Fer, round {round}"),
                    TransactionKind::BankReturned => format!("bank returned at Chemin de Fer, round {round}"),
                    other => panic!("{other:?} at this table"),
                };
                let balance = moved.last().map_or(0, |last| last.balance) + amount;
                moved.push(Moved { what, amount, balance });
                if transaction.kind == TransactionKind::BuyIn {
                    continue;
                }
                if rounds.last().is_none_or(|(last, ..)| *last != round) {
                    rounds.push((round, 0, 0));
                }
                let (_, staked, returned) = rounds.last_mut().unwrap();
                *if amount < 0 { staked } else { returned } += amount.abs();
            }
        }
    }
    (moved, rounds)
}

/// One round of chemin de fer: somebody puts up a bank if nobody holds one, and the others bet against it.
fn coup(server: &Server, players: &[Guest], table: u16, banker: usize) {
    let phase = || players[0].get(&format!("/houses/1/tables/{table}")).1["phase"].clone();
    while phase() != "place-your-bets" {
        server.tick(table);
    }
    let take = json!({"do": "decide", "decision": "take-bank", "amount": "100"});
    // A winner keeps the bank; where it is free, the next player takes it.
    let taken: Vec<_> =
        (0..players.len()).map(|next| players[(banker + next) % players.len()].at(table, &take)).collect();
    let bet = json!({"do": "bet", "amount": "10", "wager": "player"});
    let placed: Vec<_> = players.iter().map(|player| player.at(table, &bet)).collect();
    let is_placed = placed.iter().any(|(status, _)| *status == 200);
    assert!(is_placed, "somebody bets against the bank: {taken:?} {placed:?}");
    for _ in 0..50 {
        if phase() == "payment" {
            return;
        }
        server.tick(table);
    }
    panic!("the coup does not end");
}

#[test]
fn rounds_of_a_passing_bank_are_listed_as_the_ledger_has_them() {
    let server = Server::start(often(&folder("chemin")));
    let table = server.called("Chemin de Fer");
    let players = ["ann", "ben", "cal"].map(|name| server.player(name));
    for player in &players {
        player.must(table, &json!({"do": "sit"}));
    }
    for round in 0..24 {
        coup(&server, &players, table, round % 3);
        if round % 7 == 6 {
            // Whoever holds the bank gives it up after the coup.
            players.iter().for_each(|player| drop(player.at(table, &json!({"do": "give-up-bank"}))));
        }
    }
    players.iter().for_each(|player| drop(player.at(table, &json!({"do": "give-up-bank"}))));
    let minor = |text: &Value| text.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let mut banks = 0;
    for player in &players {
        let (moved, rounds) = by_ledger(&server, player.person, table);
        banks += moved.iter().filter(|row| row.what.starts_with("bank taken")).count();
        // The statement, whole.
        let statement = player.get("/houses/1/me/statement").1["rows"].as_array().unwrap().clone();
        let shown = statement.iter().rev().filter(|row| row["unit"] == "chips").map(|row| {
            let what = row["text"].as_str().unwrap().to_owned();
            Moved { what, amount: minor(&row["amount"]), balance: minor(&row["balance"]) }
        });
        assert_eq!(shown.collect::<Vec<_>>(), moved);
        // The rounds she played or held the bank in, whole.
        let listed = player.get("/houses/1/me/rounds?limit=200").1.as_array().unwrap().clone();
        let shown: Vec<(u64, i64, i64)> = listed
            .iter()
            .rev()
            .map(|row| (row["round"].as_u64().unwrap(), minor(&row["staked"]), minor(&row["returned"])))
            .collect();
        assert_eq!(shown, rounds);
        assert!(
            listed.iter().all(|row| minor(&row["net"]) == minor(&row["returned"]) - minor(&row["staked"]))
        );
        // Each round by itself, with the verdict of the judge.
        for (round, staked, returned) in &rounds {
            let seen = player.get(&format!("/houses/1/tables/{table}/rounds/{round}")).1;
            assert_eq!(
                (minor(&seen["mine"]["staked"]), minor(&seen["mine"]["returned"])),
                (*staked, *returned)
            );
            let bets = seen["verdict"]["bets"].as_array().unwrap_or_else(|| panic!("no verdict: {seen}"));
            let own = bets.iter().filter(|bet| bet["mine"] == true);
            let judged: i64 = own.map(|bet| minor(&bet["returned"])).sum();
            let settled = moved.iter().filter(|row| row.what.ends_with(&format!(", round {round}")));
            let paid: i64 = settled.filter(|row| row.what.starts_with("settled")).map(|row| row.amount).sum();
            assert_eq!(judged, paid, "round {round}: {seen}");
        }
        // What was won and lost in all is what she has more or less than she bought.
        let me = player.get("/houses/1/me").1;
        let chips = minor(&me["balances"]["chips"]);
        assert_eq!(minor(&me["net_total"]), chips - 1_000_000);
        assert_eq!(me["net_today"], me["net_total"], "one day was played");
    }
    assert!(banks >= 4, "{banks} banks");
}
