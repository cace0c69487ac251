//! How far the index is, or the tree, shared between those who write the journal, its writer, and those who wait for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use rustc_hash::FxHashMap;

/// The time in which the writer collects entries before it writes them, unless somebody waits: each transaction writes
/// again most of the pages that the one before it has written.
const COLLECT: Duration = Duration::from_millis(500);

#[derive(Default)]
pub(crate) struct Progress {
    state: Mutex<ProgressState>,
    work: Condvar,
    done: Condvar,
}

#[derive(Default)]
struct ProgressState {
    heads: FxHashMap<HouseId, u64>,
    indexed: FxHashMap<HouseId, u64>,
    /// Why the index of a house cannot go on.
    faults: FxHashMap<HouseId, StoreError>,
    waiting: u32,
    /// The entries that the writer waits for while it collects.
    collecting_to: Option<u64>,
    /// Whether results of rounds wait to be written.
    results: bool,
    /// How many results were put, and how many of them are written.
    results_put: u64,
    results_written: u64,
    stopped: bool,
}

impl ProgressState {
    fn indexed(&self, house: HouseId) -> u64 {
        self.indexed.get(&house).copied().unwrap_or(0)
    }

    /// Whether the index of a house is behind by so many entries.
    fn is_behind_by(&self, step: u64) -> bool {
        self.heads.iter().any(|(house, head)| {
            head.saturating_sub(self.indexed(*house)) >= step && !self.faults.contains_key(house)
        })
    }

    /// The houses whose index is behind.
    fn behind(&self) -> Vec<HouseId> {
        let behind = self
            .heads
            .iter()
            .filter(|(house, head)| self.indexed(**house) < **head && !self.faults.contains_key(*house));
        behind.map(|(house, _)| *house).collect()
    }
}

impl Progress {
    fn lock(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a house has written entries.
    pub(crate) fn written(&self, house: HouseId, head: u64) {
        let mut state = self.lock();
        let known = state.heads.entry(house).or_default();
        *known = head.max(*known);
        self.wake_unless_collecting(state);
    }

    /// Wakes the writer, unless it collects and there is less than a step: waking it for every group would cost the
    /// groups' thread.
    fn wake_unless_collecting(&self, state: MutexGuard<'_, ProgressState>) {
        let enough = state.collecting_to.is_none_or(|step| state.is_behind_by(step));
        drop(state);
        if enough {
            self.work.notify_one();
        }
    }

    /// Notes that results of rounds wait to be written, so many of them for the first time.
    pub(crate) fn results_wait(&self, new: usize) {
        let mut state = self.lock();
        state.results = true;
        state.results_put += new as u64;
        self.wake_unless_collecting(state);
    }

    /// Notes that so many results of rounds are written.
    pub(crate) fn results_written(&self, count: usize) {
        self.lock().results_written += count as u64;
        self.done.notify_all();
    }

    /// Waits until all results that were put before are written. Returns whether they are.
    pub(crate) fn wait_for_results(&self, timeout: Duration) -> bool {
        let mut state = self.lock();
        let needed = state.results_put;
        if state.results_written >= needed {
            return true;
        }
        state.waiting += 1;
        self.work.notify_one();
        let unfinished = |state: &mut ProgressState| state.results_written < needed && !state.stopped;
        let waited = self.done.wait_timeout_while(state, timeout, unfinished);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state.results_written >= needed
    }

    /// Notes how far the index of a house is.
    pub(crate) fn set_indexed(&self, house: HouseId, sequence: u64) {
        self.lock().indexed.insert(house, sequence);
        self.done.notify_all();
    }

    pub(crate) fn set_fault(&self, house: HouseId, error: StoreError) {
        self.lock().faults.insert(house, error);
        self.done.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.work.notify_all();
        self.done.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    pub(crate) fn indexed_to(&self, house: HouseId) -> u64 {
        self.lock().indexed(house)
    }

    pub(crate) fn fault(&self, house: HouseId) -> Option<StoreError> {
        self.lock().faults.get(&house).cloned()
    }

    /// Waits until the index of a house is complete to a sequence.
    pub(crate) fn wait_for(&self, house: HouseId, needed: u64, timeout: Duration) -> Result<(), StoreError> {
        let mut state = self.lock();
        if state.indexed(house) >= needed {
            return Ok(());
        }
        state.waiting += 1;
        self.work.notify_one();
        let unfinished = |state: &mut ProgressState| {
            state.indexed(house) < needed && !state.faults.contains_key(&house) && !state.stopped
        };
        let waited = self.done.wait_timeout_while(state, timeout, unfinished);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        match (state.indexed(house), state.faults.get(&house)) {
            (indexed, _) if indexed >= needed => Ok(()),
            (_, Some(fault)) => Err(fault.clone()),
            (indexed, None) => Err(StoreError::Behind { house, indexed, needed }),
        }
    }

    /// Waits for work: the houses whose index is behind. `None` when the index is closed. A house that is behind by a
    /// whole step does not wait for more.
    pub(crate) fn next_work(&self, step: u64) -> Option<Vec<HouseId>> {
        let idle = |state: &mut ProgressState| !state.stopped && !state.results && state.behind().is_empty();
        let mut state = self.work.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        state.collecting_to = Some(step);
        // One transaction for many entries costs far less than one for each.
        let until = Instant::now() + COLLECT;
        let early = |state: &mut ProgressState| {
            !state.stopped && state.waiting == 0 && !state.is_behind_by(step) && Instant::now() < until
        };
        let waited = self.work.wait_timeout_while(state, COLLECT, early);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.results, state.collecting_to) = (false, None);
        (!state.stopped).then(|| state.behind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: HouseId = HouseId(1);
    const STEP: u64 = 100;

    fn collects(progress: &Progress) -> bool {
        let start = Instant::now();
        assert_eq!(progress.next_work(STEP), Some(vec![HOUSE]));
        start.elapsed() >= COLLECT
    }

    #[test]
    fn entries_are_collected_unless_a_whole_step_is_there_or_somebody_waits() {
        let progress = Progress::default();
        progress.written(HOUSE, STEP - 1);
        assert!(collects(&progress));
        progress.written(HOUSE, STEP);
        assert!(!collects(&progress), "a whole step waits for no more");
        progress.set_indexed(HOUSE, STEP);
        progress.written(HOUSE, STEP + 1);
        progress.lock().waiting += 1;
        assert!(!collects(&progress), "nobody waits for entries to be collected");
    }

    #[test]
    fn the_step_that_comes_while_entries_are_collected_wakes_the_writer() {
        let progress = Progress::default();
        progress.written(HOUSE, 1);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| collects(&progress));
            while progress.lock().collecting_to.is_none() {
                std::thread::yield_now();
            }
            progress.written(HOUSE, STEP);
            assert!(!writer.join().unwrap());
        });
    }
}
