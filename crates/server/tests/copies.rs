//! Copies: one sound picture of a working house, secrets apart, and a restored house that deals nothing twice.

use std::path::{Path, PathBuf};

use crate::common::{self, Server, config, folder, shelf};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use croupier_house::store::{Batch, Store, StoredEntry};
use croupier_kit::Money;
use croupier_server::copies::{BackupOptions, RestoreOptions, SecretsState, backup, restore};
use croupier_server::dealing::KEY_FILE;
use croupier_server::demo;
use croupier_server::installation::Installation;
use croupier_server::sealed_secrets::{Passphrase, SECRETS_FILE};
use croupier_store::{SqliteStore, StoreOptions};
use serde_json::{Value, json};

pub(crate) fn passphrase() -> Passphrase {
    Passphrase::from_file(b"correct horse battery staple\n".to_vec()).unwrap()
}

pub(crate) fn with_secrets() -> BackupOptions {
    BackupOptions { secrets: Some(passphrase()), ..BackupOptions::default() }
}

fn copy(data: &Path, to: &Path) {
    backup(data, to, &with_secrets(), shelf(), &mut |_| {}).unwrap();
}

/// A house with a wheel at which ann has a bet in an open round.
fn betting(data: &Path) -> (Server, u16) {
    let server = Server::start(config(data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    (server, wheel)
}

fn restored(copy: &Path, name: &str, original_gone: bool) -> PathBuf {
    let data = folder(name);
    let options = RestoreOptions { secrets: Some(passphrase()), original_gone, ..RestoreOptions::default() };
    restore(copy, &data, &options, shelf(), &mut |_| {}).unwrap();
    data
}

/// The commitments and seeds of six rounds at a wheel.
pub(crate) fn six_rounds(server: &Server, wheel: u16) -> (Vec<Value>, Vec<Value>) {
    let ann = server.login("ann", common::PASSWORD);
    let table = format!("/houses/1/tables/{wheel}");
    let (mut commitments, mut seeds) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        while ann.get(&table).1["phase"] != "place-your-bets" {
            server.tick(wheel);
        }
        ann.must(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
        commitments.push(ann.get(&format!("{table}/fair")).1["commitment"].clone());
        while ann.get(&table).1["phase"] != "payment" {
            server.tick(wheel);
        }
        let round = ann.get(&table).1["round"].as_u64().unwrap();
        let (status, proof) = ann.get(&format!("{table}/rounds/{round}/proof"));
        assert_eq!(status, 200, "{proof}");
        seeds.push(proof["seed"].clone());
    }
    (commitments, seeds)
}

#[test]
fn a_restored_house_deals_nothing_that_the_original_deals() {
    let data = folder("original");
    let (server, wheel) = betting(&data);
    let to = folder("copy");
    copy(&data, &to);
    let before = server.login("ann", common::PASSWORD);
    assert_eq!(before.chips(), "9995.00");
    while before.get(&format!("/houses/1/tables/{wheel}")).1["phase"] != "payment" {
        server.tick(wheel);
    }
    let original = six_rounds(&server, wheel);
    let again = restored(&to, "again", false);
    let drill = Server::run(Installation::open(config(&again), shelf()).unwrap());
    let ann = drill.login("ann", common::PASSWORD);
    assert_eq!(ann.chips(), "10000.00", "the open round is void, and the stake is returned");
    let dealt = six_rounds(&drill, wheel);
    for (one, other) in [(&original.0, &dealt.0), (&original.1, &dealt.1)] {
        assert!(one.iter().all(|value| value.is_string() && !other.contains(value)), "{one:?} {other:?}");
    }
}

#[test]
fn secrets_are_encrypted_or_stay_behind() {
    let data = folder("secrets");
    let (server, wheel) = betting(&data);
    let (sealed, bare) = (folder("sealed"), folder("bare"));
    copy(&data, &sealed);
    let done = backup(&data, &bare, &BackupOptions::default(), shelf(), &mut |_| {}).unwrap();
    assert_eq!(done.secrets, SecretsState::LeftBehind);
    for to in [&sealed, &bare] {
        assert!(!to.join(KEY_FILE).exists() && !to.join("accounts.db").exists());
    }
    assert!(sealed.join(SECRETS_FILE).exists() && !bare.join(SECRETS_FILE).exists());
    let key = std::fs::read(data.join(KEY_FILE)).unwrap();
    let secret = std::fs::read(sealed.join(SECRETS_FILE)).unwrap();
    assert!(!secret.windows(20).any(|window| *window == key[2..22]));
    let wrong = Passphrase::from_file(b"some other passphrase".to_vec()).unwrap();
    let options = RestoreOptions { secrets: Some(wrong), ..RestoreOptions::default() };
    let refused = restore(&sealed, &folder("wrong"), &options, shelf(), &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("passphrase is wrong"), "{refused}");
    drop(server);
    // Without the key the house opens, and its automatic tables do not deal.
    let keyless = folder("keyless");
    restore(&bare, &keyless, &RestoreOptions::default(), shelf(), &mut |_| {}).unwrap();
    let server = Server::run(Installation::open(config(&keyless), shelf()).unwrap());
    let seen = common::request(&server.base, "GET", &format!("/houses/1/tables/{wheel}"), None, &[], None).1;
    assert!(seen["held"].as_str().unwrap().contains("missing"), "{seen}");
    drop(server);
    // A new key can be made for the new incarnation.
    let renewed = folder("renewed");
    let options = RestoreOptions { new_key: true, ..RestoreOptions::default() };
    restore(&bare, &renewed, &options, shelf(), &mut |_| {}).unwrap();
    let server = Server::run(Installation::open(config(&renewed), shelf()).unwrap());
    server.tick(wheel);
}

#[test]
fn a_copy_is_not_served_and_an_unfinished_restore_is_not_either() {
    let data = folder("stored");
    let (server, _) = betting(&data);
    let to = folder("stored-copy");
    copy(&data, &to);
    drop(server);
    let refused = Installation::open(config(&to), shelf()).err().unwrap().to_string();
    assert!(refused.contains("is a copy") && refused.contains("croupier restore"), "{refused}");
    let again = restored(&to, "stored-again", false);
    let twice = restore(&to, &again, &RestoreOptions::default(), shelf(), &mut |_| {}).unwrap_err();
    assert!(twice.to_string().contains("already"), "{twice}");
    std::fs::write(again.join("unfinished"), "a restore").unwrap();
    let refused = Installation::open(config(&again), shelf()).err().unwrap().to_string();
    assert!(refused.contains("did not finish"), "{refused}");
}

#[test]
fn a_restored_house_opens_from_a_snapshot_whichever_key_it_got() {
    let data = folder("sealed");
    let (server, _) = betting(&data);
    let to = folder("sealed-copy");
    copy(&data, &to);
    drop(server);
    let opening = |data: &Path| {
        Server::run(Installation::open(config(data), shelf()).unwrap()).actor.shared().opening()
    };
    let with_secrets = opening(&restored(&to, "sealed-again", false));
    assert!(with_secrets.from > 0 && with_secrets.applied < 5, "{with_secrets:?}");
    let new = folder("sealed-new");
    let options = RestoreOptions { new_key: true, ..RestoreOptions::default() };
    restore(&to, &new, &options, shelf(), &mut |_| {}).unwrap();
    let with_new_key = opening(&new);
    assert!(with_new_key.from > 0 && with_new_key.applied < 5, "{with_new_key:?}");
    // Without a key nothing is sealed, and the house is replayed.
    let keyless = folder("sealed-keyless");
    restore(&to, &keyless, &RestoreOptions::default(), shelf(), &mut |_| {}).unwrap();
    let keyless = opening(&keyless);
    assert!(keyless.from == 0 && keyless.applied > 5, "{keyless:?}");
}

/// An entry that belongs to the chain and says something that cannot have happened.
fn append_nonsense(data: &Path, ledger: Vec<Transaction>) {
    let store = SqliteStore::open(data, StoreOptions::default()).unwrap();
    let head = store.head(HouseId(1)).unwrap().unwrap();
    let stream = StreamId { house: HouseId(1), table: Some(TableId(1)) };
    let version = store.version(stream).unwrap() + 1;
    let body = EntryBody {
        prev: head.hash,
        salt: [0; 16],
        sequence: head.sequence + 1,
        version,
        at: 0,
        by: Actor::House,
        key: None,
        event: Event::SeedRevealed { link: 77, seed: [7; 32] },
        ledger,
    };
    let Entry { body, bytes, hash, .. } = Entry::write(stream, body).unwrap();
    let entry = StoredEntry { stream, version, sequence: body.sequence, bytes, hash };
    store.append(Batch { entries: vec![entry], ..Batch::default() }).unwrap();
}

#[test]
fn a_house_that_cannot_be_opened_is_not_copied() {
    let data = folder("broken");
    drop(betting(&data));
    // A stake of nothing is no transaction that a ledger takes.
    let (from, to) = (Location::Player(PersonId(1)), Location::Layout(TableId(1)));
    let leg = Leg { unit: Unit::Chips, from, to, amount: Money::ZERO };
    append_nonsense(&data, vec![Transaction::new(TransactionKind::Stake, vec![leg].into())]);
    let to = folder("broken-copy");
    let refused = backup(&data, &to, &with_secrets(), shelf(), &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("damaged") && refused.contains("table 1"), "{refused}");
    assert!(!to.join("journal.db").exists() && !to.join(SECRETS_FILE).exists(), "nobody should rely on it");
}

#[test]
fn a_house_with_a_table_that_cannot_be_replayed_opens_and_is_copied_and_restored() {
    let data = folder("suspended");
    let (server, wheel) = betting(&data);
    assert_eq!(wheel, 1, "the nonsense is at this table");
    drop(server);
    append_nonsense(&data, Vec::new());
    let to = folder("suspended-copy");
    copy(&data, &to);
    let server = Server::run(Installation::open(config(&data), shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    let (_, seen) = ann.get(&format!("/houses/1/tables/{wheel}"));
    let reason = seen["suspended"].as_str().unwrap().to_owned();
    let (status, refused) = ann.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"}));
    assert!(status == 409 && refused["message"].as_str().unwrap().contains(&reason), "{status} {refused}");
    assert_eq!(ann.chips(), "9995.00", "the stake is on the table until two people settle it");
    let dice = server.table("dice");
    ann.must(dice, &json!({"do": "sit"}));
    server.tick(dice);
    let report = croupier_server::doctor::examine(&data, shelf()).unwrap();
    let found = report.findings.iter().find(|finding| finding.found.contains("is suspended")).unwrap();
    assert_eq!(found.house, Some(1));
    drop(server);
    // A restore ends every open round, and the table goes on.
    let again = restored(&to, "suspended-again", false);
    let server = Server::run(Installation::open(config(&again), shelf()).unwrap());
    let ann = server.login("ann", common::PASSWORD);
    assert_eq!(ann.chips(), "10000.00");
    assert_eq!(ann.get(&format!("/houses/1/tables/{wheel}")).1["suspended"], Value::Null);
    six_rounds(&server, wheel);
}

#[test]
fn a_copy_is_made_while_the_house_works() {
    let data = folder("busy");
    let (server, wheel) = betting(&data);
    let ann = server.login("ann", common::PASSWORD);
    let bets = std::thread::spawn(move || {
        for _ in 0..200 {
            ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
        }
    });
    let to = folder("busy-copy");
    copy(&data, &to);
    bets.join().unwrap();
    let again = restored(&to, "busy-again", true);
    drop(Installation::open(config(&again), shelf()).unwrap());
}

#[cfg(unix)]
#[test]
fn nobody_else_looks_into_a_data_folder_or_a_copy() {
    use std::os::unix::fs::PermissionsExt;
    let (data, to) = (folder("private"), folder("private-copy"));
    let open_to_others = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o077;
    let check = |folder: &Path, least: usize| {
        assert_eq!(open_to_others(folder), 0, "{}", folder.display());
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.len() >= least, "{files:?}");
        files.iter().for_each(|file| assert_eq!(open_to_others(file), 0, "{}", file.display()));
    };
    let server = Server::start(config(&data));
    check(&data, 6);
    copy(&data, &to);
    check(&to, 4);
    drop(server);
    check(&restored(&to, "private-again", true), 5);
    for name in ["journal.db", "demo-1"] {
        let path = data.join(name);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        drop(Installation::open(config(&data), shelf()).unwrap());
        assert_eq!(open_to_others(&path), 0, "what others could read is taken from them: {name}");
    }
}

#[test]
fn a_demo_opens_its_tables_again_after_they_were_closed() {
    use croupier_house::command::{Command, Request, TableCommand};
    use croupier_house::paper::{Count, ProposedAction};
    let data = folder("closed-demo");
    let mut installation = Installation::open(config(&data), shelf()).unwrap();
    demo::set_up(&mut installation).unwrap();
    let actor = installation.houses[0].1.actor.clone();
    let people = actor.read_blocking(|state| {
        ["demo_manager", "demo_inspector"].map(|name| state.house.office.person_named(name).unwrap())
    });
    let [manager, inspector] = people.unwrap();
    let tables: Vec<TableId> =
        actor.read_blocking(|state| state.house.tables().iter().map(|table| table.id).collect()).unwrap();
    for id in tables.iter().copied() {
        let at = |by, act| Request { key: None, by: Actor::Person(by), command: Command::Table(id, act) };
        let closing = ProposedAction::Close { closer: Count::default() };
        let done = common::give(&actor, at(manager, TableCommand::Propose(closing))).unwrap();
        let proposal = done.number.unwrap();
        common::give(&actor, at(inspector, TableCommand::Authorise { proposal })).unwrap();
        // Somebody has proposed to open it again, but nobody has agreed yet.
        let mode = croupier_house::table::Mode::Automatic;
        let opening = ProposedAction::Open { mode, opener: Count::default() };
        common::give(&actor, at(manager, TableCommand::Propose(opening))).unwrap();
    }
    installation.houses.iter().for_each(|(_, house)| house.actor.close_blocking());
    drop((installation, actor));
    let mut installation = Installation::open(config(&data), shelf()).unwrap();
    demo::set_up(&mut installation).unwrap();
    let open = installation.houses[0]
        .1
        .actor
        .read_blocking(|state| state.house.tables().iter().filter(|table| table.live.is_some()).count());
    assert_eq!(open.unwrap(), tables.len());
}
