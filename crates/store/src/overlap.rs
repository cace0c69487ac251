//! Two groups at once: while the head file is synced for one, the journal is synced for the next.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use croupier_house::store::{Batch, StoreError};

use crate::acknowledge::{Acknowledger, Written};
use crate::group::{Engine, OnCommitted};
use crate::sqlite::Sqlite;
use crate::watch::receive;

/// The maximum number of groups that are in the journal and wait for the head file. They share one sync of it.
pub const UNACKNOWLEDGED_MAX: usize = 4;

/// Writes groups to the journal, while a thread of its own acknowledges those before.
pub(crate) struct Overlapping {
    engine: Arc<Mutex<Sqlite>>,
    written: Option<SyncSender<(Written, OnCommitted)>>,
    thread: Option<JoinHandle<()>>,
}

impl Overlapping {
    pub(crate) fn start(engine: Arc<Mutex<Sqlite>>) -> Result<Self, StoreError> {
        let (written, arrived) = sync_channel(UNACKNOWLEDGED_MAX);
        let acknowledger = engine.lock().unwrap_or_else(PoisonError::into_inner).acknowledger();
        let run = move || run(&acknowledger, &arrived);
        let thread = std::thread::Builder::new().name("heads".to_owned()).spawn(run);
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Self { engine, written: Some(written), thread: Some(thread) })
    }
}

fn run(acknowledger: &Acknowledger, arrived: &Receiver<(Written, OnCommitted)>) {
    while let Ok(first) = receive(arrived) {
        acknowledger.acknowledge_all(std::iter::once(first).chain(arrived.try_iter()).collect());
    }
}

impl Engine for Overlapping {
    fn commit(&mut self, group: Vec<Batch>, done: OnCommitted) {
        // There is one writer at a time: this, or a thread that appends.
        let written = self.engine.lock().unwrap_or_else(PoisonError::into_inner).write(group);
        // The thread ends after this one. If it has failed, so that nobody is answered, whoever waits sees that.
        if let Some(sender) = &self.written {
            drop(sender.send((written, done)));
        }
    }
}

impl Drop for Overlapping {
    /// Waits until everything in the journal is acknowledged.
    fn drop(&mut self) {
        self.written = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::PathBuf;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use croupier_house::ids::{HouseId, StreamId};
    use croupier_house::store::StoredEntry;

    use super::*;
    use crate::group::GroupCommit;
    use crate::heads::HeadFile;
    use crate::journal_rows::heads_of;
    use crate::sqlite::StoreOptions;
    use crate::upgrade::{MIGRATION_CHUNK, Migration};

    const HOUSE: HouseId = HouseId(1);

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("croupier-acknowledge-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn batch(version: u64) -> Batch {
        let stream = StreamId { house: HOUSE, table: None };
        let entry =
            StoredEntry { stream, version, sequence: version, bytes: vec![7; 9].into(), hash: [7; 32] };
        Batch { entries: vec![entry], ..Batch::default() }
    }

    fn opened(folder: &std::path::Path) -> Arc<Mutex<Sqlite>> {
        let mut silent = |_| ControlFlow::Continue(());
        let mut migration = Migration { chunk: MIGRATION_CHUNK, report: &mut silent };
        Arc::new(Mutex::new(Sqlite::open(folder, StoreOptions::default(), &mut migration).unwrap()))
    }

    #[test]
    fn the_journal_goes_on_while_the_head_file_is_written_and_nothing_is_answered_before_it() {
        let folder = folder("overlaps");
        let engine = opened(&folder);
        let acknowledger = engine.lock().unwrap().acknowledger();
        let group = GroupCommit::start(Overlapping::start(Arc::clone(&engine)).unwrap()).unwrap();
        let (sender, answered) = channel();
        let in_journal = || heads_of(engine.lock().unwrap().connection()).unwrap();
        let slow_disk = acknowledger.file.lock().unwrap();
        let start = Instant::now();
        for version in 1..=3 {
            let sender = sender.clone();
            let done = move |stored: Result<(), StoreError>| sender.send((version, stored)).unwrap();
            group.submit(batch(version), Box::new(done));
            while in_journal().first().is_none_or(|(_, head)| head.sequence < version) {
                assert!(start.elapsed() < Duration::from_secs(20), "it is written to the journal");
                std::thread::yield_now();
            }
        }
        assert!(answered.try_recv().is_err(), "nothing is answered before the head file is written");
        assert!(HeadFile::open(&folder).unwrap().unwrap().heads().is_empty());
        drop(slow_disk);
        for version in 1..=3 {
            assert_eq!(answered.recv().unwrap(), (version, Ok(())));
        }
        drop(group);
        assert_eq!(HeadFile::open(&folder).unwrap().unwrap().heads()[0].1.sequence, 3);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn whoever_shares_a_head_file_that_cannot_be_written_is_not_acknowledged() {
        let folder = folder("fails");
        let engine = opened(&folder);
        let acknowledger = engine.lock().unwrap().acknowledger();
        let (sender, answered) = channel();
        let mut groups = Vec::new();
        for batches in [vec![batch(1)], Vec::new(), vec![batch(2), batch(9)]] {
            let sender = sender.clone();
            let done = move |results: Vec<Result<(), StoreError>>| sender.send(results).unwrap();
            groups.push((engine.lock().unwrap().write(batches), Box::new(done) as OnCommitted));
        }
        let saved: Result<(), StoreError> = Err(StoreError::Full);
        for (written, done) in groups {
            done(acknowledger.pass_on(written, &saved));
        }
        assert_eq!(answered.recv().unwrap(), [Err(StoreError::Full)]);
        assert_eq!(answered.recv().unwrap(), [], "a group without entries needs no head");
        assert_eq!(answered.recv().unwrap(), vec![Err(StoreError::Full); 2]);
        // Before anything else is written, the head file is.
        acknowledger.failed.store(true, Ordering::Release);
        assert_eq!(engine.lock().unwrap().append(batch(3)), Ok(()));
        assert!(!acknowledger.has_failed());
        assert_eq!(HeadFile::open(&folder).unwrap().unwrap().heads()[0].1.sequence, 3);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
