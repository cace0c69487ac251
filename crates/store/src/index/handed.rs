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
}

/// Groups of entries in the memory in which they were stored: copying them would cost as much as storing a tenth of them.
pub(super) type HandedGroups = Vec<Vec<StoredEntry>>;

/// Consecutive entries of a house, group by group. No group is empty.
#[derive(Default)]
struct HandedRun {
    groups: HandedGroups,
    /// The bytes of all of them.
    bytes: usize,
}

impl HandedRun {
    fn last(&self) -> Option<u64> {
        self.groups.last().and_then(|group| group.last()).map(|entry| entry.sequence)
    }

    fn first(&self) -> Option<u64> {
        self.groups.first().and_then(|group| group.first()).map(|entry| entry.sequence)
    }

    /// Drops the entries before a sequence.
    fn drop_before(&mut self, from: u64) {
        if self.first().is_none_or(|first| first >= from) {
            return;
        }
        self.groups.retain(|group| group.last().is_some_and(|last| last.sequence >= from));
        if let Some(first) = self.groups.first_mut() {
            first.retain(|entry| entry.sequence >= from);
        }
        self.bytes = self.groups.iter().map(|group| size(group)).sum();
    }
}

fn size(group: &[StoredEntry]) -> usize {
    group.iter().map(|entry| entry.bytes.len()).sum()
}

/// The group in memory that it fills by a third at least, because it waits there for the index.
fn fitted(mut group: Vec<StoredEntry>) -> Vec<StoredEntry> {
    if group.len() >= group.capacity() / 3 {
        return group;
    }
    let mut own = Vec::with_capacity(group.len());
    own.append(&mut group);
    give_back_entries(group);
    own
}

impl Waiting {
    /// Adds entries of a house, unless there are too many already. Those before them that they do not follow are
    /// dropped.
    fn push(&mut self, house: HouseId, from: u64, group: Vec<StoredEntry>) {
        let run = self.houses.entry(house).or_default();
        if run.last().is_some_and(|last| last.checked_add(1) != Some(from)) {
            self.bytes -= run.bytes;
            *run = HandedRun::default();
        }
        let bytes = size(&group);
        if self.bytes + bytes <= HANDED_BYTES_MAX {
            self.bytes += bytes;
            run.bytes += bytes;
            run.groups.push(fitted(group));
        } else {
            give_back_entries(group);
        }
    }
}

/// Where the next entries of a house are.
pub(super) enum Next {
    /// They were handed over. [`give_back_entries`] takes their memory later.
    Here(HandedGroups),
    /// They are in the journal, up to this sequence at least.
    InJournal(u64),
}

impl Handed {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds entries that were just stored, in order. A group with entries of several houses is not taken.
    pub(super) fn put(&self, groups: HandedGroups) {
        let mut waiting = self.lock();
        for group in groups {
            let Some((house, from)) = group.first().map(|entry| (entry.stream.house, entry.sequence)) else {
                continue;
            };
            let is_own = group.iter().all(|entry| entry.stream.house == house);
            if is_own && !waiting.refused.contains(&house) {
                waiting.push(house, from, group);
            } else {
                give_back_entries(group);
            }
        }
    }

    /// Drops the entries of a house whose index cannot go on, and takes no more of them.
    pub(super) fn refuse(&self, house: HouseId) {
        let mut waiting = self.lock();
        waiting.refused.insert(house);
        let run = waiting.houses.remove(&house).unwrap_or_default();
        waiting.bytes -= run.bytes;
    }

    /// The entries of a house from a sequence on.
    pub(super) fn take(&self, house: HouseId, from: u64) -> Next {
        let mut waiting = self.lock();
        let Some(mut run) = waiting.houses.remove(&house) else { return Next::InJournal(u64::MAX) };
        waiting.bytes -= run.bytes;
        run.drop_before(from);
        match run.first() {
            Some(first) if first == from => Next::Here(run.groups),
            Some(first) => {
                waiting.bytes += run.bytes;
                waiting.houses.insert(house, run);
                Next::InJournal(first - 1)
            }
            None => Next::InJournal(u64::MAX),
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
            Next::Here(groups) => Ok(groups.iter().flatten().map(|entry| entry.sequence).collect()),
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
        assert_eq!(next(&handed, 10), Ok(vec![10]));
    }

    #[test]
    fn a_group_waits_where_it_was_stored_unless_most_of_its_memory_is_empty() {
        let handed = Handed::default();
        let with_room = |sequence: u64, room: usize| {
            let mut group = Vec::with_capacity(room);
            group.push(entry(HOUSE, sequence, 9));
            group
        };
        let (full, empty) = (with_room(1, 2), with_room(2, 1000));
        let stored_at = full.as_ptr();
        handed.put(vec![full, empty]);
        let Next::Here(groups) = handed.take(HOUSE, 1) else { panic!("they were handed over") };
        assert_eq!(groups[0].as_ptr(), stored_at);
        assert!(groups[1].capacity() < 1000);
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
