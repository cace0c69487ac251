//! Copies of a database: made while nodes serve it, restored into a folder and into another database; and a database that the tools of
//! `PostgreSQL` have restored to an earlier moment, which must not deal what is known.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use croupier_fair::{Noted, Proof, examine};
use croupier_server::config::Config;
use croupier_server::copies::{
    BackupOptions, CopiedHouse, RestoreOptions, SecretsState, backup, restore, restore_in_place,
};
use croupier_server::dealing::KEY_FILE;
use croupier_server::installation::Installation;
use croupier_store_suite::{PostgresServer, change_entry};
use serde_json::{Value, json};

use crate::common::{Guest, PASSWORD, Server, config, folder, shelf};
use crate::copies::{passphrase, six_rounds, with_secrets};
use crate::nodes::folder_like;
use crate::postgres::{digest, name_of, node, play, played, until};

fn of(address: &str) -> BackupOptions {
    BackupOptions { store: address.parse().ok(), ..with_secrets() }
}

/// Options for a copy that has secrets, and goes into this database, or into a folder.
fn into(address: Option<&str>) -> RestoreOptions {
    let store = address.and_then(|address| address.parse().ok());
    RestoreOptions { store, secrets: Some(passphrase()), ..RestoreOptions::default() }
}

fn restored(copy: &Path, data: &Path, options: &RestoreOptions) -> Result<Vec<CopiedHouse>, String> {
    restore(copy, data, options, shelf(), &mut |_| {}).map_err(|error| error.to_string())
}

fn begun_again(data: &Path, address: &str) -> Result<Vec<CopiedHouse>, String> {
    let options = RestoreOptions { original_gone: true, ..RestoreOptions::default() };
    let done = restore_in_place(data, &address.parse().unwrap(), &options, shelf(), &mut |_| {});
    done.map_err(|error| error.to_string())
}

fn served(config: Config) -> Server {
    Server::run(Installation::open(config, shelf()).unwrap())
}

fn refusal(config: Config) -> String {
    Installation::open(config, shelf()).err().unwrap().to_string()
}

/// Nothing that one house has dealt is dealt by another.
fn assert_apart(one: &(Vec<Value>, Vec<Value>), other: &(Vec<Value>, Vec<Value>)) {
    for (one, other) in [(&one.0, &other.0), (&one.1, &other.1)] {
        assert!(one.iter().all(|value| value.is_string() && !other.contains(value)), "{one:?} {other:?}");
    }
}

/// Every proof that a table gives holds. Returns how many it gives.
fn verify_all(guest: &Guest, table: u16) -> usize {
    let path = format!("/houses/1/tables/{table}");
    let last = guest.get(&path).1["round"].as_u64().unwrap();
    let proofs = (1..=last).map(|round| guest.get(&format!("{path}/rounds/{round}/proof")));
    let given: Vec<Value> = proofs.filter(|(status, _)| *status == 200).map(|(_, proof)| proof).collect();
    for proof in &given {
        let report = examine(&Proof::read(proof.to_string().as_bytes()).unwrap(), &Noted::default());
        assert!(report.discrepancies().next().is_none(), "{proof}");
    }
    given.len()
}

/// Opens the wheel for bets, and bets.
fn bet(server: &Server, guest: &Guest) -> u16 {
    let wheel = server.table("roulette");
    until("bets are accepted", || {
        guest.at(wheel, &json!({"do": "bet", "amount": "5", "wager": "red"})).0 == 200 || {
            server.tick(wheel);
            false
        }
    });
    wheel
}

/// Ends the open round, so that its seed is revealed, and plays six more.
fn plays_on(server: &Server, guest: &Guest, wheel: u16) -> (Vec<Value>, Vec<Value>) {
    while guest.get(&format!("/houses/1/tables/{wheel}")).1["phase"] != "payment" {
        server.tick(wheel);
    }
    six_rounds(server, wheel)
}

