//! Group commit on a simulated disk: many batches share one sync, and nothing is acknowledged before it.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{batch, scratch};
use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::{Batch, Store, StoreError};
use croupier_store::{Engine, GroupCommit, OnCommitted, PendingCommit, SqliteStore, StoreOptions};

/// A disk whose cache is lost unless it is synced.
#[derive(Default)]
struct Disk {
    cache: Vec<u64>,
    durable: Vec<u64>,
    syncs: u32,
    breaks_at: Option<u32>,
}

#[derive(Clone, Default)]
struct Watched(Arc<Mutex<Disk>>);

impl Engine for Watched {
    fn commit(&mut self, group: Vec<Batch>, done: OnCommitted) {
        done(self.sync(&group));
    }
}

impl Watched {
    fn sync(&self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        let versions = group.iter().flat_map(|batch| &batch.entries).map(|entry| entry.version);
        self.0.lock().unwrap().cache.extend(versions);
        // A sync takes time; an acknowledgement now would be too early.
        std::thread::sleep(Duration::from_millis(2));
        let mut disk = self.0.lock().unwrap();
        disk.syncs += 1;
        if disk.breaks_at.is_some_and(|at| disk.syncs >= at) {
            disk.cache.clear();
            return vec![Err(StoreError::Full); group.len()];
        }
        let cache = std::mem::take(&mut disk.cache);
        disk.durable.extend(cache);
        vec![Ok(()); group.len()]
    }
}

const HOUSE: StreamId = StreamId { house: HouseId(1), table: None };

#[test]
fn many_share_one_sync_and_nothing_is_acknowledged_before_it() {
    let disk = Watched::default();
    let group = GroupCommit::start(disk.clone()).unwrap();
    let (sender, receiver) = channel();
    for version in 1..=1000 {
        let (sender, disk) = (sender.clone(), disk.clone());
        let done = move |result: Result<(), StoreError>| {
            let there = disk.0.lock().unwrap().durable.contains(&version);
            sender.send((version, result.is_ok(), there)).unwrap();
        };
        group.submit(batch(HOUSE, version, 1), Box::new(done));
    }
    drop(sender);
    let all: Vec<(u64, bool, bool)> = receiver.iter().collect();
    assert_eq!(all.len(), 1000);
    assert!(all.iter().all(|(_, stored, durable)| *stored && *durable), "what is acknowledged is on disk");
    assert!(all.iter().map(|(version, ..)| *version).eq(1..=1000), "in the order in which they came");
    let syncs = disk.0.lock().unwrap().syncs;
    assert!(syncs < 100, "{syncs} syncs for a thousand batches");
}

#[test]
fn a_failed_sync_is_reported_to_everybody_who_shared_it() {
    let disk = Watched::default();
    disk.0.lock().unwrap().breaks_at = Some(2);
    let group = GroupCommit::start(disk.clone()).unwrap();
    let (sender, receiver) = channel();
    for version in 1..=100 {
        let sender = sender.clone();
        group.submit(
            batch(HOUSE, version, 1),
            Box::new(move |result| sender.send((version, result)).unwrap()),
        );
    }
    drop(sender);
    for (version, result) in &receiver {
        let there = disk.0.lock().unwrap().durable.contains(&version);
        assert_eq!(result.is_ok(), there, "{version}");
    }
}

#[test]
fn submitted_batches_are_written_when_the_store_is_dropped() {
    let disk = Watched::default();
    let group = GroupCommit::start(disk.clone()).unwrap();
    for version in 1..=50 {
        group.submit(batch(HOUSE, version, 1), Box::new(|_| ()));
    }
    drop(group);
    assert_eq!(disk.0.lock().unwrap().durable.len(), 50);
}

#[test]
fn a_batch_with_nothing_needs_no_sync_and_keeps_its_place_among_the_others() {
    let store = SqliteStore::open(scratch("pending"), StoreOptions::default()).unwrap();
    let (sender, landed) = channel();
    let mut pending = PendingCommit::default();
    pending.wait("a view");
    assert!(pending.batch.is_empty() && pending.waiting == ["a view"]);
    for (name, batch) in
        [("first", batch(HOUSE, 1, 3)), ("nothing", pending.batch), ("stale", batch(HOUSE, 3, 1))]
    {
        let sender = sender.clone();
        store.submit(batch, Box::new(move |stored| sender.send((name, stored)).unwrap()));
    }
    assert_eq!(landed.recv().unwrap(), ("first", Ok(())));
    assert_eq!(landed.recv().unwrap(), ("nothing", Ok(())));
    let stale = StoreError::Stale { stream: HOUSE, expected: 2 };
    assert_eq!(landed.recv().unwrap(), ("stale", Err(stale)));
    assert_eq!(store.version(HOUSE).unwrap(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn the_index_gives_way_to_others() {
    let store = SqliteStore::open(scratch("gives-way"), StoreOptions::default()).unwrap();
    // The name of a thread, and how much it gives way: the 17th number after the name.
    let thread = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("stat")).ok()?;
        let (name, rest) = text.split_once('(')?.1.rsplit_once(')')?;
        Some((name.to_owned(), rest.split_whitespace().nth(16)?.parse::<i32>().ok()?))
    };
    let threads = || {
        let all = std::fs::read_dir("/proc/self/task").unwrap();
        all.filter_map(move |entry| thread(entry.ok()?.path())).collect::<Vec<_>>()
    };
    // The tests themselves may have been started with a lower priority.
    let own = thread("/proc/thread-self".into()).unwrap().1;
    let start = Instant::now();
    while !threads().iter().any(|(name, nice)| name == "index" && *nice > own) {
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", threads());
    }
    assert!(threads().iter().filter(|(name, _)| name == "journal").all(|(_, nice)| *nice == own));
    drop(store);
}
