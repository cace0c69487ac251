//! What `SQLite` has of its own: migrations, backup, and a disk that is full, locked or damaged.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{batch, digest, scratch};
use croupier_house::ids::{HouseId, Stream};
use croupier_house::store::{Store, StoreError};
use croupier_store::{Options, Sqlite, SqliteStore};

const HOUSE: Stream = Stream { house: HouseId(1), table: None };

#[test]
fn every_commit_is_synced_in_full() {
    let folder = scratch("sync");
    let engine = Sqlite::open(&folder.join("house.db"), Options::default()).unwrap();
    assert_eq!(engine.synchronous().unwrap(), 2);
}

#[test]
fn a_backup_is_made_while_it_is_written_to_and_restored_equal() {
    let folder = scratch("backup");
    let store = Arc::new(SqliteStore::open(folder.join("house.db"), Options::default()).unwrap());
    for version in 1..=500 {
        store.append(batch(HOUSE, version, 1)).unwrap();
    }
    let writer = {
        let store = Arc::clone(&store);
        std::thread::spawn(move || {
            (501..=1500).for_each(|version| store.append(batch(HOUSE, version, 1)).unwrap())
        })
    };
    store.backup(&folder.join("copy.db")).unwrap();
    writer.join().unwrap();
    let restored =
        SqliteStore::restore(&folder.join("copy.db"), &folder.join("restored.db"), Options::default())
            .unwrap();
    let version = restored.version(HOUSE).unwrap();
    assert!((500..=1500).contains(&version));
    assert_eq!(digest(&restored, HOUSE, version), digest(&*store, HOUSE, version));
    store.backup(&folder.join("whole.db")).unwrap();
    let whole =
        SqliteStore::restore(&folder.join("whole.db"), &folder.join("whole-again.db"), Options::default())
            .unwrap();
    assert_eq!(digest(&whole, HOUSE, u64::MAX), digest(&*store, HOUSE, u64::MAX));
    assert_eq!(whole.balances(HouseId(1)).unwrap(), store.balances(HouseId(1)).unwrap());
    let there =
        SqliteStore::restore(&folder.join("copy.db"), &folder.join("restored.db"), Options::default());
    assert!(matches!(there.err(), Some(StoreError::Failed(_))), "nothing is written over");
}

#[test]
fn a_full_disk_is_told_and_what_was_kept_is_still_there() {
    let folder = scratch("full");
    let path = folder.join("house.db");
    let store = SqliteStore::open(&path, Options { pages_max: Some(40), ..Options::default() }).unwrap();
    let mut kept = 0;
    let error = loop {
        match store.append(batch(HOUSE, kept + 1, 1)) {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
        assert!(kept < 100_000);
    };
    assert_eq!(error, StoreError::Full);
    assert_eq!(store.version(HOUSE).unwrap(), kept);
    drop(store);
    let roomier = SqliteStore::open(&path, Options::default()).unwrap();
    roomier.append(batch(HOUSE, kept + 1, 1)).unwrap();
    assert_eq!(roomier.read(HOUSE, 1, usize::MAX).unwrap().len() as u64, kept + 1);
}

#[test]
fn a_file_that_another_has_is_told_to_be_locked_and_serves_again_when_it_is_not() {
    let folder = scratch("locked");
    let path = folder.join("house.db");
    let options = Options { busy: Duration::from_millis(50), ..Options::default() };
    let store = SqliteStore::open(&path, options).unwrap();
    store.append(batch(HOUSE, 1, 1)).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("begin immediate").unwrap();
    assert_eq!(store.append(batch(HOUSE, 2, 1)).unwrap_err(), StoreError::Locked);
    other.execute_batch("rollback").unwrap();
    store.append(batch(HOUSE, 2, 1)).unwrap();
    assert_eq!(store.version(HOUSE).unwrap(), 2);
}

#[test]
fn a_damaged_file_is_told_and_not_served() {
    let folder = scratch("damaged");
    let path = folder.join("house.db");
    std::fs::write(
        &path,
        b"this is no database, and never was one; it is long enough to look like a page of one",
    )
    .unwrap();
    assert!(matches!(SqliteStore::open(&path, Options::default()).err(), Some(StoreError::Damaged(_))));
    let copy = folder.join("copy.db");
    std::fs::write(
        &copy,
        b"neither is this one, of course, but it is what somebody would like to have restored",
    )
    .unwrap();
    let restored = SqliteStore::restore(&copy, &folder.join("restored.db"), Options::default());
    assert!(matches!(restored.err(), Some(StoreError::Damaged(_))));
}

#[test]
fn a_file_of_a_later_version_is_left_alone_and_an_older_one_brought_up_to_date() {
    let folder = scratch("versions");
    let path = folder.join("house.db");
    drop(SqliteStore::open(&path, Options::default()).unwrap());
    let by_hand = rusqlite::Connection::open(&path).unwrap();
    by_hand.execute_batch("pragma user_version = 99").unwrap();
    assert!(matches!(SqliteStore::open(&path, Options::default()).err(), Some(StoreError::Failed(_))));
    // As the first version left it: without snapshots.
    by_hand.execute_batch("drop table snapshots; pragma user_version = 1").unwrap();
    drop(by_hand);
    let store = SqliteStore::open(&path, Options::default()).unwrap();
    store.put_snapshot(HOUSE, 1, b"a cache").unwrap();
    assert_eq!(store.snapshot(HOUSE).unwrap(), Some((1, b"a cache".to_vec())));
}

/// The other half of the test below: it writes, and says so when it is told that it is on disk.
#[test]
#[ignore = "started by the test that kills it"]
fn writes_until_it_is_killed() {
    let path = std::env::var_os("CROUPIER_TEST_DATABASE").expect("the test that starts this says where");
    let store = SqliteStore::open(path, Options::default()).unwrap();
    for version in 1.. {
        store.append(batch(HOUSE, version, 1)).unwrap();
        println!("kept {version}");
    }
}

#[test]
fn what_was_acknowledged_is_there_after_the_process_is_killed() {
    use std::io::{BufRead, BufReader};
    let folder = scratch("killed");
    let path = folder.join("house.db");
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "writes_until_it_is_killed", "--nocapture"])
        .env("CROUPIER_TEST_DATABASE", &path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = |line: String| line.strip_prefix("kept ").and_then(|version| version.parse::<u64>().ok());
    let mut last = said.by_ref().filter_map(told).take(300).last().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    last = said.filter_map(told).last().unwrap_or(last);
    let store = SqliteStore::open(&path, Options::default()).unwrap();
    let version = store.version(HOUSE).unwrap();
    assert!(version >= last && last >= 300, "{last} was acknowledged, and {version} is there");
    assert_eq!(store.read(HOUSE, 1, usize::MAX).unwrap().len() as u64, version);
}
