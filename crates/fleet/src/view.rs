//! The state of the fleet.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::message::Heartbeat;

/// How long after its last heartbeat a worker counts as active.
const ACTIVE_FOR: Duration = Duration::from_secs(6);

/// What the coordinator knows about its fleet.
#[derive(Clone, Debug, Default)]
pub struct Fleet {
    /// The number of parts.
    pub parts: u64,
    /// The number of parts that are done.
    pub done: u64,
    /// The number of rounds in the job.
    pub rounds: u64,
    /// The number of rounds in the parts that are done.
    pub rounds_done: u64,
    /// Every worker that has sent a message.
    pub(crate) workers: BTreeMap<String, WorkerState>,
}

#[derive(Clone, Debug)]
pub(crate) struct WorkerState {
    threads: usize,
    /// The part that is being played, with its rounds so far.
    playing: Option<(u64, u64)>,
    last: Instant,
}

impl Fleet {
    pub(crate) fn heartbeat(&mut self, beat: Heartbeat) {
        let Heartbeat { worker, threads, part, rounds } = beat;
        let seen = WorkerState { threads, playing: Some((part, rounds)), last: Instant::now() };
        self.workers.insert(worker, seen);
    }

    /// Records that a part is done and that nobody plays it any more.
    pub(crate) fn close(&mut self, part: u64, rounds: u64, worker: &str, threads: usize) {
        self.done += 1;
        self.rounds_done += rounds;
        for seen in self.workers.values_mut() {
            seen.playing = seen.playing.filter(|(playing, _)| *playing != part);
        }
        let seen = WorkerState { threads, playing: None, last: Instant::now() };
        self.workers.entry(worker.to_owned()).or_insert(seen);
    }

    /// How many workers are active.
    pub fn workers(&self) -> usize {
        self.active().count()
    }

    /// How many threads played, over all workers.
    pub fn threads(&self) -> usize {
        self.workers.values().map(|seen| seen.threads).sum()
    }

    /// The number of rounds played, including those of unfinished parts.
    pub fn played(&self) -> u64 {
        let playing: u64 = self.active().filter_map(|seen| seen.playing).map(|(_, rounds)| rounds).sum();
        self.rounds.min(self.rounds_done + playing)
    }

    fn active(&self) -> impl Iterator<Item = &WorkerState> {
        self.workers.values().filter(|seen| seen.last.elapsed() < ACTIVE_FOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_done_is_not_counted_as_being_played() {
        let mut fleet = Fleet { parts: 2, rounds: 100, ..Fleet::default() };
        for (worker, part, rounds) in [("a", 1, 20), ("b", 2, 30)] {
            fleet.heartbeat(Heartbeat { worker: worker.to_owned(), threads: 2, part, rounds });
        }
        assert_eq!((fleet.workers(), fleet.threads(), fleet.played()), (2, 4, 50));
        fleet.close(1, 50, "a", 2);
        assert_eq!((fleet.done, fleet.played(), fleet.workers()), (1, 80, 2));
    }
}
