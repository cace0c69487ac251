//! Opening a house: the newest snapshot that can be used, and the journal after it.
//!
//! A snapshot is only a shortcut. One that is damaged, of another key, of another journal or of a later version is
//! passed over with a line in the log; without any, the house is replayed from its first entry.

use std::time::{Duration, Instant};

use croupier_fair::Keyring;
use croupier_house::House;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::snapshot::SealedSnapshot;
use croupier_house::store::{Store, StoreError};
use croupier_house::table::{Pace, TableState};
use croupier_rules::book::Shelf;
use croupier_store::index::{EndedRound, PAGE_MAX, RoundRow};
use rustc_hash::FxHashMap;

use super::current_rounds::{CurrentRound, entries_of_rounds};
use super::editions::{finish_replay, foresee_editions};
use super::house_state::HouseState;
use super::replay::{ReplayError, apply, check_balances};
use super::table_history::TableHistory;
use crate::storage::HouseStore;

/// The number of entries that are read at once.
const PAGE: usize = 1_024;
/// The maximum time to wait for the index where it is behind a snapshot, which it is only after a crash.
const INDEX_WAIT: Duration = Duration::from_mins(1);
/// The maximum time to wait until the index has written results that it has been given.
const RESULTS_WAIT: Duration = Duration::from_mins(1);
/// The interval at which progress is logged.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// Why a house was not opened that nobody waits for any more.
pub(super) const INTERRUPTED: &str = "it was interrupted";

/// What is needed to open a house.
pub(super) struct HouseOpener<'a> {
    pub(super) house: HouseId,
    pub(super) shelf: &'static Shelf,
    pub(super) build: &'a str,
    pub(super) pace: Pace,
    pub(super) store: &'a HouseStore,
    /// The journals, on a connection of its own if that matters.
    pub(super) journal: &'a dyn Store,
    /// The keys that snapshots are sealed with; without them, the whole journal is replayed.
    pub(super) keys: Option<&'a Keyring>,
}

/// A house as it was opened.
pub(super) struct OpenedState {
    pub(super) state: HouseState,
    /// The sequence of the snapshot it was opened from; 0 without one.
    pub(super) from: u64,
    /// The number of entries that were applied after it.
    pub(super) applied: u64,
}