#[test]
fn a_database_is_copied_while_people_bet_and_restored_into_a_folder_and_into_another_database() {
    let (address, data, to) = (PostgresServer::shared().database(), folder("dc-data"), folder("dc-copy"));
    let (server, ann) = played(node(&data, &address, "first"));
    let wheel = bet(&server, &ann);
    // Bets go on until the copy is made: it must end all the same.
    let (goes_on, bets) = (AtomicBool::new(true), AtomicU32::new(0));
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            while goes_on.load(Ordering::Relaxed) {
                ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "black"}));
                bets.fetch_add(1, Ordering::Relaxed);
            }
        });
        until("bets are placed", || bets.load(Ordering::Relaxed) > 3);
        let done = catch_unwind(AssertUnwindSafe(|| backup(&data, &to, &of(&address), shelf(), &mut |_| {})));
        goes_on.store(false, Ordering::Relaxed);
        done.unwrap().unwrap()
    });
    assert_eq!(done.secrets, SecretsState::Sealed);
    assert!(done.houses.len() == 1 && done.entries > 50, "{done:?}");
    for clear in [KEY_FILE, "accounts.db", "index.db"] {
        assert!(!to.join(clear).exists(), "{clear}");
    }
    let original = plays_on(&server, &ann, wheel);

    let again = folder("dc-folder");
    assert_eq!(restored(&to, &again, &into(None)).unwrap(), done.houses);
    let drill = served(config(&again));
    let guest = drill.login("ann", PASSWORD);
    let (_, rounds) = guest.get("/houses/1/me/rounds");
    assert!(rounds.as_array().unwrap().len() >= 4, "{rounds}");
    let chips = guest.chips();
    assert_apart(&original, &six_rounds(&drill, wheel));
    drop(drill);

    let (other, node_folder) = (PostgresServer::shared().database(), folder("dc-node"));
    assert_eq!(restored(&to, &node_folder, &into(Some(&other))).unwrap(), done.houses);
    assert!(!node_folder.join("restored").exists(), "no key and no password is left behind");
    let drill = served(node(&node_folder, &other, "first"));
    let guest = drill.login("ann", PASSWORD);
    assert_eq!(guest.chips(), chips, "both are the house of the same moment");
    assert_apart(&original, &six_rounds(&drill, wheel));
    assert!(verify_all(&guest, wheel) >= 6);
    drop(drill);

    let found = restored(&to, &folder("dc-full"), &into(Some(&other))).unwrap_err();
    assert!(found.contains("the database has house 1 already"), "{found}");
}

#[test]
fn a_copy_of_a_database_needs_the_key_of_its_houses_and_a_database_that_has_some() {
    let (address, data) = (PostgresServer::shared().database(), folder("dc-key"));
    let copied = |data: &Path, address: &str, name: &str| {
        let to = folder(name);
        let done = backup(data, &to, &of(address), shelf(), &mut |_| {});
        assert!(done.is_ok() || !to.join("journal.db").exists(), "nobody should rely on it");
        done.map_err(|error| error.to_string())
    };
    let found = copied(&data, &address, "dc-none").unwrap_err();
    assert!(found.contains("it has no houses"), "{found}");
    drop(Server::start(node(&data, &address, "first")));
    let found = copied(&folder("dc-empty"), &address, "dc-keyless").unwrap_err();
    assert!(found.contains("is missing: name the data folder of a node"), "{found}");
    let other = folder("dc-other-key");
    drop(Server::start(config(&other)));
    let found = copied(&other, &address, "dc-mixed").unwrap_err();
    assert!(found.contains("has journals of its own"), "{found}");
    let stranger = folder("dc-stranger");
    std::fs::create_dir_all(&stranger).unwrap();
    std::fs::copy(other.join(KEY_FILE), stranger.join(KEY_FILE)).unwrap();
    let found = copied(&stranger, &address, "dc-wrong").unwrap_err();
    assert!(found.contains("is not the key of these houses"), "{found}");
    // Without secrets, no folder of a node is needed.
    let bare = BackupOptions { secrets: None, ..of(&address) };
    let done = backup(&folder("dc-nowhere"), &folder("dc-bare"), &bare, shelf(), &mut |_| {}).unwrap();
    assert_eq!(done.secrets, SecretsState::LeftBehind);
}

