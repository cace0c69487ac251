//! The proposals of each table, with what became of each.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::paper::ProposedAction;
use croupier_house::store::StoreError;
use rusqlite::{Connection, Row};

use super::handle::{Index, listed, number, page};
use crate::error::failed;

/// What became of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProposalState {
    /// It waits for a second person.
    Open,
    /// A second person has authorised it.
    Authorised,
    /// It was withdrawn.
    Withdrawn,
    /// It has become obsolete.
    Obsolete,
}

const STATES: [ProposalState; 4] =
    [ProposalState::Open, ProposalState::Authorised, ProposalState::Withdrawn, ProposalState::Obsolete];

/// A proposal. What is proposed is in the entry that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProposalRow {
    /// Its number at its table.
    pub number: u32,
    /// Who made it.
    pub by: PersonId,
    /// What became of it.
    pub state: ProposalState,
    /// The sequence of the entry that made it.
    pub opened: u64,
    /// The sequence of the entry that changed it last.
    pub changed: u64,
    /// The time of that entry.
    pub at: i64,
}

/// What decides when a proposal becomes obsolete: 0 an opening, 1 a closing, 2 a drop, 3 about a round.
const fn kind_of(action: &ProposedAction) -> i64 {
    match action {
        ProposedAction::Open { .. } => 0,
        ProposedAction::Close { .. } => 1,
        ProposedAction::Drop { .. } => 2,
        ProposedAction::Void { .. } | ProposedAction::Correct { .. } => 3,
    }
}

pub(super) fn note(at: &Connection, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
    let (stream, body, sequence) = (entry.stream.number(), &entry.body, number(sequence));
    let end = |proposal: u32, state: i64| -> Result<(), StoreError> {
        let sql = "update proposals set state = ?, changed = ?, at = ? where stream = ? and number = ?";
        at.execute(sql, (state, sequence, body.at, stream, proposal)).map(drop).map_err(failed)
    };
    let obsolete = |which: &str| -> Result<(), StoreError> {
        // The index over those that are open is short, whatever the age of the table.
        let sql = format!(
            "update proposals set state = 3, changed = ?, at = ? where stream = ? and state = 0 and {which}"
        );
        let mut update = at.prepare_cached(&sql).map_err(failed)?;
        update.execute((sequence, body.at, stream)).map(drop).map_err(failed)
    };
    match &body.event {
        Event::Proposed { proposal, by, action } => {
            let sql = "insert into proposals (stream, number, person, kind, state, opened, changed, at)
                       values (?, ?, ?, ?, 0, ?, ?, ?)";
            let row = (stream, proposal, by.0, kind_of(action), sequence, sequence, body.at);
            at.execute(sql, row).map(drop).map_err(failed)
        }
        Event::Authorised { proposal } => end(*proposal, 1),
        Event::Withdrawn { proposal } => end(*proposal, 2),
        Event::Opened { .. } => obsolete("kind = 0"),
        Event::RoundBegan { .. } | Event::RoundVoided { .. } => obsolete("kind = 3"),
        Event::Closed { .. } => obsolete("kind <> 2"),
        _ => Ok(()),
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<ProposalRow> {
    Ok(ProposalRow {
        number: row.get(0)?,
        by: PersonId(row.get(1)?),
        state: listed(row, 2, &STATES)?,
        opened: row.get::<_, i64>(3)?.cast_unsigned(),
        changed: row.get::<_, i64>(4)?.cast_unsigned(),
        at: row.get(5)?,
    })
}

impl Index {
    /// The proposals of a table before a number, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn proposals_before(
        &self,
        house: HouseId,
        table: TableId,
        before: u32,
        limit: usize,
    ) -> Result<Vec<ProposalRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = "select number, person, state, opened, changed, at from proposals
                   where stream = ? and number < ? order by number desc limit ?";
        self.rows(sql, (stream.number(), before, page(limit)), read)
    }
}
