//! The sittings of each table: from an opening to the closing.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::{Connection, Row};

use super::handle::{Index, number, page};
use super::table_now::TableNow;
use crate::error::failed;

/// A sitting of a table. The house file and the date it was played under are in its first entry, the counts in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SittingRow {
    /// The sequence of the opening.
    pub opening: u64,
    /// The version of the opening in the table's journal.
    pub version: u64,
    /// The time of the opening.
    pub at: i64,
    /// The sequence and the time of the closing; `None` while the table is open.
    pub closing: Option<(u64, i64)>,
}

pub(super) fn note(
    at: &Connection,
    entry: &EntryContent,
    sequence: u64,
    now: &TableNow,
) -> Result<(), StoreError> {
    let (stream, body) = (entry.stream.number(), &entry.body);
    match &body.event {
        Event::Opened { .. } => {
            let sql = "insert into sittings (stream, opening, ver, at) values (?, ?, ?, ?)";
            at.execute(sql, (stream, number(sequence), number(body.version), body.at)).map_err(failed)?;
        }
        Event::Closed { .. } => {
            let sql = "update sittings set closing = ?, closed_at = ? where stream = ? and opening = ?";
            at.execute(sql, (number(sequence), body.at, stream, number(now.opening))).map_err(failed)?;
        }
        _ => {}
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<SittingRow> {
    let closing: Option<i64> = row.get(3)?;
    let closed_at: Option<i64> = row.get(4)?;
    Ok(SittingRow {
        opening: row.get::<_, i64>(0)?.cast_unsigned(),
        version: row.get::<_, i64>(1)?.cast_unsigned(),
        at: row.get(2)?,
        closing: closing.map(i64::cast_unsigned).zip(closed_at),
    })
}

impl Index {
    /// The sittings of a table that were opened before a sequence, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn sittings_before(
        &self,
        house: HouseId,
        table: TableId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<SittingRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = "select opening, ver, at, closing, closed_at from sittings where stream = ? and opening < ?
                   order by opening desc limit ?";
        self.rows(sql, (stream.number(), number(before), page(limit)), read)
    }

    /// The first sitting of a table that was opened after a sequence.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn sitting_after(
        &self,
        house: HouseId,
        table: TableId,
        after: u64,
    ) -> Result<Option<SittingRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = "select opening, ver, at, closing, closed_at from sittings where stream = ? and opening > ?
                   order by opening limit 1";
        self.row(sql, (stream.number(), number(after)), read)
    }
}
