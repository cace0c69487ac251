//! Group commit, against a disk that is watched: many batches to one sync, and nobody is told before it.

mod common;

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::batch;
use croupier_house::ids::{HouseId, Stream};
use croupier_house::store::{Batch, StoreError};
use croupier_store::{Engine, Group};

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
    fn commit(&mut self, group: &[Batch]) -> Vec<Result<(), StoreError>> {
        let versions = group.iter().flat_map(|batch| &batch.entries).map(|entry| entry.version);
        self.0.lock().unwrap().cache.extend(versions);
        // A sync takes its time; whoever were told now would be told too early.
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

const HOUSE: Stream = Stream { house: HouseId(1), table: None };

#[test]
fn many_share_one_sync_and_nobody_is_told_before_it() {
    let disk = Watched::default();
    let group = Group::start(disk.clone()).unwrap();
    let (tell, told) = channel();
    for version in 1..=1000 {
        let (tell, disk) = (tell.clone(), disk.clone());
        let done = move |result: Result<(), StoreError>| {
            let there = disk.0.lock().unwrap().durable.contains(&version);
            tell.send((version, result.is_ok(), there)).unwrap();
        };
        group.submit(batch(HOUSE, version, 1), Box::new(done));
    }
    drop(tell);
    let all: Vec<(u64, bool, bool)> = told.iter().collect();
    assert_eq!(all.len(), 1000);
    assert!(
        all.iter().all(|(_, kept, there)| *kept && *there),
        "whoever is told, is told of what is on disk"
    );
    assert!(all.iter().map(|(version, ..)| *version).eq(1..=1000), "in the order in which they came");
    let syncs = disk.0.lock().unwrap().syncs;
    assert!(syncs < 100, "{syncs} syncs for a thousand batches");
}

#[test]
fn a_sync_that_fails_is_told_to_everybody_who_shared_it() {
    let disk = Watched::default();
    disk.0.lock().unwrap().breaks_at = Some(2);
    let group = Group::start(disk.clone()).unwrap();
    let (tell, told) = channel();
    for version in 1..=100 {
        let tell = tell.clone();
        group.submit(batch(HOUSE, version, 1), Box::new(move |result| tell.send((version, result)).unwrap()));
    }
    drop(tell);
    for (version, result) in &told {
        let there = disk.0.lock().unwrap().durable.contains(&version);
        assert_eq!(result.is_ok(), there, "{version}");
    }
}

#[test]
fn what_was_handed_over_is_kept_when_the_store_is_put_away() {
    let disk = Watched::default();
    let group = Group::start(disk.clone()).unwrap();
    for version in 1..=50 {
        group.submit(batch(HOUSE, version, 1), Box::new(|_| ()));
    }
    drop(group);
    assert_eq!(disk.0.lock().unwrap().durable.len(), 50);
}
