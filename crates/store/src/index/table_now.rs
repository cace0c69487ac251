//! What the projections must know about a table while they read its journal: the round and record it is in, its last
//! opening, the link it deals from, and whether the last call for bets has been made.

use croupier_house::ids::StreamId;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension};

use crate::error::failed;

/// A table as far as its journal has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TableNow {
    /// The number of the round.
    pub(super) round: u64,
    /// The number of the record.
    pub(super) record: u64,
    /// The version at which the record began.
    pub(super) record_version: u64,
    /// The sequence of the last opening of the table.
    pub(super) opening: u64,
    /// The version at which the chain was opened.
    pub(super) chain: u64,
    /// The version of the last commitment.
    pub(super) link: u64,
    /// Whether the last call for bets has been made.
    pub(super) last_call: bool,
}

impl TableNow {
    pub(super) fn load(at: &Connection, stream: StreamId) -> Result<Self, StoreError> {
        let sql =
            "select round, record, record_ver, opening, chain, link, last_call from tables where stream = ?";
        let mut select = at.prepare_cached(sql).map_err(failed)?;
        let row = |row: &rusqlite::Row<'_>| {
            let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
            Ok(Self {
                round: number(0)?,
                record: number(1)?,
                record_version: number(2)?,
                opening: number(3)?,
                chain: number(4)?,
                link: number(5)?,
                last_call: row.get(6)?,
            })
        };
        Ok(select.query_row([stream.number()], row).optional().map_err(failed)?.unwrap_or_default())
    }

    pub(super) fn store(&self, at: &Connection, stream: StreamId) -> Result<(), StoreError> {
        let sql = "insert or replace into tables (stream, round, record, record_ver, opening, chain, link, last_call)
                   values (?, ?, ?, ?, ?, ?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        let numbers = [self.round, self.record, self.record_version, self.opening, self.chain, self.link];
        let [round, record, record_version, opening, chain, link] = numbers.map(u64::cast_signed);
        let row = (stream.number(), round, record, record_version, opening, chain, link, self.last_call);
        insert.execute(row).map_err(failed)?;
        Ok(())
    }
}
