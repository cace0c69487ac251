//! The state of a house, replayed from its journal.

use std::fmt;

use croupier_house::House;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::{Entry, JournalError};
use croupier_house::ledger::Ledger;
use croupier_house::store::{Store, StoreError};
use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use rustc_hash::FxHashMap;

use super::key_filter::KeyFilter;
use super::player_history::PlayerHistories;
use super::table_history::TableHistory;

/// Why a house cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError(pub String);

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}

/// A house with its projections.
pub(super) struct HouseState {
    pub(super) house: House<'static>,
    /// The history of each table.
    pub(super) tables: Vec<TableHistory>,
    /// The history of each player.
    pub(super) players: PlayerHistories,
    /// The idempotency keys that may have been used.
    pub(super) used_keys: KeyFilter,
    /// The time of the last event.
    pub(super) at: i64,
}

/// Replays a house from its journal. The hash chain, the money and the play are checked on the way.
pub(super) fn replay(
    id: HouseId,
    shelf: &'static Shelf,
    build: &str,
    pace: Pace,
    store: &dyn Store,
) -> Result<HouseState, ReplayError> {
    let house = House::new(id, shelf, build, pace);
    let mut state = HouseState {
        house,
        tables: Vec::new(),
        players: PlayerHistories::default(),
        used_keys: KeyFilter::new(),
        at: 0,
    };
    let mut read = 0_u64;
    let start = std::time::Instant::now();
    store
        .read_all(id, 1, &mut |stored| {
            let (stream, version) = (stored.stream, stored.version);
            let place = |fault: String| StoreError::Failed(describe_place(stream, version, &fault));
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes)
                .map_err(|fault| place(fault.to_string()))?;
            if entry.hash != stored.hash {
                return Err(place(JournalError::Chain(version).to_string()));
            }
            state.house.apply(&entry).map_err(|fault| place(fault.to_string()))?;
            state.note(&entry);
            state.at = state.at.max(entry.body.at);
            read += 1;
            Ok(())
        })
        .map_err(|error| ReplayError(format!("the journal of house {} cannot be read: {error}", id.0)))?;
    let wrong = |error: &dyn fmt::Display| ReplayError(format!("the balances of house {}: {error}", id.0));
    let balances = store.balances(id).map_err(|error| wrong(&error))?;
    check_balances(&state.house.ledger, &balances).map_err(|error| wrong(&error))?;
    tracing::info!(house = id.0, entries = read, took = ?start.elapsed(), "house replayed from its journal");
    Ok(state)
}

/// Replays a house from the beginning of its journal, without its projections: the proof that the journal can be opened.
///
/// # Errors
/// When an entry does not follow from those before it.
pub(crate) fn replay_house(
    id: HouseId,
    shelf: &'static Shelf,
    store: &dyn Store,
) -> Result<House<'static>, ReplayError> {
    let mut house = House::new(id, shelf, "", Pace::default());
    store
        .read_all(id, 1, &mut |stored| {
            let (stream, version) = (stored.stream, stored.version);
            let place = |fault: JournalError| {
                StoreError::Damaged(describe_place(stream, version, &fault.to_string()))
            };
            let entry = Entry::read(stored.stream, stored.sequence, stored.bytes).map_err(place)?;
            house.apply(&entry).map_err(place)
        })
        .map_err(|error| ReplayError(error.to_string()))?;
    Ok(house)
}

/// Checks that the stored balances are the sums of the entries.
fn check_balances(ledger: &Ledger, stored: &[(i64, i64)]) -> Result<(), StoreError> {
    let moved = ledger.accounts().into_iter().map(|(account, there)| (account.number(), there.minor()));
    let due: FxHashMap<i64, i64> = moved.filter(|(_, minor)| *minor != 0).collect();
    let wrong = stored.iter().find(|(account, minor)| due.get(account) != Some(minor));
    let fault = match wrong {
        Some((account, minor)) => {
            let due = due.get(account).copied().unwrap_or(0);
            format!("account {account} has {minor} but its entries sum to {due}, in minor units")
        }
        None if stored.len() != due.len() => {
            format!("{} accounts are stored but {} have a balance", stored.len(), due.len())
        }
        None => return Ok(()),
    };
    Err(StoreError::Damaged(fault))
}

/// Describes the position of a fault in the journals.
fn describe_place(stream: StreamId, version: u64, fault: &str) -> String {
    match stream.table {
        Some(table) => format!("table {}, entry {version}: {fault}", table.0),
        None => format!("the house's own journal, entry {version}: {fault}"),
    }
}

impl HouseState {
    /// Updates the projections with an entry that the house has applied.
    pub(super) fn note(&mut self, entry: &Entry) {
        if let Some((key, _)) = entry.body.key {
            self.used_keys.note(key);
        }
        let Self { house, tables, players, .. } = self;
        tables.resize_with(house.tables().len(), TableHistory::default);
        let table = entry.stream.table.and_then(|id| house.table(id).ok());
        if let Some(table) = table
            && let Some(history) = tables.get_mut(usize::from(table.id.0).wrapping_sub(1))
        {
            history.note(entry, table);
        }
        if !entry.body.ledger.is_empty() {
            players.note(entry, table.map_or(0, |table| table.rounds), &house.ledger);
        }
    }

    /// Stores an event for the subscribers of its table.
    pub(super) fn note_event(&mut self, id: TableId, entry: &Entry) {
        let Self { house, tables, .. } = self;
        let by = entry.body.by.person().map_or("house", |person| house.name_of(person));
        if let Some(history) = tables.get_mut(usize::from(id.0).wrapping_sub(1)) {
            history.note_event(entry, by);
        }
    }
}
