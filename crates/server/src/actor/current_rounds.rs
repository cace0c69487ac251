//! The entries of the current round of every table, when a house is opened from a snapshot.
//!
//! The entries of one table are found by marks, each of which leads to about a thousand entries of all tables. Where there are
//! thousands of tables, that would read the same entries thousands of times. So the rounds that began lately are read together, in
//! one pass over the end of the journal, and each of those that began long ago by itself.

use std::ops::RangeInclusive;

use croupier_house::ids::StreamId;
use croupier_house::journal::Entry;
use croupier_house::store::{Store, StoreError};
use croupier_store::index::MARK_SPAN;
use rustc_hash::FxHashMap;

use crate::journal_reader::read_entries;

/// The number of entries that are read at once.
const PAGE: usize = 1_024;
/// About how many entries of all tables are read to find a round by itself: those of two marks.
const READ_FOR_ONE: u64 = 2 * MARK_SPAN;

/// Where the entries of the current round of a table are, up to the snapshot.
pub(super) struct CurrentRound {
    pub(super) stream: StreamId,
    /// The sequence of the first.
    pub(super) first: u64,
    pub(super) versions: RangeInclusive<u64>,
}

/// The entries of these rounds, in the order of the rounds, up to a sequence. `None` once it does not go on. The pass reads from
/// `journal`; what is read by itself is searched for in `store`.
///
/// # Errors
/// When they cannot be read.
pub(super) fn entries_of_rounds(
    (store, journal): (&dyn Store, &dyn Store),
    rounds: &[CurrentRound],
    to: u64,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Vec<Vec<Entry>>>, StoreError> {
    let from = together_from(rounds, to);
    let mut found = vec![Vec::new(); rounds.len()];
    for (entries, round) in found.iter_mut().zip(rounds).filter(|(_, round)| round.first < from) {
        if !goes_on() {
            return Ok(None);
        }
        *entries = read_entries(store, round.stream, round.versions.clone())?;
    }
    let lately = rounds.iter().enumerate().filter(|(_, round)| round.first >= from);
    let places: FxHashMap<StreamId, usize> = lately.map(|(place, round)| (round.stream, place)).collect();
    let Some(house) = rounds.first().map(|round| round.stream.house) else { return Ok(Some(found)) };
    let mut next = from;
    while next <= to && !places.is_empty() {
        if !goes_on() {
            return Ok(None);
        }
        let page = journal.entries(house, next, PAGE)?;
        let Some(last) = page.last() else { break };
        next = last.sequence + 1;
        for stored in page {
            let Some(&place) = places.get(&stored.stream) else { continue };
            if rounds[place].versions.contains(&stored.version) {
                let entry = Entry::read(stored.stream, stored.sequence, stored.bytes);
                found[place].push(entry.map_err(|error| StoreError::Damaged(error.to_string()))?);
            }
        }
    }
    Ok(Some(found))
}

/// The sequence from which on rounds are read together, so that as few entries as possible are read; after `to` if each is read by
/// itself.
fn together_from(rounds: &[CurrentRound], to: u64) -> u64 {
    let mut firsts: Vec<u64> = rounds.iter().map(|round| round.first).collect();
    firsts.push(to.saturating_add(1));
    firsts.sort_unstable();
    let read = |(earlier, first): &(u64, u64)| {
        earlier.saturating_mul(READ_FOR_ONE).saturating_add(to.saturating_add(1).saturating_sub(*first))
    };
    (0..).zip(firsts).min_by_key(read).map_or(to, |(_, first)| first)
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{HouseId, TableId};

    use super::*;

    fn round(first: u64) -> CurrentRound {
        CurrentRound {
            stream: StreamId { house: HouseId(1), table: Some(TableId(1)) },
            first,
            versions: 1..=9,
        }
    }

    #[test]
    fn as_few_entries_as_possible_are_read() {
        let from =
            |firsts: &[u64]| together_from(&firsts.iter().copied().map(round).collect::<Vec<_>>(), 1_000_000);
        // A table that has been waiting for long, beside others that are played.
        assert_eq!(from(&[3, 999_000, 999_500]), 999_000);
        // Thousands of tables whose rounds are spread over more than a mark.
        let many: Vec<u64> = (0..2_000).map(|table| 940_000 + 30 * table).collect();
        assert_eq!(from(&many), 940_000);
        // One table alone, in a round that began long before.
        assert_eq!(from(&[500_000]), 1_000_001);
        assert_eq!(from(&[]), 1_000_001);
    }
}
