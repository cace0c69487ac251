//! Exports: what is written of rounds and stakes is what the ledger has, for every journal that was recorded, and nothing of an
//! open round is written.

#[allow(dead_code, reason = "the tests of the house use more of it")]
#[path = "../../house/tests/recorded/file.rs"]
mod file;

use std::path::{Path, PathBuf};

use croupier_export::{EVENTS, LEDGER, ROUNDS, WAGERS};
use croupier_house::journal::Entry;
use croupier_house::store::{Batch, Store, StoredEntry, changes_of};
use croupier_server::export::{ExportRequest, export};
use croupier_store::{SqliteStore, StoreOptions};
use croupier_store_suite::PostgresServer;
use serde_json::json;

use crate::common::{config, folder, shelf};
use crate::export_figures::assert_figures;
use crate::exported_rows::{Rows, exported, request};
use crate::postgres::{node, play, played, until};
use file::{Recorded, recorded_shelf};

/// Whether a row is wanted, by what it has in a column.
type WantedRow<'w> = dyn Fn(&dyn Fn(&str) -> String) -> bool + 'w;

/// The rounds and stakes of an export come to what its ledger has. Returns the number of rounds.
fn assert_balances(name: &str, out: &Path) -> usize {
    let [rounds, wagers, ledger] = [ROUNDS, WAGERS, LEDGER].map(|table| Rows::read(out, table.name));
    for column in ["staked", "returned"] {
        let (of_rounds, of_wagers) = (rounds.sum(column, |_| true), wagers.sum(column, |_| true));
        assert_eq!(of_rounds, of_wagers, "{name}: {column} of rounds and wagers");
    }
    // What has no number is reserved for a declared decision, and given back.
    let leg = |wanted: &WantedRow<'_>| ledger.sum("amount", |row| !row("stake").is_empty() && wanted(row));
    let staked = leg(&|row| row("kind") == "stake");
    let is_players = |place: String| place == "player" || place == "wheel";
    let decides = |kind: String| ["settle", "return", "correct"].contains(&&*kind);
    let paid = leg(&|row| decides(row("kind")) && is_players(row("to_place")));
    let taken = leg(&|row| row("kind") == "correct" && is_players(row("from_place")));
    let standing = leg(&|row| row("to_place") == "layout") - leg(&|row| row("from_place") == "layout");
    assert_eq!(wagers.sum("staked", |_| true), staked - standing, "{name}: staked, {standing} standing");
    assert_eq!(wagers.sum("returned", |_| true), paid - taken, "{name}: returned");
    rounds.rows.len()
}

/// A data folder with a recorded journal.
fn stored(recorded: &Recorded) -> PathBuf {
    let data = folder("export-recorded");
    std::fs::create_dir_all(&data).unwrap();
    let store = SqliteStore::open(&data, StoreOptions::default()).unwrap();
    let (mut batch, mut at) = (Batch::default(), None);
    for (sequence, (stream, bytes)) in (1..).zip(&recorded.entries) {
        let entry = Entry::read(*stream, sequence, bytes.clone()).unwrap();
        if at.replace(entry.body.at) != Some(entry.body.at) {
            store.append(std::mem::take(&mut batch)).unwrap();
        }
        batch.changes.extend(changes_of(&entry));
        let (version, hash) = (entry.body.version, entry.hash);
        batch.entries.push(StoredEntry { stream: *stream, version, sequence, bytes: entry.bytes, hash });
    }
    store.append(batch).unwrap();
    data
}

