//! The whole fleet at a glance.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::message::Beat;

/// How long after its last word a worker counts as there.
const THERE: Duration = Duration::from_secs(6);

/// What the desk sees of its fleet.
#[derive(Clone, Debug, Default)]
pub struct Fleet {
    /// In how many parts the job is cut.
    pub parts: u64,
    /// How many are done.
    pub done: u64,
    /// How many rounds the job has.
    pub rounds: u64,
    /// How many are in the parts that are done.
    pub rounds_done: u64,
    /// Everyone who was heard of.
    pub(crate) workers: BTreeMap<String, Seen>,
}

#[derive(Clone, Debug)]
pub(crate) struct Seen {
    threads: usize,
    /// The part that is being played, with its rounds so far.
    playing: Option<(u64, u64)>,
    last: Instant,
}

impl Fleet {
    pub(crate) fn hear(&mut self, beat: Beat) {
        let Beat { worker, threads, part, rounds } = beat;
        let seen = Seen { threads, playing: Some((part, rounds)), last: Instant::now() };
        self.workers.insert(worker, seen);
    }

    /// A part is done: nobody plays it any more.
    pub(crate) fn close(&mut self, part: u64, rounds: u64, worker: &str, threads: usize) {
        self.done += 1;
        self.rounds_done += rounds;
        for seen in self.workers.values_mut() {
            seen.playing = seen.playing.filter(|(playing, _)| *playing != part);
        }
        let seen = Seen { threads, playing: None, last: Instant::now() };
        self.workers.entry(worker.to_owned()).or_insert(seen);
    }

    /// How many workers were heard of in the last seconds.
    pub fn workers(&self) -> usize {
        self.there().count()
    }

    /// How many threads played, over all workers that were ever heard of.
    pub fn threads(&self) -> usize {
        self.workers.values().map(|seen| seen.threads).sum()
    }

    /// Rounds that are played, with those of parts that are not done yet.
    pub fn played(&self) -> u64 {
        let playing: u64 = self.there().filter_map(|seen| seen.playing).map(|(_, rounds)| rounds).sum();
        self.rounds.min(self.rounds_done + playing)
    }

    fn there(&self) -> impl Iterator<Item = &Seen> {
        self.workers.values().filter(|seen| seen.last.elapsed() < THERE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_done_is_not_counted_as_being_played() {
        let mut fleet = Fleet { parts: 2, rounds: 100, ..Fleet::default() };
        for (worker, part, rounds) in [("a", 1, 20), ("b", 2, 30)] {
            fleet.hear(Beat { worker: worker.to_owned(), threads: 2, part, rounds });
        }
        assert_eq!((fleet.workers(), fleet.threads(), fleet.played()), (2, 4, 50));
        fleet.close(1, 50, "a", 2);
        assert_eq!((fleet.done, fleet.played(), fleet.workers()), (1, 80, 2));
    }
}