impl HouseOpener<'_> {
    /// Opens the house at the end of its journal, and compares the stored balances with it. Nobody may write meanwhile.
    pub(super) fn open(&self) -> Result<OpenedState, ReplayError> {
        let start = Instant::now();
        let opened = self.open_with(u64::MAX, &|state| self.check(state), &|| true)?;
        let (from, entries) = (opened.from, opened.applied);
        tracing::info!(house = self.house.0, from, entries, took = ?start.elapsed(), "house opened");
        Ok(opened)
    }

    /// Opens the house as it was after an entry, while others write; `goes_on` says whether to go on.
    pub(super) fn open_to(&self, to: u64, goes_on: &dyn Fn() -> bool) -> Result<OpenedState, ReplayError> {
        self.open_with(to, &|_| Ok(()), goes_on)
    }

    fn open_with(
        &self,
        to: u64,
        check: &dyn Fn(&HouseState) -> Result<(), ReplayError>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<OpenedState, ReplayError> {
        let play = |state: HouseState, from: u64| {
            let opened = self.play(state, from, to, goes_on)?;
            check(&opened.state)?;
            Ok(opened)
        };
        let head = self.store.head(self.house).map_err(|error| self.unreadable(&error))?;
        let mut before = head.unwrap_or_default().sequence.min(to);
        while let Some((sequence, bytes, keys)) = self.snapshot_at(before) {
            let opened =
                self.restore(sequence, &bytes, keys, goes_on).and_then(|state| play(state, sequence));
            match opened {
                Ok(opened) => return Ok(opened),
                Err(error) if !goes_on() => return Err(error),
                Err(error) => {
                    tracing::warn!(house = self.house.0, sequence, %error, "a snapshot cannot be used");
                }
            }
            // A row of a damaged index may claim any place; the search ends all the same.
            match sequence.min(before).checked_sub(1) {
                Some(earlier) => before = earlier,
                None => break,
            }
        }
        play(HouseState::new(self.first_state()?), 0)
    }

    /// The house before its first entry.
    fn first_state(&self) -> Result<House<'static>, ReplayError> {
        let mut house = House::new(self.house, self.shelf, self.build, self.pace);
        foresee_editions(&mut house, self.store).map_err(|error| self.unreadable(&error))?;
        Ok(house)
    }

    /// The latest snapshot at or before a sequence.
    fn snapshot_at(&self, before: u64) -> Option<(u64, Vec<u8>, &Keyring)> {
        let keys = self.keys?;
        match self.store.index().snapshot(self.house, before) {
            Ok(found) => found.map(|(sequence, bytes)| (sequence, bytes, keys)),
            Err(error) => {
                tracing::warn!(house = self.house.0, %error, "the snapshots cannot be read");
                None
            }
        }
    }

    /// The house of a snapshot, with the histories of its tables.
    fn restore(
        &self,
        sequence: u64,
        bytes: &[u8],
        keys: &Keyring,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<HouseState, ReplayError> {
        let failed = |error: &dyn std::fmt::Display| ReplayError(error.to_string());
        let sealed = SealedSnapshot::read(bytes, keys).map_err(|error| failed(&error))?;
        let entry = self.journal.entries(self.house, sequence, 1).map_err(|error| failed(&error))?;
        let entry = entry.into_iter().next().filter(|entry| entry.sequence == sequence);
        let entry = entry.ok_or_else(|| failed(&"the journal has no entry there"))?;
        if (sealed.sequence, sealed.hash) != (sequence, entry.hash) {
            return Err(failed(&"the journal has another entry there"));
        }
        let last = Entry::read(entry.stream, sequence, entry.bytes).map_err(|error| failed(&error))?;
        if last.hash != sealed.hash {
            return Err(failed(&"the entry there is damaged"));
        }
        let house = sealed.open(self.house, self.shelf, self.build, self.pace);
        let mut state = HouseState::new(house.map_err(|error| failed(&error))?);
        state.at = last.body.at;
        let index = self.store.index();
        index.wait_for(self.house, sequence, INDEX_WAIT).map_err(|error| failed(&error))?;
        state.tables = self.histories(&state.house, sequence, goes_on)?;
        Ok(state)
    }

    /// The histories of the tables at the snapshot: results from the index, lines of the current rounds from the journal.
    fn histories(
        &self,
        house: &House<'static>,
        to: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<TableHistory>, ReplayError> {
        let played: Vec<TableId> =
            house.tables().iter().filter(|table| table.rounds > 0).map(|table| table.id).collect();
        let current =
            played.iter().map(|id| self.current_round(house, *id)).collect::<Result<Vec<_>, _>>()?;
        let entries = entries_of_rounds((self.store, self.journal), &current, to, goes_on);
        let entries = entries.map_err(|error| self.unreadable(&error))?;
        let entries = entries.ok_or_else(|| ReplayError(INTERRUPTED.to_owned()))?;
        let mut entries: FxHashMap<TableId, Vec<Entry>> = played.into_iter().zip(entries).collect();
        let history = |table: &TableState<'_>| match entries.remove(&table.id) {
            Some(entries) => {
                Ok(TableHistory::restored(&self.rounds(table.id, table.rounds, PAGE_MAX)?, &entries))
            }
            None => Ok(TableHistory::default()),
        };
        house.tables().iter().map(history).collect()
    }

    /// Where the entries of the current round of a table are.
    fn current_round(&self, house: &House<'static>, id: TableId) -> Result<CurrentRound, ReplayError> {
        let number = house.table(id).map_err(|why| ReplayError(why.to_string()))?.rounds;
        let rows = self.rounds(id, number, 1)?;
        let row = rows.first().filter(|row| row.round == number);
        let row = row.ok_or_else(|| ReplayError("the index does not have the current round".to_owned()))?;
        let stream = StreamId { house: self.house, table: Some(id) };
        Ok(CurrentRound {
            stream,
            first: row.first,
            versions: row.first_version..=house.head(stream).version,
        })
    }

    /// The latest rounds of a table up to one of them, as the index has them.
    fn rounds(&self, id: TableId, number: u64, limit: usize) -> Result<Vec<RoundRow>, ReplayError> {
        let rows = self.store.index().rounds_before(self.house, id, number.saturating_add(1), limit);
        rows.map_err(|error| ReplayError(error.to_string()))
    }

    /// Applies the entries after a sequence, up to another.
    fn play(
        &self,
        mut state: HouseState,
        from: u64,
        to: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<OpenedState, ReplayError> {
        let (mut next, mut applied, mut reported) = (from + 1, 0, Instant::now());
        state.house.begin_replay();
        while next <= to {
            if !goes_on() {
                return Err(ReplayError(INTERRUPTED.to_owned()));
            }
            let page = self.journal.entries(self.house, next, PAGE);
            let page = page.map_err(|error| self.unreadable(&error))?;
            let Some(last) = page.last() else { break };
            next = last.sequence + 1;
            for stored in page.into_iter().take_while(|stored| stored.sequence <= to) {
                let entry = apply(&mut state.house, stored).map_err(|error| self.unreadable(&error))?;
                state.note(&entry);
                applied += 1;
            }
            self.put_results(&mut state.ended);
            if reported.elapsed() > REPORT_EVERY {
                reported = Instant::now();
                tracing::info!(house = self.house.0, entries = applied, "the journal is being replayed");
            }
        }
        finish_replay(&mut state.house);
        Ok(OpenedState { state, from, applied })
    }

    /// Gives the index the results of rounds. Where it has too many to write, this waits for it.
    fn put_results(&self, ended: &mut Vec<EndedRound>) {
        let index = self.store.index();
        while index.put_results(ended.iter().cloned()) == Err(StoreError::Busy) {
            if let Err(error) = index.wait_for_results(RESULTS_WAIT) {
                tracing::warn!(house = self.house.0, %error, "the results of rounds cannot be indexed");
                break;
            }
        }
        ended.clear();
    }

    /// Compares the stored balances with the house.
    fn check(&self, state: &HouseState) -> Result<(), ReplayError> {
        let balances = self.store.balances(self.house);
        let checked = balances.and_then(|balances| check_balances(&state.house.ledger, &balances));
        checked.map_err(|error| ReplayError(format!("the balances of house {}: {error}", self.house.0)))
    }

    fn unreadable(&self, error: &dyn std::fmt::Display) -> ReplayError {
        ReplayError(format!("the journal of house {} cannot be read: {error}", self.house.0))
    }
}