#[test]
fn the_rounds_and_stakes_of_every_recorded_journal_are_what_its_ledger_has() {
    let sets = std::fs::read_dir(file::folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = sets.filter(|path| path.is_dir()).flat_map(|set| std::fs::read_dir(set).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let journals = files.filter(|path| path.extension().is_some_and(|ending| ending == "journal"));
    let (mut count, mut rounds) = (0, 0);
    for journal in journals {
        let expected = std::fs::read_to_string(journal.with_extension("expected")).unwrap();
        let digests = expected.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1));
        let shelf = recorded_shelf(journal.parent().unwrap(), &digests.collect::<Vec<_>>()).unwrap();
        let (data, out) =
            (stored(&Recorded::read(&std::fs::read(&journal).unwrap()).unwrap()), folder("export-out"));
        exported(&request(&data, &out), shelf);
        let name = journal.display().to_string();
        rounds += assert_balances(&name, &out);
        assert_figures(&name, &out);
        count += 1;
        for folder in [data, out] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
    assert!(count > 50 && rounds > 250, "{count} journals, {rounds} rounds");
}

#[test]
fn a_house_is_exported_while_it_is_served_without_its_open_round() {
    let data = folder("export-served");
    let (server, ann) = played(config(&data));
    let wheel = server.table("roulette");
    until("a bet stands", || {
        ann.at(wheel, &json!({"do": "bet", "amount": "7.50", "wager": "red"})).0 == 200 || {
            server.tick(wheel);
            false
        }
    });
    let out = folder("export-open");
    let files = exported(&request(&data, &out), shelf());
    assert!(files.iter().all(|file| file.rows > 0 && file.path.exists()), "{files:?}");
    let rounds = assert_balances("served", &out);
    let (ledger, events) = (Rows::read(&out, LEDGER.name), Rows::read(&out, EVENTS.name));
    assert!(!ledger.all("amount").contains(&"7.50"), "the bet of the open round is not there");
    let last = |events: &Rows| events.all("sequence").last().unwrap().parse::<u64>().unwrap();
    let head = server.actor.shared().stored_to();
    assert!(last(&events) < head, "{} of {head}", last(&events));
    // When the round is over, it is there.
    while ann.get(&format!("/houses/1/tables/{wheel}")).1["phase"] != "payment" {
        server.tick(wheel);
    }
    let out = folder("export-over");
    exported(&request(&data, &out), shelf());
    assert_eq!(assert_balances("over", &out), rounds + 1);
    let wagers = Rows::read(&out, WAGERS.name);
    assert!(wagers.all("staked").contains(&"7.50"));
    let kinds = wagers.all("kind");
    assert!(kinds.iter().all(|kind| *kind == kinds[0] && !kind.is_empty()), "{kinds:?}");
    let provisions = wagers.all("provisions");
    assert!(provisions.iter().all(|cites| !cites.is_empty()), "{provisions:?}");
    assert_eq!(last(&Rows::read(&out, EVENTS.name)), server.actor.shared().stored_to());
    let again = export(&request(&data, &out), shelf(), &mut |_| {}).unwrap_err().to_string();
    assert!(again.contains("is there already"), "{again}");
    // Nothing happened before 1970.
    let nothing = ExportRequest { between: (i64::MIN, 0), ..request(&data, &folder("export-nothing")) };
    for file in exported(&nothing, shelf()) {
        assert_eq!(file.rows, 0);
        assert!(std::fs::read_to_string(&file.path).unwrap().starts_with("house,"));
    }
    let other = ExportRequest { house: Some(7), ..request(&data, &folder("export-none")) };
    assert_eq!(export(&other, shelf(), &mut |_| {}).unwrap_err().to_string(), "there is no house 7");
}

#[test]
fn a_database_is_exported_as_a_folder_is() {
    let (address, data) = (PostgresServer::shared().database(), folder("export-node"));
    let (server, ann) = played(node(&data, &address, "first"));
    play(&server, &ann, 6);
    let out = folder("export-database");
    let of = ExportRequest { store: address.parse().ok(), ..request(&data, &out) };
    exported(&of, shelf());
    assert!(assert_balances("database", &out) >= 4);
    let mixed = export(&request(&data, &folder("export-mixed")), shelf(), &mut |_| {}).unwrap_err();
    assert!(mixed.to_string().contains("are in a database"), "{mixed}");
}
