//! The results of rounds in words, and what was played in them. They come from the rules and not from the entries: see
//! the module.

use std::sync::PoisonError;
use std::time::Duration;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::store::StoreError;
use rusqlite::Connection;

use super::ended_round::EndedRound;
use super::handle::{Index, number};
use super::plays::PlayStage;
use crate::error::failed;

/// The maximum number of results that wait to be written.
pub const RESULTS_WAITING_MAX: usize = 65_536;

impl Index {
    /// Stores the results of rounds, or replaces them after a correction. This does not wait for the disk: they are
    /// written soon, and before any snapshot that is put later.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when too many results wait; they can be put again later.
    pub fn put_results(&self, outcomes: impl IntoIterator<Item = EndedRound>) -> Result<(), StoreError> {
        let mut waiting = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let before = waiting.len();
        let mut outcomes = outcomes.into_iter();
        waiting.extend(outcomes.by_ref().take(RESULTS_WAITING_MAX.saturating_sub(before)));
        let new = waiting.len() - before;
        drop(waiting);
        if new > 0 {
            self.progress.results_wait(new);
        }
        if outcomes.next().is_some() { Err(StoreError::Busy) } else { Ok(()) }
    }

    /// Notes that results of a house were not put although rounds have been played since. Its figures, which are sums, are
    /// not continued: the index is made again from the journal when it is opened next.
    pub fn miss_plays(&self, house: HouseId) {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner).insert(house);
        self.progress.results_wait(0);
    }

    /// Whether the figures of a house are not continued until the index is opened again.
    pub fn has_missed_plays(&self, house: HouseId) -> bool {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner).contains(&house)
    }

    fn note_missed_plays(&self, at: &Connection) -> Result<(), StoreError> {
        let missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for house in missed {
            at.execute("insert or ignore into plays_missed (house) values (?)", [house.0]).map_err(failed)?;
        }
        Ok(())
    }

    /// Waits until all results that were put before are written.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when the time is over.
    pub fn wait_for_results(&self, timeout: Duration) -> Result<(), StoreError> {
        if self.progress.wait_for_results(timeout) { Ok(()) } else { Err(StoreError::Busy) }
    }

    /// Whether results wait to be written.
    pub(super) fn has_results(&self) -> bool {
        !self.results.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Writes the results that wait, within a transaction, and returns how many they were. They wait on until it is
    /// committed.
    pub(super) fn write_results(&self, at: &Connection) -> Result<usize, StoreError> {
        let waiting = self.results.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut plays = PlayStage::default();
        let sql = "insert or replace into results (stream, round, at, result) values (?, ?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        for outcome in &waiting {
            let stream = StreamId { house: outcome.house, table: Some(outcome.table) };
            insert
                .execute((stream.number(), number(outcome.round), outcome.at, &*outcome.result))
                .map_err(failed)?;
            let is_counted = !self.has_missed_plays(outcome.house);
            if let Some(play) = outcome.play.as_ref().filter(|_| is_counted) {
                plays.note(at, outcome, play)?;
            }
        }
        plays.finish(at)?;
        self.note_missed_plays(at)?;
        Ok(waiting.len())
    }

    /// Drops the first results, which are written. The caller still has the connection that writes.
    pub(super) fn results_written(&self, count: usize) {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).drain(..count);
        self.progress.results_written(count);
    }
}