#[test]
fn an_interrupted_restore_into_a_database_is_not_served_and_goes_on() {
    let (data, to) = (folder("dc-cut"), folder("dc-cut-copy"));
    let (server, _) = played(config(&data));
    backup(&data, &to, &with_secrets(), shelf(), &mut |_| {}).unwrap();
    server.stop();
    let (address, node_folder) = (PostgresServer::shared().database(), folder("dc-cut-node"));
    let cut = |stop: &'static str| {
        let options = into(Some(&address));
        let cut = catch_unwind(AssertUnwindSafe(|| {
            restore(&to, &node_folder, &options, shelf(), &mut |line| assert!(!line.contains(stop), "killed"))
        }));
        assert!(cut.is_err(), "{stop}");
    };
    cut("beginning a new incarnation");
    cut("are copied");
    let other = folder_like(&data, "dc-cut-other");
    for config in [node(&node_folder, &address, "first"), node(&other, &address, "second")] {
        let found = refusal(config);
        assert!(found.contains("a migration of") && found.contains("did not finish"), "{found}");
    }
    let found = backup(&other, &folder("dc-cut-again"), &of(&address), shelf(), &mut |_| {}).unwrap_err();
    assert!(found.to_string().contains("a migration of this database did not finish"), "{found}");
    cut("judging every round");
    // What is there is of this copy alone.
    let [stranger, other_copy] = ["dc-cut-stranger", "dc-cut-other-copy"].map(folder);
    drop(Server::start(config(&stranger)));
    backup(&stranger, &other_copy, &BackupOptions::default(), shelf(), &mut |_| {}).unwrap();
    let found = restored(&other_copy, &node_folder, &into(Some(&address))).unwrap_err();
    assert!(found.contains("has another copy, whose restore was interrupted"), "{found}");
    let found = begun_again(&other, &address).unwrap_err();
    assert!(found.contains("a migration of this database did not finish"), "{found}");
    restored(&to, &node_folder, &into(Some(&address))).unwrap();
    let server = served(node(&node_folder, &address, "first"));
    six_rounds(&server, server.table("roulette"));
}

#[test]
fn a_restored_dump_is_refused_by_a_node_that_has_seen_more_until_a_new_incarnation_begins() {
    let database = PostgresServer::shared();
    let (address, data) = (database.database(), folder("dc-dump"));
    let (server, ann) = played(node(&data, &address, "first"));
    let wheel = bet(&server, &ann);
    let entries = database.sql(name_of(&address), "select sequence from croupier.heads");
    let dump = database.restored_dump(name_of(&address));
    let sql = |text: &str| database.sql(name_of(&dump), text);
    assert_eq!(sql("select sequence from croupier.heads"), entries);
    let other = folder_like(&data, "dc-dump-other");
    let second = served(node(&other, &address, "second"));
    let original = plays_on(&server, &ann, wheel);
    // Lists wait for the index.
    until("the second has them too", || digest(&second) == digest(&server));
    assert_eq!(Guest { base: second.base.clone(), ..ann.clone() }.get("/houses/1/me/rounds").0, 200);

    // The original is served: a restore in place of it is refused, and changes nothing.
    let found = begun_again(&folder_like(&data, "dc-dump-third"), &address).unwrap_err();
    assert!(found.contains("uses this database: stop all nodes first"), "{found}");
    server.tick(wheel);
    second.stop();
    server.stop();
    assert_eq!(database.sql(name_of(&address), "select unfinished from croupier.cluster"), "");

    // The index of the first node knows what the dump lacks; the house is suspended for all.
    let found = refusal(node(&data, &dump, "first"));
    assert!(found.contains(&format!("the database ends at entry {entries}")), "{found}");
    assert!(found.contains("croupier restore --in-place"), "{found}");
    assert_eq!(sql("select suspended from croupier.leases"), "ahead");
    assert_eq!(refusal(node(&data, &dump, "first")), found, "it is refused again");

    let done = begun_again(&data, &dump).unwrap();
    assert_eq!(done[0].sequence.to_string(), entries);
    let server = served(node(&data, &dump, "first"));
    let there = Guest { base: server.base.clone(), ..ann };
    assert_eq!(there.get("/houses/1/me/rounds").0, 401, "nobody is logged in");
    let ann = server.login("ann", PASSWORD);
    assert_apart(&original, &six_rounds(&server, wheel));
    assert!(verify_all(&ann, wheel) > 6, "those of the copy, and those since");
    let state = digest(&server);
    server.stop();

    // Another node that has seen the original makes its index again, and shows the same.
    let seen = served(node(&other, &dump, "second"));
    assert_eq!(digest(&seen), state);
    seen.stop();
}

