//! A backup is one consistent picture, made while the house works, in time that depends on its size alone.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{batch, digest, entry_at, played_store, scratch};
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Batch, Store, StoreError};
use croupier_store::{SqliteStore, StoreOptions, backup_folder, verify};

const HOUSE: StreamId = StreamId { house: HouseId(1), table: None };

#[test]
fn a_backup_is_made_during_writes_and_restored_equal() {
    let folder = scratch("backup");
    let store = Arc::new(SqliteStore::open(&folder, StoreOptions::default()).unwrap());
    store.append(batch(HOUSE, 1, 500)).unwrap();
    let writer = {
        let store = Arc::clone(&store);
        std::thread::spawn(move || {
            (501..=1500).for_each(|version| store.append(batch(HOUSE, version, 1)).unwrap())
        })
    };
    let (copy, whole) = (scratch("backup-copy"), scratch("backup-whole"));
    store.backup(&copy).unwrap();
    writer.join().unwrap();
    let to = scratch("backup-restored");
    let restored = SqliteStore::restore(&copy, &to, StoreOptions::default()).unwrap();
    let version = restored.version(HOUSE).unwrap();
    assert!((500..=1500).contains(&version));
    assert_eq!(digest(&restored, HOUSE, version), digest(&*store, HOUSE, version));
    store.backup(&whole).unwrap();
    let again = scratch("backup-again");
    let restored = SqliteStore::restore(&whole, &again, StoreOptions::default()).unwrap();
    assert_eq!(digest(&restored, HOUSE, u64::MAX), digest(&*store, HOUSE, u64::MAX));
    assert_eq!(restored.balances(HouseId(1)).unwrap(), store.balances(HouseId(1)).unwrap());
    let there = SqliteStore::restore(&copy, &to, StoreOptions::default());
    assert!(matches!(there.err(), Some(StoreError::Failed(_))), "nothing is written over");
}

/// With a backup that begins again whenever somebody writes, this never ended.
#[test]
fn a_large_backup_ends_though_the_house_writes_all_the_time() {
    let folder = scratch("load");
    let store = Arc::new(SqliteStore::open(&folder, StoreOptions::default()).unwrap());
    // 200 MB of entries that say much.
    let large = |sequence: u64| {
        let mut entry = entry_at(HOUSE, sequence, sequence);
        entry.bytes = vec![7; 200_000].into();
        entry
    };
    for first in (1..=1000).step_by(50) {
        let entries = (first..first + 50).map(large).collect();
        store.append(Batch { entries, ..Batch::default() }).unwrap();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let writer = {
        let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
        std::thread::spawn(move || {
            let mut written = 0;
            let mut slowest = Duration::ZERO;
            while !stop.load(Ordering::Relaxed) {
                written += 1;
                let start = Instant::now();
                store.append(batch(HOUSE, 1000 + written, 1)).unwrap();
                slowest = slowest.max(start.elapsed());
            }
            (written, slowest)
        })
    };
    let (before, copy) = (written_bytes(), scratch("load-copy"));
    let start = Instant::now();
    backup_folder(&folder, &copy).unwrap();
    let took = start.elapsed();
    let by_all = before.zip(written_bytes()).map(|(before, after)| after - before);
    stop.store(true, Ordering::Relaxed);
    let (written, slowest) = writer.join().unwrap();
    let copied = std::fs::metadata(copy.join("journal.db")).unwrap().len();
    println!("{copied} bytes copied in {took:?} while {written} commands were stored; slowest {slowest:?}");
    println!("{by_all:?} bytes written by the process, house and copy together");
    assert!(took < Duration::from_mins(1), "{took:?}");
    assert!(written > 5, "the house went on: {written}");
    // What was said before, and what was stored meanwhile: whether it is still in the log does not matter.
    assert!((200_000_000..=210_000_000 + written * 10_000).contains(&copied), "{copied}");
    // The copy, the commands of the meantime with their log, and a checkpoint of them.
    let most = copied * 2 + written * 100_000 + 50_000_000;
    assert!(by_all.is_none_or(|bytes| bytes < most), "{by_all:?} of at most {most}");
    let copy = SqliteStore::open(&copy, StoreOptions::default()).unwrap();
    let head = copy.head(HouseId(1)).unwrap().unwrap();
    assert!((1000..=1000 + written).contains(&head.sequence));
    assert_eq!(copy.entries(HouseId(1), head.sequence, 9).unwrap()[0].hash, head.hash);
}

/// The bytes that this process has written to disk, where the system counts them.
fn written_bytes() -> Option<u64> {
    let counts = std::fs::read_to_string("/proc/self/io").ok()?;
    counts.lines().find_map(|line| line.strip_prefix("wchar: ")?.parse().ok())
}

#[test]
fn the_source_of_a_backup_is_only_read() {
    let (folder, store, _) = played_store("only-read", 2);
    let wal = |folder: &std::path::Path| std::fs::metadata(folder.join("journal.db-wal")).unwrap().len();
    let state = (std::fs::read(folder.join("journal.db")).unwrap(), wal(&folder));
    let copy = scratch("only-read-copy");
    backup_folder(&folder, &copy).unwrap();
    assert!((std::fs::read(folder.join("journal.db")).unwrap(), wal(&folder)) == state, "no checkpoint");
    assert_eq!(verify(&copy, HouseId(1), 5_000).unwrap().findings, []);
    assert_eq!(verify(&copy, HouseId(1), 5_000).unwrap().head, store.head(HouseId(1)).unwrap().unwrap());
    // An older schema is copied as it is, and migrated where it is opened.
    let old = scratch("only-read-old");
    let from =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/folders/1/journal.sqlite");
    std::fs::copy(from, old.join("journal.db")).unwrap();
    let before = std::fs::read(old.join("journal.db")).unwrap();
    let copy = scratch("only-read-old-copy");
    backup_folder(&old, &copy).unwrap();
    assert!(std::fs::read(old.join("journal.db")).unwrap() == before, "nothing is migrated");
    assert!(!copy.join("heads").exists());
    assert_eq!(SqliteStore::open(&copy, StoreOptions::default()).unwrap().houses().unwrap().len(), 2);
}
