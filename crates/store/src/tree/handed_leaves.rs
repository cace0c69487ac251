//! Hashes of entries that were just stored, handed to the writer of the tree: it need not read those entries again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use croupier_house::ids::HouseId;
use croupier_house::journal::Hash;
use croupier_house::store::StoredEntry;
use croupier_transparency::{TreeHash, leaf_hash};
use rustc_hash::FxHashMap;

/// The maximum number of hashes that wait, of each house: two megabytes. What is more, the tree reads from the journal.
pub(super) const LEAVES_WAITING_MAX: usize = 65_536;

/// Consecutive leaves of a house.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LeafRun {
    /// The index of the first.
    pub(super) first: u64,
    /// Their hashes.
    pub(super) leaves: Vec<TreeHash>,
    /// The hash that the last entry has in the chain of the journal.
    pub(super) head: Hash,
}

impl LeafRun {
    /// The leaves of entries, as far as they are consecutive.
    pub(super) fn of<'e>(entries: impl IntoIterator<Item = &'e StoredEntry>) -> Self {
        let mut run = Self::default();
        for entry in entries {
            if run.leaves.is_empty() {
                run.first = entry.sequence - 1;
            } else if run.end() + 1 != entry.sequence {
                break;
            }
            run.leaves.push(leaf_hash(&entry.bytes));
            run.head = entry.hash;
        }
        run
    }

    /// The index after the last.
    pub(super) fn end(&self) -> u64 {
        self.first + self.leaves.len() as u64
    }
}

/// Where the next leaves of a house are.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum NextLeaves {
    /// They were handed over.
    Here(LeafRun),
    /// They are in the journal, and those from this index on were handed over or are not stored yet.
    InJournal(u64),
}

/// The leaves that wait for the writer of the tree.
#[derive(Default)]
pub(super) struct HandedLeaves {
    houses: Mutex<FxHashMap<HouseId, LeafRun>>,
}

impl HandedLeaves {
    fn lock(&self) -> MutexGuard<'_, FxHashMap<HouseId, LeafRun>> {
        self.houses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds leaves of a house. Those before them that they do not follow are dropped, and so is what is too much.
    pub(super) fn put(&self, house: HouseId, run: LeafRun) {
        let mut houses = self.lock();
        let waiting = houses.entry(house).or_default();
        if waiting.leaves.is_empty() || waiting.end() != run.first {
            *waiting = run;
        } else if waiting.leaves.len() + run.leaves.len() <= LEAVES_WAITING_MAX {
            waiting.leaves.extend(run.leaves);
            waiting.head = run.head;
        }
    }

    /// The leaves of a house from an index on.
    pub(super) fn take(&self, house: HouseId, from: u64) -> NextLeaves {
        let mut houses = self.lock();
        let Some(mut run) = houses.remove(&house).filter(|run| run.end() > from) else {
            return NextLeaves::InJournal(u64::MAX);
        };
        if run.first > from {
            let first = run.first;
            houses.insert(house, run);
            return NextLeaves::InJournal(first);
        }
        let before = usize::try_from(from - run.first).expect("it is less than the run has");
        run.leaves.drain(..before);
        run.first = from;
        NextLeaves::Here(run)
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::StreamId;

    use super::*;

    const HOUSE: HouseId = HouseId(1);

    fn run(sequences: std::ops::RangeInclusive<u64>) -> LeafRun {
        let entry = |sequence: u64| StoredEntry {
            stream: StreamId { house: HOUSE, table: None },
            version: sequence,
            sequence,
            bytes: sequence.to_le_bytes().to_vec().into(),
            hash: [sequence.to_le_bytes()[0]; 32],
        };
        let entries: Vec<StoredEntry> = sequences.map(entry).collect();
        LeafRun::of(&entries)
    }

    #[test]
    fn leaves_are_taken_in_order() {
        let handed = HandedLeaves::default();
        assert_eq!(handed.take(HOUSE, 0), NextLeaves::InJournal(u64::MAX));
        handed.put(HOUSE, run(4..=5));
        handed.put(HOUSE, run(6..=6));
        assert_eq!(
            handed.take(HOUSE, 0),
            NextLeaves::InJournal(3),
            "the ones before them are in the journal"
        );
        assert_eq!(handed.take(HOUSE, 3), NextLeaves::Here(run(4..=6)));
        handed.put(HOUSE, run(7..=9));
        assert_eq!(
            handed.take(HOUSE, 7),
            NextLeaves::Here(run(8..=9)),
            "some of them are in the tree already"
        );
        handed.put(HOUSE, run(7..=9));
        assert_eq!(handed.take(HOUSE, 9), NextLeaves::InJournal(u64::MAX));
    }

    #[test]
    fn what_does_not_follow_replaces_what_waits_and_what_is_too_much_is_dropped() {
        let handed = HandedLeaves::default();
        handed.put(HOUSE, run(1..=2));
        handed.put(HOUSE, run(5..=6));
        assert_eq!(handed.take(HOUSE, 4), NextLeaves::Here(run(5..=6)));
        let many = LEAVES_WAITING_MAX as u64;
        handed.put(HOUSE, run(1..=many));
        handed.put(HOUSE, run(many + 1..=many + 1));
        assert_eq!(handed.take(HOUSE, 0), NextLeaves::Here(run(1..=many)));
    }

    #[test]
    fn a_run_ends_before_a_gap() {
        let (first, last) = (run(1..=3), run(1..=5));
        assert_eq!((first.end(), last.end(), last.head), (3, 5, [5; 32]));
        let entries: Vec<StoredEntry> = [1, 2, 4]
            .map(|sequence| StoredEntry {
                stream: StreamId { house: HOUSE, table: None },
                version: sequence,
                sequence,
                bytes: sequence.to_le_bytes().to_vec().into(),
                hash: [9; 32],
            })
            .into();
        assert_eq!(LeafRun::of(&entries).leaves, run(1..=2).leaves);
    }
}
