//! The rounds of each table: where each lies in the journal, when it was, and what came of it.

use std::collections::hash_map;

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, listed, number, page, place_in};
use super::table_now::TableNow;
use crate::error::failed;

/// The state of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundState {
    /// It is being played, as far as the entries show: at the end of the journal only the rules know that a round is
    /// over, and then it has a result.
    Playing,
    /// It is over.
    Over,
    /// It is void.
    Void,
}

const STATES: [RoundState; 3] = [RoundState::Playing, RoundState::Over, RoundState::Void];

/// A round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRow {
    /// The table.
    pub table: TableId,
    /// The number of the round.
    pub round: u64,
    /// The record that contains it.
    pub record: u64,
    /// The version of the table's journal at which the record began.
    pub record_version: u64,
    /// The sequence of its first entry.
    pub first: u64,
    /// The sequence of its last entry so far.
    pub last: u64,
    /// The version of its first entry.
    pub first_version: u64,
    /// The version of its last entry so far.
    pub last_version: u64,
    /// The time when it began, in milliseconds since 1970.
    pub began: i64,
    /// The time of its last act.
    pub at: i64,
    /// The sequence of the opening of the table before it.
    pub opening: u64,
    /// Its state.
    pub state: RoundState,
    /// Its result in words, or what the wheel or the dice gave; `None` before there is one.
    pub result: Option<Box<str>>,
}

impl RoundRow {
    /// Whether it is over or void.
    pub const fn is_over(&self) -> bool {
        !matches!(self.state, RoundState::Playing)
    }
}

/// The rounds that the entries of a step have changed: the current one of each table.
#[derive(Default)]
pub(super) struct RoundStage {
    current: FxHashMap<StreamId, RoundRow>,
}

impl RoundStage {
    pub(super) fn note(
        &mut self,
        at: &Connection,
        entry: &EntryContent,
        sequence: u64,
        now: &TableNow,
    ) -> Result<(), StoreError> {
        let Some(table) = entry.stream.table else { return Ok(()) };
        let body = &entry.body;
        if let Event::RoundBegan { round, record, .. } = &body.event {
            if let Some(before) = self.before(at, entry.stream, *round)? {
                before.end();
                before.store(at, entry.stream)?;
            }
            let row = RoundRow {
                table,
                round: *round,
                record: *record,
                record_version: now.record_version,
                first: sequence,
                last: sequence,
                first_version: body.version,
                last_version: body.version,
                began: body.at,
                at: body.at,
                opening: now.opening,
                state: RoundState::Playing,
                result: None,
            };
            self.current.insert(entry.stream, row);
            return Ok(());
        }
        if let Some(row) = self.before(at, entry.stream, now.round + 1)? {
            row.note(entry, sequence);
        }
        Ok(())
    }

    /// The last round of a table before this one.
    fn before(
        &mut self,
        at: &Connection,
        stream: StreamId,
        round: u64,
    ) -> Result<Option<&mut RoundRow>, StoreError> {
        match self.current.entry(stream) {
            hash_map::Entry::Occupied(known) => Ok(Some(known.into_mut())),
            hash_map::Entry::Vacant(new) => {
                Ok(RoundRow::load_before(at, stream, round)?.map(|row| new.insert(row)))
            }
        }
    }

    pub(super) fn finish(&self, at: &Connection) -> Result<(), StoreError> {
        self.current.iter().try_for_each(|(stream, row)| row.store(at, *stream))
    }
}

impl RoundRow {
    fn note(&mut self, entry: &EntryContent, sequence: u64) {
        let body = &entry.body;
        match &body.event {
            Event::Opened { .. } => return,
            Event::Closed { .. } => {
                self.end();
                return;
            }
            Event::Acted { lines, .. } | Event::Revealed { lines } => {
                self.at = body.at;
                if let Some(fell) = last_fallen(lines) {
                    self.result = Some(fell.into());
                }
            }
            Event::Corrected { round, from, to, .. } if *round == self.round => {
                if let (Some(_), Some(fell)) = (fallen(from), fallen(to)) {
                    self.result = Some(fell.into());
                }
            }
            Event::RoundVoided { round, .. } if *round == self.round => {
                (self.state, self.at) = (RoundState::Void, body.at);
            }
            _ => {}
        }
        if self.state == RoundState::Playing || matches!(body.event, Event::RoundVoided { .. }) {
            (self.last, self.last_version) = (sequence, body.version);
        }
    }

