//! The fills and credits of each table, with the state of each.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::Entry;
use croupier_house::paper::{SlipKind, SlipState, SlipStep};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{Connection, Row};

use super::handle::{Index, listed, number, page, place_in};
use crate::error::failed;

/// A fill or credit. Its chips by denomination are in the entry that requested it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlipRow {
    /// Its number at its table.
    pub number: u32,
    /// The direction.
    pub kind: SlipKind,
    /// The value of the chips.
    pub amount: Money,
    /// Its state.
    pub state: SlipState,
    /// The sequence of the entry that requested it.
    pub opened: u64,
    /// The sequence of the entry that changed it last.
    pub changed: u64,
    /// The time of that entry.
    pub at: i64,
}

const KINDS: [SlipKind; 2] = [SlipKind::Fill, SlipKind::Credit];
const STATES: [SlipState; 5] =
    [SlipState::Requested, SlipState::Sent, SlipState::Delivered, SlipState::Confirmed, SlipState::Void];

fn state_after(step: &SlipStep) -> SlipState {
    match step {
        SlipStep::Send => SlipState::Sent,
        SlipStep::Deliver => SlipState::Delivered,
        SlipStep::Confirm => SlipState::Confirmed,
        SlipStep::Void(_) => SlipState::Void,
    }
}

pub(super) fn note(at: &Connection, entry: &Entry, sequence: u64) -> Result<(), StoreError> {
    let (stream, body, sequence) = (entry.stream.number(), &entry.body, number(sequence));
    match &body.event {
        Event::SlipRequested { number, kind, chips } => {
            let amount = chips.total().map_err(|_| StoreError::Failed("a slip is too large".to_owned()))?;
            let sql = "insert into slips (stream, number, kind, amount, state, opened, changed, at)
                       values (?, ?, ?, ?, 0, ?, ?, ?)";
            let row = (stream, number, place_in(&KINDS, kind)?, amount.minor(), sequence, sequence, body.at);
            at.execute(sql, row).map_err(failed)?;
        }
        Event::SlipStepped { number, step } => {
            let state = place_in(&STATES, &state_after(step))?;
            let sql = "update slips set state = ?, changed = ?, at = ? where stream = ? and number = ?";
            at.execute(sql, (state, sequence, body.at, stream, number)).map_err(failed)?;
        }
        _ => {}
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<SlipRow> {
    Ok(SlipRow {
        number: row.get(0)?,
        kind: listed(row, 1, &KINDS)?,
        amount: Money::from_minor(row.get(2)?),
        state: listed(row, 3, &STATES)?,
        opened: row.get::<_, i64>(4)?.cast_unsigned(),
        changed: row.get::<_, i64>(5)?.cast_unsigned(),
        at: row.get(6)?,
    })
}

impl Index {
    /// The slips of a table before a number, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn slips_before(
        &self,
        house: HouseId,
        table: TableId,
        before: u32,
        limit: usize,
    ) -> Result<Vec<SlipRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = "select number, kind, amount, state, opened, changed, at from slips
                   where stream = ? and number < ? order by number desc limit ?";
        self.rows(sql, (stream.number(), before, page(limit)), read)
    }
}