#[test]
fn an_interrupted_restore_in_place_is_repeated() {
    let database = PostgresServer::shared();
    let (address, data) = (database.database(), folder("dc-place"));
    let (server, _) = played(node(&data, &address, "first"));
    server.stop();
    let cut = |stop: &'static str| {
        let (store, options) = (address.parse().unwrap(), RestoreOptions::default());
        let cut = catch_unwind(AssertUnwindSafe(|| {
            restore_in_place(&data, &store, &options, shelf(), &mut |line| {
                assert!(!line.contains(stop), "killed");
            })
        }));
        assert!(cut.is_err(), "{stop}");
    };
    cut("beginning a new incarnation");
    for folder in [data.clone(), folder_like(&data, "dc-place-other")] {
        let found = refusal(node(&folder, &address, "first"));
        assert!(found.contains("a restore in place of") && found.contains("did not finish"), "{found}");
    }
    // Somebody has damaged the journal meanwhile: it is not served.
    let sql = |text: &str| database.sql(name_of(&address), text);
    change_entry(&sql, 20, |entry| entry.bytes.push(0));
    assert!(begun_again(&data, &address).unwrap_err().contains("the journal of house 1 is damaged"));
    change_entry(&sql, 20, |entry| entry.bytes.truncate(entry.bytes.len() - 1));
    begun_again(&data, &address).unwrap();
    let server = served(node(&data, &address, "first"));
    six_rounds(&server, server.table("roulette"));
    server.stop();

    // The key is lost: another one is made, or nothing is done.
    let keyless = folder("dc-place-keyless");
    assert!(begun_again(&keyless, &address).unwrap_err().contains("is missing: copy it from a node"));
    let options = RestoreOptions { new_key: true, ..RestoreOptions::default() };
    let store = address.parse().unwrap();
    restore_in_place(&keyless, &store, &options, shelf(), &mut |_| {}).unwrap();
    let found = restore_in_place(&keyless, &store, &options, shelf(), &mut |_| {}).unwrap_err().to_string();
    assert!(found.contains("is there already: leave --new-key out"), "{found}");
    let server = served(node(&keyless, &address, "first"));
    six_rounds(&server, server.table("roulette"));
    server.stop();

    // A folder that has seen the later incarnation is not one of an earlier database, which is left as it is.
    let earlier = database.database();
    drop(Server::start(node(&folder_like(&keyless, "dc-place-earlier"), &earlier, "first")));
    let found = refusal(node(&keyless, &earlier, "first"));
    assert!(found.contains("has seen an incarnation of house 1 that the database does not have"), "{found}");
    assert_eq!(database.sql(name_of(&earlier), "select count(suspended) from croupier.leases"), "0");
}

