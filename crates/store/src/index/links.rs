//! The links of each table's seed chains: the versions of the four events that prove a round.

use croupier_house::event::Event;
use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::{Connection, Row};

use super::handle::{Index, number, page};
use super::table_now::TableNow;
use crate::error::failed;

/// A link of a seed chain, as versions of the table's journal; 0 for steps that have not happened yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkRow {
    /// The first round that was dealt from it.
    pub round: u64,
    /// Its number in its chain.
    pub link: u32,
    /// The opening of its chain.
    pub chain: u64,
    /// The commitment. Pages continue from it.
    pub committed: u64,
    /// The players' seeds.
    pub closed: u64,
    /// The seed.
    pub revealed: u64,
}

pub(super) fn note(at: &Connection, entry: &EntryContent, now: &TableNow) -> Result<(), StoreError> {
    let (stream, version) = (entry.stream.number(), number(entry.body.version));
    let done = match &entry.body.event {
        Event::Committed { link, .. } => {
            let sql = "insert into links (stream, committed, round, link, chain, closed, revealed)
                       values (?, ?, ?, ?, ?, 0, 0)";
            let mut insert = at.prepare_cached(sql).map_err(failed)?;
            insert.execute((stream, version, number(now.round + 1), link, number(now.chain)))
        }
        Event::SeedsClosed { .. } => {
            let sql = "update links set closed = ? where stream = ? and committed = ?";
            let mut update = at.prepare_cached(sql).map_err(failed)?;
            update.execute((version, stream, number(now.link)))
        }
        Event::SeedRevealed { .. } => {
            let sql = "update links set revealed = ? where stream = ? and committed = ?";
            let mut update = at.prepare_cached(sql).map_err(failed)?;
            update.execute((version, stream, number(now.link)))
        }
        _ => Ok(0),
    };
    done.map(drop).map_err(failed)
}

const COLUMNS: &str = "round, link, chain, committed, closed, revealed from links";

fn read(row: &Row<'_>) -> rusqlite::Result<LinkRow> {
    let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(LinkRow {
        round: number(0)?,
        link: row.get(1)?,
        chain: number(2)?,
        committed: number(3)?,
        closed: number(4)?,
        revealed: number(5)?,
    })
}

impl Index {
    /// The link that a round was dealt from; `None` when it was not dealt from a chain.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn link_of_round(
        &self,
        house: HouseId,
        table: TableId,
        round: u64,
    ) -> Result<Option<LinkRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql = format!(
            "select {COLUMNS} where stream = ? and round <= ? order by round desc, committed desc limit 1"
        );
        self.row(&sql, (stream.number(), number(round)), read)
    }

    /// The links of a table that were committed to before a version, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn links_before(
        &self,
        house: HouseId,
        table: TableId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<LinkRow>, StoreError> {
        let stream = StreamId { house, table: Some(table) };
        let sql =
            format!("select {COLUMNS} where stream = ? and committed < ? order by committed desc limit ?");
        self.rows(&sql, (stream.number(), number(before), page(limit)), read)
    }
}
