//! Damage to any part of the journals is noticed and named, and what follows from the entries is made again.

use std::path::Path;

use crate::common::played_store;
use croupier_house::ids::HouseId;
use croupier_house::store::{Store, StoreError};
use croupier_store::{JournalPart, Repair, SqliteStore, StoreOptions, verify};

const HOUSE: HouseId = HouseId(1);
/// A moment after the house was played.
const NOW: i64 = 5_000;

fn execute(folder: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    assert_eq!(connection.execute(sql, []).unwrap(), 1, "{sql}");
}

/// Makes again everything that can be.
fn repair(folder: &Path) {
    let mut repair = Repair::open(folder, StoreOptions::default()).unwrap();
    for house in repair.houses().unwrap() {
        for part in [JournalPart::Head, JournalPart::Versions, JournalPart::Balances, JournalPart::Keys] {
            repair.rebuild(house, part, NOW).unwrap();
        }
    }
    repair.remove_index().unwrap();
}

fn parts(folder: &Path) -> Vec<JournalPart> {
    let mut parts: Vec<JournalPart> =
        verify(folder, HOUSE, NOW).unwrap().findings.iter().map(|finding| finding.part).collect();
    parts.dedup();
    parts
}

#[test]
fn what_follows_from_the_entries_is_checked_named_and_made_again() {
    use JournalPart::{Balances, Head, Keys, Versions};
    let (folder, store, played) = played_store("damage", 3);
    let balances = store.balances(HOUSE).unwrap();
    drop(store);
    let verified = verify(&folder, HOUSE, NOW).unwrap();
    assert_eq!(verified.findings, []);
    let journal = folder.join("journal.db");
    let whole = std::fs::read(&journal).unwrap();
    let faults = [
        (Keys, "delete from keys where key = (select min(key) from keys)", "is missing"),
        (
            Keys,
            "update keys set digest = digest + 1 where key = (select max(key) from keys)",
            "another command",
        ),
        (Keys, "update keys set last = last + 1 where key = (select max(key) from keys)", "other entries"),
        (Keys, "update keys set sequence = 1 where key = (select max(key) from keys)", "other entries"),
        (Keys, "insert into keys values (x'00ff', 1, 65536, 1, 1, 1, 9000)", "belong to no command"),
        (Head, "update heads set sequence = sequence - 1", "the head says entry"),
        (Head, "update heads set hash = zeroblob(32)", "another hash"),
        (Head, "delete from heads", "the head says entry 0"),
        (Versions, "update streams set ver = ver + 1 where id = 65536", "is said to have version"),
        (Versions, "delete from streams where id = 65537", "is said to have version 0"),
        (Versions, "insert into streams values (65599, 4)", "table 63 is said to have version 4"),
        (
            Balances,
            "update balances set minor = minor + 1 where account = (select max(account) from balances)",
            "sum to",
        ),
        (
            Balances,
            "delete from balances where account = (select min(account) from balances where minor <> 0)",
            "has 0",
        ),
        (Balances, "insert into balances values ((1 << 54) | (4 << 48) | 999999, 5)", "sum to 0"),
    ];
    for (part, sql, why) in faults {
        std::fs::write(&journal, &whole).unwrap();
        execute(&folder, sql);
        let findings = verify(&folder, HOUSE, NOW).unwrap().findings;
        let named = findings.iter().any(|finding| finding.part == part && finding.text.contains(why));
        assert!(named && findings.iter().all(|finding| finding.part == part), "{sql}: {findings:?}");
        assert!(part.can_be_rebuilt());
        if matches!(part, Head | Versions) {
            let error = SqliteStore::open(&folder, StoreOptions::default()).err().unwrap();
            assert!(matches!(&error, StoreError::Damaged(why) if why.contains("croupier doctor")), "{error}");
        }
        repair(&folder);
        assert_eq!(verify(&folder, HOUSE, NOW).unwrap(), verified, "{sql}");
        let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
        assert_eq!(store.balances(HOUSE).unwrap(), balances);
        let last = played.batches.last().unwrap().keys[0];
        assert_eq!(store.find_key(last.key).unwrap(), Some((last.digest, last.range)));
    }
}

#[test]
fn entries_that_were_changed_are_named_by_their_sequence() {
    let (folder, store, _) = played_store("changed", 3);
    drop(store);
    let journal = folder.join("journal.db");
    let whole = std::fs::read(&journal).unwrap();
    let entry = "(select id from entries limit 1 offset 19)";
    let faults = [
        (
            format!("update entries set body = x'0102' where id = {entry}"),
            "entry 20: its bytes do not have its hash",
        ),
        (format!("update entries set hash = zeroblob(32) where id = {entry}"), "entry 20"),
        (format!("delete from entries where id = {entry}"), "entry 20 was expected"),
        (format!("update entries set ver = ver + 1 where id = {entry}"), "version"),
        (format!("update entries set journal = 9 where id = {entry}"), "entry 20"),
    ];
    for (sql, why) in faults {
        std::fs::write(&journal, &whole).unwrap();
        execute(&folder, &sql);
        let findings = verify(&folder, HOUSE, NOW).unwrap().findings;
        let named = findings.iter().any(|f| f.part == JournalPart::Entries && f.text.contains(why));
        assert!(named, "{sql}: {findings:?}");
        assert!(!JournalPart::Entries.can_be_rebuilt());
    }
    // A gap near the end is noticed when the store is opened.
    std::fs::write(&journal, &whole).unwrap();
    execute(&folder, &format!("delete from entries where id = {entry}"));
    let error = SqliteStore::open(&folder, StoreOptions::default()).err().unwrap();
    assert!(error.to_string().contains("entry 20 was expected"), "{error}");
}

#[test]
fn keys_of_old_commands_need_not_be_there() {
    let (folder, store, _) = played_store("old", 1);
    drop(store);
    let later = 40 * croupier_house::ids::DAY_MS;
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    connection.execute("delete from keys", []).unwrap();
    assert_eq!(verify(&folder, HOUSE, later).unwrap().findings, []);
    assert_eq!(parts(&folder), [JournalPart::Keys]);
    Repair::open(&folder, StoreOptions::default()).unwrap().rebuild(HOUSE, JournalPart::Keys, later).unwrap();
    let count: i64 = connection.query_row("select count(*) from keys", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 0, "old ones are not made again");
}

#[test]
fn many_findings_are_counted_and_not_all_listed() {
    let (folder, store, _) = played_store("many", 40);
    drop(store);
    let connection = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    connection.execute("update entries set hash = zeroblob(32)", []).unwrap();
    let verified = verify(&folder, HOUSE, NOW).unwrap();
    assert_eq!(verified.findings.len(), croupier_store::FINDINGS_MAX);
    assert!(verified.left_out > 100);
}
