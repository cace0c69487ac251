//! Making snapshots in the background: a thread per house, with connections of its own, so that opening the house
//! never takes longer because it is old.
//!
//! Between two snapshots the thread has nothing in memory. For a new one it restores the last, applies the entries
//! since, seals the state and drops it again. The house goes on meanwhile and does not notice.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use croupier_fair::Keyring;
use croupier_house::House;
use croupier_house::ids::HouseId;
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::store::Store;
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;

use super::opening::{HouseOpener, INTERRUPTED};
use super::replay::ReplayError;
use crate::storage::HouseStore;

/// The number of entries after which a new snapshot is made.
pub(crate) const SNAPSHOT_EVERY: u64 = 50_000;

/// The interval at which the thread looks how long the journal is.
const CHECK: Duration = Duration::from_secs(1);
/// The pause after a snapshot, in multiples of the time that it took: a house that is always busy spends no more than a
/// small part of a processor on snapshots, and a start applies a few more entries.
const PAUSE: u32 = 30;
/// The pause after a snapshot that could not be made.
const RETRY: Duration = Duration::from_mins(1);
/// The pause after each page of entries, so that the thread takes only a part of a processor.
const REST: Duration = Duration::from_millis(2);
/// The maximum time to wait for the index in one go.
const INDEX_WAIT: Duration = Duration::from_secs(1);

/// A sealed snapshot as it is stored, with its sequence.
pub(crate) type StoredSnapshot = (u64, Vec<u8>);

/// The settings of the thread.
pub(crate) struct SnapshotSettings {
    pub(crate) house: HouseId,
    pub(crate) shelf: &'static Shelf,
    pub(crate) store: Arc<HouseStore>,
    pub(crate) keys: Keyring,
    /// The number of entries after which a new snapshot is made.
    pub(crate) every: u64,
    /// The sequence of the snapshot that the house was opened from.
    pub(crate) from: u64,
    /// The snapshot that was made when the house was opened.
    pub(crate) first: Option<StoredSnapshot>,
}

/// The thread that makes snapshots of a house. It ends when this is dropped.
pub(crate) struct SnapshotWriter {
    stop: Arc<StopSignal>,
    thread: Option<JoinHandle<()>>,
}

impl SnapshotWriter {
    /// Starts the thread.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(settings: SnapshotSettings) -> std::io::Result<Self> {
        let stop = Arc::new(StopSignal::default());
        let stopped = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name(format!("snapshots-{}", settings.house.0));
        let thread = thread.spawn(move || {
            croupier_store::give_way();
            run(settings, &stopped);
        })?;
        Ok(Self { stop, thread: Some(thread) })
    }
}

impl Drop for SnapshotWriter {
    fn drop(&mut self) {
        self.stop.set();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Says that the thread shall end.
#[derive(Default)]
struct StopSignal {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl StopSignal {
    fn set(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Waits for a while; whether the thread shall end.
    fn wait(&self, time: Duration) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(stopped, time, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn run(mut settings: SnapshotSettings, stop: &StopSignal) {
    let house = settings.house.0;
    let mut last = settings.from;
    let first = settings.first.take();
    let mut result = first.map_or(Ok(last), |first| store_snapshot(&settings, first, stop));
    let mut took = Duration::ZERO;
    loop {
        let pause = match result {
            Ok(sequence) => {
                last = sequence;
                CHECK.max(took * PAUSE)
            }
            Err(error) => {
                tracing::warn!(house, %error, "no snapshot could be made; it is tried again");
                RETRY
            }
        };
        if stop.wait(pause) {
            return;
        }
        let start = Instant::now();
        result = match settings.store.head(settings.house) {
            Ok(head) => match head.unwrap_or_default().sequence {
                head if head.saturating_sub(last) >= settings.every => make_snapshot(&settings, head, stop),
                _ => Ok(last),
            },
            Err(error) => Err(ReplayError(error.to_string())),
        };
        took = start.elapsed();
        if stop.wait(Duration::ZERO) {
            return;
        }
    }
}

/// Makes and stores the snapshot after an entry.
fn make_snapshot(settings: &SnapshotSettings, to: u64, stop: &StopSignal) -> Result<u64, ReplayError> {
    let SnapshotSettings { house, shelf, store, keys, .. } = settings;
    let journal = store.background_reader().map_err(|error| ReplayError(error.to_string()))?;
    let opener = HouseOpener {
        house: *house,
        shelf,
        build: "",
        pace: Pace::default(),
        store,
        journal: &*journal,
        keys: Some(keys),
    };
    let opened = opener.open_to(to, &|| !stop.wait(REST))?;
    let sealed = seal(&opened.state.house, keys)?;
    let (from, entries) = (opened.from, opened.applied);
    drop(opened);
    let sequence = store_snapshot(settings, sealed, stop)?;
    tracing::info!(house = house.0, sequence, from, entries, "snapshot made");
    Ok(sequence)
}

/// Seals the state of a house.
pub(super) fn seal(house: &House<'_>, keys: &Keyring) -> Result<StoredSnapshot, ReplayError> {
    let sealed = SealedSnapshot::seal(house, keys).map_err(|error| ReplayError(error.to_string()))?;
    Ok((sealed.sequence, sealed.to_bytes()))
}

/// Stores a snapshot when the index is complete to it, because the histories of its tables are there.
fn store_snapshot(
    settings: &SnapshotSettings,
    (sequence, bytes): StoredSnapshot,
    stop: &StopSignal,
) -> Result<u64, ReplayError> {
    let failed = |error: &dyn std::fmt::Display| ReplayError(error.to_string());
    let (index, house) = (settings.store.index(), settings.house);
    while index.wait_for(house, sequence, INDEX_WAIT).is_err() {
        if let Some(fault) = index.fault(house) {
            return Err(failed(&fault));
        }
        if stop.wait(Duration::ZERO) {
            return Err(failed(&INTERRUPTED));
        }
    }
    index.put_snapshot(house, sequence, &bytes).map_err(|error| failed(&error))?;
    Ok(sequence)
}
