//! Entries that were just stored, handed to the index's writer: reading them from the journal would cost as much as
//! projecting them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use croupier_house::give_back_entries;
use croupier_house::ids::HouseId;
use croupier_house::store::StoredEntry;
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum of stored bytes of the entries that wait for the index, of all houses. What is more than that, the index
/// reads from the journal.
pub const HANDED_BYTES_MAX: usize = 8 << 20;

/// The entries that wait for the index's writer.
#[derive(Default)]
pub(super) struct Handed {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    houses: FxHashMap<HouseId, HandedRun>,
    /// The bytes of all of them.
    bytes: usize,
    /// The houses whose index cannot go on.
    refused: FxHashSet<HouseId>,
    /// The memory of entries that were projected, for the next ones.
    spare: HandedRun,
}

/// Consecutive entries of a house.
type HandedRun = Vec<StoredEntry>;

fn size(group: &[StoredEntry]) -> usize {
    group.iter().map(|entry| entry.bytes.len()).sum()
}

impl Waiting {
    /// Adds entries of a house, unless there are too many already. Those before them that they do not follow are
    /// dropped.
    fn push(&mut self, house: HouseId, from: u64, group: &mut Vec<StoredEntry>) {
        let run = self.houses.entry(house).or_insert_with(|| std::mem::take(&mut self.spare));
        if run.last().is_some_and(|last| last.sequence.checked_add(1) != Some(from)) {
            self.bytes -= size(run);
            run.clear();
        }
        let bytes = size(group);
        if self.bytes + bytes <= HANDED_BYTES_MAX {
            self.bytes += bytes;
            run.append(group);
        }
    }
}

/// Where the next entries of a house are.
pub(super) enum Next {
    /// They were handed over. [`Handed::give_back`] takes their memory later.
    Here(HandedRun),
    /// They are in the journal, up to this sequence at least.
    InJournal(u64),
}

impl Handed {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds entries that were just stored, in order. A group with entries of several houses is not taken. The entries are moved out
    /// of their groups, whose memory the next group needs long before the index is there.
    pub(super) fn put(&self, groups: Vec<Vec<StoredEntry>>) {
        let mut waiting = self.lock();
        for mut group in groups {
            let Some((house, from)) = group.first().map(|entry| (entry.stream.house, entry.sequence)) else {
                continue;
            };
            let is_own = group.iter().all(|entry| entry.stream.house == house);
            if is_own && !waiting.refused.contains(&house) {
                waiting.push(house, from, &mut group);
            }
            give_back_entries(group);
        }
    }

    /// Drops the entries of a house whose index cannot go on, and takes no more of them.
    pub(super) fn refuse(&self, house: HouseId) {
        let mut waiting = self.lock();
        waiting.refused.insert(house);
        let run = waiting.houses.remove(&house).unwrap_or_default();
        waiting.bytes -= size(&run);
    }

    /// The entries of a house from a sequence on.
    pub(super) fn take(&self, house: HouseId, from: u64) -> Next {
        let mut waiting = self.lock();
        let Some(mut run) = waiting.houses.remove(&house) else { return Next::InJournal(u64::MAX) };
        let known = run.partition_point(|entry| entry.sequence < from);
        waiting.bytes -= size(&run[..known]);
        drop(run.drain(..known));
        match run.first().map(|entry| entry.sequence) {
            Some(first) if first == from => {
                waiting.bytes -= size(&run);
                Next::Here(run)
            }
            Some(first) => {
                waiting.houses.insert(house, run);
                Next::InJournal(first - 1)
            }
            None => Next::InJournal(u64::MAX),
        }
    }

    /// Gives the memory of entries that were projected back.
    pub(super) fn give_back(&self, mut run: HandedRun) {
        run.clear();
        let mut waiting = self.lock();
        if run.capacity() > waiting.spare.capacity() {
            waiting.spare = run;
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::StreamId;

    use super::*;

    const HOUSE: HouseId = HouseId(1);

    fn entry(house: HouseId, sequence: u64, size: usize) -> StoredEntry {
        let (stream, version) = (StreamId { house, table: None }, sequence);
        StoredEntry { stream, version, sequence, bytes: vec![0; size].into(), hash: [0; 32] }
    }

    fn group(sequences: std::ops::RangeInclusive<u64>) -> Vec<StoredEntry> {
        sequences.map(|sequence| entry(HOUSE, sequence, 9)).collect()
    }

    /// The sequences that are handed over, or the end of those in the journal.
    fn next(handed: &Handed, from: u64) -> Result<Vec<u64>, u64> {
        match handed.take(HOUSE, from) {
            Next::Here(run) => {
                let sequences = run.iter().map(|entry| entry.sequence).collect();
                handed.give_back(run);
                Ok(sequences)
            }
            Next::InJournal(to) => Err(to),
        }
    }

    #[test]
    fn entries_are_taken_in_order() {
        let handed = Handed::default();
        assert_eq!(next(&handed, 1), Err(u64::MAX));
        handed.put(vec![group(4..=5), group(6..=6)]);
        assert_eq!(next(&handed, 1), Err(3), "the ones before them are in the journal");
        handed.put(vec![group(7..=9)]);
        assert_eq!(next(&handed, 4), Ok(vec![4, 5, 6, 7, 8, 9]));
        assert_eq!(next(&handed, 10), Err(u64::MAX));
        handed.put(vec![group(10..=10)]);
        assert!(handed.lock().houses[&HOUSE].capacity() >= 6, "in the same memory");
        assert_eq!(next(&handed, 10), Ok(vec![10]));
    }

    #[test]
    fn entries_that_were_projected_are_dropped_and_so_are_those_before_a_gap() {
        let handed = Handed::default();
        handed.put(vec![group(1..=2), group(3..=4), group(5..=6)]);
        assert_eq!(next(&handed, 4), Ok(vec![4, 5, 6]));
        handed.put(vec![group(7..=8), group(10..=11)]);
        assert_eq!(next(&handed, 7), Err(9));
        handed.put(vec![vec![entry(HOUSE, 12, 9), entry(HouseId(2), 1, 9)]]);
        assert_eq!(next(&handed, 10), Ok(vec![10, 11]), "a group of two houses is read from the journal");
        handed.put(vec![group(12..=13)]);
        assert_eq!(next(&handed, 14), Err(u64::MAX));
        assert_eq!(handed.lock().bytes, 0);
    }

    #[test]
    fn what_waits_is_bounded() {
        let handed = Handed::default();
        let large = |sequence| vec![entry(HOUSE, sequence, HANDED_BYTES_MAX / 2)];
        handed.put((1..=3).map(large).collect());
        assert_eq!(next(&handed, 1), Ok(vec![1, 2]), "the third did not fit");
        handed.put(vec![large(4)]);
        assert_eq!(next(&handed, 3), Err(3));
        assert_eq!(next(&handed, 4), Ok(vec![4]));
        assert_eq!(handed.lock().bytes, 0);
    }

    #[test]
    fn all_houses_share_the_bound_and_one_whose_index_cannot_go_on_has_no_part_of_it() {
        let handed = Handed::default();
        let large = |house: u16| vec![entry(HouseId(house), 1, HANDED_BYTES_MAX)];
        handed.put(vec![large(2), large(1)]);
        assert_eq!(next(&handed, 1), Err(u64::MAX), "the other house has it all");
        handed.refuse(HouseId(2));
        handed.put(vec![large(2), large(1)]);
        assert_eq!(next(&handed, 1), Ok(vec![1]));
        assert_eq!(handed.lock().bytes, 0);
    }
}
