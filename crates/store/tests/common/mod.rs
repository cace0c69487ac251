//! Folders of tests, and stores in them.
#![allow(unreachable_pub, reason = "the tests are its only users")]
#![allow(dead_code, reason = "each test uses a part")]
#![allow(unused_imports, reason = "each test uses a part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use croupier_house::ids::StreamId;
use croupier_house::store::Store;
use croupier_store::{SqliteStore, StoreOptions};
pub use croupier_store_suite::{PlayedHouse, batch, batch_at, entry_at, house, played, randomness};

/// A folder of its own for a test.
pub fn scratch(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}-{process}-{number}"));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Everything a journal has up to a version, for comparison.
pub fn digest(store: &dyn Store, stream: StreamId, to: u64) -> Vec<(u64, Vec<u8>, [u8; 32])> {
    let all = store.read(stream, 1, usize::MAX).unwrap().into_iter();
    all.filter(|entry| entry.version <= to)
        .map(|entry| (entry.version, entry.bytes.into(), entry.hash))
        .collect()
}

/// A copy of the files of a folder as a crash would leave them, while the store is open.
pub fn crash_image(from: &Path, to: &Path) {
    drop(std::fs::remove_dir_all(to));
    std::fs::create_dir_all(to).unwrap();
    for name in ["journal.db", "journal.db-wal", "heads", "index.db", "index.db-wal"] {
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

/// A store in a new folder with a house that was played.
pub fn played_store(name: &str, rounds: usize) -> (PathBuf, SqliteStore, PlayedHouse) {
    let folder = scratch(name);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let played = played(rounds);
    for batch in &played.batches {
        store.append(batch.clone()).unwrap();
    }
    (folder, store, played)
}