#[test]
fn a_database_is_recovered_to_a_point_in_time_and_deals_nothing_that_came_after() {
    let primary = PostgresServer::start_archiving();
    let (address, data) = (primary.database(), folder("dc-time"));
    let (server, ann) = played(node(&data, &address, "first"));
    let recovered = primary.base_backup();
    let wheel = bet(&server, &ann);
    play(&server, &ann, 6);
    bet(&server, &ann);
    let (chips, rounds) = (ann.chips(), ann.get("/houses/1/me/rounds").1);
    let proved = verify_all(&ann, wheel);
    let moment = primary.sql("postgres", "select clock_timestamp()");
    let original = plays_on(&server, &ann, wheel);
    assert_ne!(ann.get("/houses/1/me/rounds").1, rounds);
    server.stop();
    recovered.recover(&primary, &moment);
    drop(primary);

    // Before it is promoted, it can be copied, as any standby: nothing is written.
    let there = recovered.address(name_of(&address));
    let bare = BackupOptions { store: there.parse().ok(), quick: true, ..BackupOptions::default() };
    let copied = backup(&data, &folder("dc-time-copy"), &bare, shelf(), &mut |_| {}).unwrap();
    recovered.promote();
    let head = recovered.sql(name_of(&address), "select sequence from croupier.heads");
    assert_eq!(copied.entries.to_string(), head);
    let found = refusal(node(&data, &there, "first"));
    assert!(found.contains("it was restored to an earlier moment"), "{found}");
    begun_again(&data, &there).unwrap();
    let server = served(node(&data, &there, "first"));
    let ann = server.login("ann", PASSWORD);
    let amount = |text: &str| text.replace('.', "").parse::<i64>().unwrap();
    assert_eq!(amount(&ann.chips()), amount(&chips) + 500, "the balance of that moment, and the open stake");
    let (_, now) = ann.get("/houses/1/me/rounds");
    let ended = |list: &Value| {
        let rows = list.as_array().unwrap().iter();
        rows.filter(|row| row["round"] != rounds[0]["round"]).cloned().collect::<Vec<_>>()
    };
    assert_eq!(ended(&now), ended(&rounds), "what was played before it is as it was");
    assert!(verify_all(&ann, wheel) > proved, "and the open round, whose seed is revealed");
    assert_apart(&original, &six_rounds(&server, wheel));
}

/// The tables of version 3, as an earlier program left them, with a row for each entry that is in a chunk.
const FORMER: &str = "set search_path = croupier;
    create table entries (house smallint not null, sequence bigint not null, journal integer not null, ver bigint not null,
        hash bytea not null, body bytea not null, primary key (house, sequence));
    do $$
    declare
        chunk chunks%rowtype;
        place integer;
        length integer;
    begin
        for chunk in select * from chunks loop
            place := 2;
            for entry in chunk.first .. chunk.last loop
                length := ('x' || encode(substring(chunk.body from place + 42 for 4), 'hex'))::bit(32)::integer;
                insert into entries values (chunk.house, entry,
                    ('x' || encode(substring(chunk.body from place for 2), 'hex'))::bit(16)::integer,
                    ('x' || encode(substring(chunk.body from place + 2 for 8), 'hex'))::bit(64)::bigint,
                    substring(chunk.body from place + 10 for 32),
                    substring(chunk.body from place + 46 for length));
                place := place + 46 + length;
            end loop;
        end loop;
    end $$;
    drop table chunks;
    drop function store_group;
    alter table cluster drop column unfinished;
    update schema_version set version = 3";

#[test]
fn tables_of_an_earlier_version_are_migrated_with_what_they_have_and_later_ones_are_left_alone() {
    let database = PostgresServer::shared();
    let (address, data) = (database.database(), folder("dc-schema"));
    let sql = |text: &str| database.sql(name_of(&address), text);
    let (server, _) = played(node(&data, &address, "first"));
    let state = digest(&server);
    server.stop();
    sql(FORMER);
    let to = folder("dc-schema-copy");
    let found = backup(&data, &to, &of(&address), shelf(), &mut |_| {}).unwrap_err().to_string();
    assert!(found.contains("its tables have version 3"), "a copy migrates nothing: {found}");
    let server = served(node(&data, &address, "first"));
    assert_eq!(digest(&server), state);
    server.stop();
    sql("update croupier.schema_version set version = 99");
    let head = sql("select sequence, hash from croupier.heads");
    for found in [refusal(node(&data, &address, "first")), begun_again(&data, &address).unwrap_err()] {
        assert!(found.contains("have version 99, but this program only knows"), "{found}");
    }
    assert_eq!(sql("select sequence, hash from croupier.heads"), head);
}
