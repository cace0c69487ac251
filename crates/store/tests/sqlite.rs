//! What is particular to `SQLite`: a disk that is full, locked or damaged, and a process that is killed.

use std::time::Duration;

use crate::common::{batch, scratch};
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Store, StoreError};
use croupier_store::{Migration, Sqlite, SqliteStore, StoreOptions};

const HOUSE: StreamId = StreamId { house: HouseId(1), table: None };

#[test]
fn every_commit_is_synced_in_full() {
    let folder = scratch("sync");
    let mut silent = |_| std::ops::ControlFlow::Continue(());
    let mut migration = Migration { chunk: 1, report: &mut silent };
    let engine = Sqlite::open(&folder, StoreOptions::default(), &mut migration).unwrap();
    assert_eq!(engine.synchronous().unwrap(), 2);
}

#[test]
fn a_full_disk_is_reported_and_stored_entries_remain() {
    let folder = scratch("full");
    let store =
        SqliteStore::open(&folder, StoreOptions { pages_max: Some(40), ..StoreOptions::default() }).unwrap();
    let mut stored = 0;
    let error = loop {
        match store.append(batch(HOUSE, stored + 1, 1)) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 100_000);
    };
    assert_eq!(error, StoreError::Full);
    assert_eq!(store.version(HOUSE).unwrap(), stored);
    drop(store);
    let roomier = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    roomier.append(batch(HOUSE, stored + 1, 1)).unwrap();
    assert_eq!(roomier.read(HOUSE, 1, usize::MAX).unwrap().len() as u64, stored + 1);
}

#[test]
fn a_locked_file_is_reported_and_works_again_when_it_is_released() {
    let folder = scratch("locked");
    let path = folder.join("journal.db");
    let options = StoreOptions { busy: Duration::from_millis(50), ..StoreOptions::default() };
    let store = SqliteStore::open(&folder, options).unwrap();
    store.append(batch(HOUSE, 1, 1)).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("begin immediate").unwrap();
    assert_eq!(store.append(batch(HOUSE, 2, 1)).unwrap_err(), StoreError::Locked);
    other.execute_batch("rollback").unwrap();
    store.append(batch(HOUSE, 2, 1)).unwrap();
    assert_eq!(store.version(HOUSE).unwrap(), 2);
}

#[test]
fn a_damaged_file_is_reported_and_not_opened() {
    let folder = scratch("damaged");
    let path = folder.join("journal.db");
    std::fs::write(
        &path,
        b"this is no database, and never was one; it is long enough to look like a page of one",
    )
    .unwrap();
    assert!(matches!(
        SqliteStore::open(&folder, StoreOptions::default()).err(),
        Some(StoreError::Damaged(_))
    ));
    let copy = scratch("damaged-copy");
    std::fs::write(
        copy.join("journal.db"),
        b"neither is this one, of course, but it is what somebody would like to have restored",
    )
    .unwrap();
    let restored = SqliteStore::restore(&copy, &scratch("damaged-restored"), StoreOptions::default());
    assert!(matches!(restored.err(), Some(StoreError::Damaged(_))));
}

#[test]
fn a_file_of_a_later_version_is_rejected() {
    let folder = scratch("versions");
    drop(SqliteStore::open(&folder, StoreOptions::default()).unwrap());
    let by_hand = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    by_hand.execute_batch("pragma user_version = 99").unwrap();
    assert!(matches!(SqliteStore::open(&folder, StoreOptions::default()).err(), Some(StoreError::Failed(_))));
}

/// The log is moved beside the commits: it starts again and again from its beginning, and never gets long.
#[test]
fn the_log_of_a_store_that_never_rests_stays_short() {
    let folder = scratch("log");
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let log = folder.join("journal.db-wal");
    let length = || std::fs::metadata(&log).unwrap().len();
    let (mut first, mut longest) = (0, 0);
    for from in 1..=2_000 {
        store.append(batch(HOUSE, 40 * from - 39, 40)).unwrap();
        if from == 200 {
            first = length();
        }
        longest = longest.max(length());
    }
    // A log that never starts again has ten times that; on a busy machine the thread that moves it comes late.
    assert!(longest < 8 * first, "a tenth of the commits makes {first} bytes, all of them {longest}");
    assert_eq!(store.version(HOUSE).unwrap(), 80_000);
    drop(store);
    assert!(!log.exists(), "the last connection moves the rest");
}

/// The other half of the test below: it writes, and prints each version that is on disk.
#[test]
#[ignore = "started by the test that kills it"]
fn writes_until_it_is_killed() {
    let path = std::env::var_os("CROUPIER_TEST_DATABASE").expect("the test that starts this says where");
    let store = SqliteStore::open(path, StoreOptions::default()).unwrap();
    for version in 1.. {
        store.append(batch(HOUSE, version, 1)).unwrap();
        println!("stored {version}");
    }
}

#[test]
fn acknowledged_entries_survive_a_kill() {
    use std::io::{BufRead, BufReader};
    let folder = scratch("killed");
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "sqlite::writes_until_it_is_killed", "--nocapture"])
        .env("CROUPIER_TEST_DATABASE", &folder)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let stored = |line: String| line.strip_prefix("stored ").and_then(|version| version.parse::<u64>().ok());
    let mut last = said.by_ref().filter_map(stored).take(300).last().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    last = said.filter_map(stored).last().unwrap_or(last);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let version = store.version(HOUSE).unwrap();
    assert!(version >= last && last >= 300, "{last} was acknowledged, and {version} is there");
    assert_eq!(store.read(HOUSE, 1, usize::MAX).unwrap().len() as u64, version);
}