    fn end(&mut self) {
        if self.state == RoundState::Playing {
            self.state = RoundState::Over;
        }
    }

    fn load_before(at: &Connection, stream: StreamId, before: u64) -> Result<Option<Self>, StoreError> {
        let sql =
            "select round, record, record_ver, first, last, first_ver, last_ver, began, at, opening, state,
                   outcome, stream from rounds where stream = ? and round < ? order by round desc limit 1";
        let mut select = at.prepare_cached(sql).map_err(failed)?;
        select.query_row((stream.number(), number(before)), read).optional().map_err(failed)
    }

    fn store(&self, at: &Connection, stream: StreamId) -> Result<(), StoreError> {
        let sql = "insert or replace into rounds (stream, round, record, record_ver, first, last, first_ver, last_ver,
                   began, at, opening, state, outcome) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        let row = (
            stream.number(),
            number(self.round),
            number(self.record),
            number(self.record_version),
            number(self.first),
            number(self.last),
            number(self.first_version),
            number(self.last_version),
            self.began,
            self.at,
            number(self.opening),
            place_in(&STATES, &self.state)?,
            self.result.as_deref(),
        );
        insert.execute(row).map_err(failed)?;
        Ok(())
    }
}

/// What the last line that says so says has fallen from the wheel or the dice.
fn last_fallen(lines: &str) -> Option<&str> {
    // Almost every entry is a bet of one line, which says nothing of the kind.
    let may_say = |line: &[u8]| line.starts_with(b"ball ") || line.starts_with(b"dice ");
    let says = lines.as_bytes().split(|byte| *byte == b'\n').any(may_say);
    if says { lines.lines().rev().find_map(fallen) } else { None }
}

/// What a line says has fallen from the wheel or the dice.
fn fallen(line: &str) -> Option<&str> {
    line.strip_prefix("ball ").or_else(|| line.strip_prefix("dice "))
}

fn read(row: &Row<'_>) -> rusqlite::Result<RoundRow> {
    let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    let stream: i64 = row.get(12)?;
    let table = StreamId::numbered(stream).and_then(|stream| stream.table);
    Ok(RoundRow {
        table: table.ok_or(rusqlite::Error::IntegralValueOutOfRange(12, stream))?,
        round: number(0)?,
        record: number(1)?,
        record_version: number(2)?,
        first: number(3)?,
        last: number(4)?,
        first_version: number(5)?,
        last_version: number(6)?,
        began: row.get(7)?,
        at: row.get(8)?,
        opening: number(9)?,
        state: listed(row, 10, &STATES)?,
        result: row.get::<_, Option<String>>(11)?.map(Into::into),
    })
}

const COLUMNS: &str = "rounds.round, record, record_ver, first, last, first_ver, last_ver, began,
    coalesce(results.at, rounds.at), opening,
    case when state = 0 and results.result is not null then 1 else state end,
    coalesce(results.result, outcome), rounds.stream
    from rounds left join results on results.stream = rounds.stream and results.round = rounds.round";

impl Index {
    /// A round.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn round(&self, house: HouseId, table: TableId, round: u64) -> Result<Option<RoundRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = format!("select {COLUMNS} where rounds.stream = ? and rounds.round = ?");
        self.row(&sql, (stream.number(), number(round)), read)
    }

    /// The rounds of a table before a round, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn rounds_before(
        &self,
        house: HouseId,
        table: TableId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<RoundRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = format!(
            "select {COLUMNS} where rounds.stream = ? and rounds.round < ? order by rounds.round desc limit ?"
        );
        self.rows(&sql, (stream.number(), number(before), page(limit)), read)
    }

    /// The rounds of a table after a round, the earliest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn rounds_after(
        &self,
        house: HouseId,
        table: TableId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RoundRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = format!(
            "select {COLUMNS} where rounds.stream = ? and rounds.round > ? order by rounds.round limit ?"
        );
        self.rows(&sql, (stream.number(), number(after), page(limit)), read)
    }
}
