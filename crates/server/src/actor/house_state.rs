//! A house in the memory of its actor, with the little of its past that subscribers see.

use std::sync::Arc;

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::office::Role;
use croupier_house::table::{LiveTable, Mode, TableState};
use croupier_store::index::{EndedRound, RoundPlay};

use super::table_history::TableHistory;
use crate::wire::RoundResult;

/// A house with the recent history of its tables. Everything older is in the index.
pub(super) struct HouseState {
    pub(super) house: House<'static>,
    /// The history of each table.
    pub(super) tables: Vec<TableHistory>,
    /// Results of rounds that the index does not have yet. They are put there when their entries are on disk.
    pub(super) ended: Vec<EndedRound>,
    /// Whether tables were added or changed since this was last set to false.
    pub(super) tables_changed: bool,
    /// The time of the last event.
    pub(super) at: i64,
}

impl HouseState {
    pub(super) const fn new(house: House<'static>) -> Self {
        Self { house, tables: Vec::new(), ended: Vec::new(), tables_changed: true, at: 0 }
    }

    /// Updates the histories with an entry that the house has applied.
    pub(super) fn note(&mut self, entry: &Entry) {
        let Self { house, tables, ended, .. } = self;
        self.at = self.at.max(entry.body.at);
        self.tables_changed |= matches!(entry.body.event, Event::HouseFileAdopted { .. });
        tables.resize_with(house.tables().len(), TableHistory::default);
        let table = entry.stream.table.map(|id| usize::from(id.0).wrapping_sub(1));
        if let Some(history) = table.and_then(|table| tables.get_mut(table)) {
            ended.extend(ended_round(history, house, entry));
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

/// The round that an entry of a table, which the house has applied, has ended or changed, and what was played in it.
pub(crate) fn ended_round(
    history: &mut TableHistory,
    house: &House<'_>,
    entry: &Entry,
) -> Option<EndedRound> {
    let table = house.table(entry.stream.table?).ok()?;
    let result = history.note(entry, table)?;
    let play = Some(Arc::new(play_of(house, entry, table, &result)));
    let RoundResult { round, at, result, .. } = result;
    Some(EndedRound { house: house.id, table: table.id, round, at, result, play })
}

/// What was played in the round of a table, after an event has ended or changed it.
fn play_of(house: &House<'_>, entry: &Entry, table: &TableState<'_>, result: &RoundResult) -> RoundPlay {
    let figures = table.live.as_ref().filter(|_| !result.void).map(LiveTable::round_figures);
    let is_attended = table.live.as_ref().is_some_and(|live| live.mode == Mode::Attended);
    let is_staff = |id: &PersonId| house.office.person(*id).is_ok_and(|person| person.role != Role::Player);
    RoundPlay {
        version: entry.body.version,
        dealer: entry.body.by.person().filter(|_| is_attended).filter(is_staff),
        is_corrected: matches!(entry.body.event, Event::Corrected { .. }),
        figures,
    }
}
