//! The entries with transactions: the rows of the ledger. The transactions themselves are in the entries.
//!
//! Almost every entry has one, so that a bit says it: a row has the bits of [`BLOCK`] consecutive sequences.

use croupier_house::ids::HouseId;
use croupier_house::journal::EntryContent;
use croupier_house::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row};

use super::handle::Index;
use crate::error::failed;
use crate::row_id::{first_row, last_row, row_id, sequence_of};

/// The number of bytes with bits in a row.
const BYTES: usize = 128;

/// The number of sequences in a row.
const BLOCK: u64 = 8 * BYTES as u64;

/// The bits of a row, the lowest of each byte first.
type Bits = [u8; BYTES];

/// The block that the entries of a step have reached.
#[derive(Default)]
pub(super) struct PostingStage {
    block: Option<(i64, Bits)>,
}

impl PostingStage {
    pub(super) fn note(
        &mut self,
        at: &Connection,
        entry: &EntryContent,
        sequence: u64,
    ) -> Result<(), StoreError> {
        if entry.body.ledger.is_empty() {
            return Ok(());
        }
        let row = row_id(entry.stream.house, sequence / BLOCK)?;
        let (_, bits) = match &mut self.block {
            Some(block) if block.0 == row => block,
            before => {
                if let Some(before) = before.take() {
                    store(at, &before)?;
                }
                before.insert((row, load(at, row)?))
            }
        };
        let place = sequence % BLOCK;
        bits[(place / 8) as usize] |= 1 << (place % 8);
        Ok(())
    }

    pub(super) fn finish(&self, at: &Connection) -> Result<(), StoreError> {
        self.block.as_ref().map_or(Ok(()), |block| store(at, block))
    }
}

fn load(at: &Connection, row: i64) -> Result<Bits, StoreError> {
    let mut select = at.prepare_cached("select bits from postings where id = ?").map_err(failed)?;
    let found: Option<Bits> = select.query_row([row], |row| row.get(0)).optional().map_err(failed)?;
    Ok(found.unwrap_or([0; BYTES]))
}

fn store(at: &Connection, (row, bits): &(i64, Bits)) -> Result<(), StoreError> {
    let sql = "insert or replace into postings (id, bits) values (?, ?)";
    let mut insert = at.prepare_cached(sql).map_err(failed)?;
    insert.execute((row, &bits[..])).map(drop).map_err(failed)
}

/// The sequences of a row, in order.
fn sequences(row: i64, bits: Bits) -> impl DoubleEndedIterator<Item = u64> {
    let first = sequence_of(row) * BLOCK;
    (0..BLOCK)
        .filter(move |place| bits[(place / 8) as usize] >> (place % 8) & 1 == 1)
        .map(move |place| first + place)
}

/// The sequences of a row of a query.
fn read(row: &Row<'_>) -> Result<impl DoubleEndedIterator<Item = u64>, StoreError> {
    Ok(sequences(row.get(0).map_err(failed)?, row.get(1).map_err(failed)?))
}

impl Index {
    /// The sequences of the entries with transactions after a sequence, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn postings_after(&self, house: HouseId, after: u64, limit: usize) -> Result<Vec<u64>, StoreError> {
        let sql = "select id, bits from postings where id between ? and ? order by id";
        let blocks = (first_row(house, after / BLOCK), last_row(house));
        self.gathered(sql, blocks, limit, |row, found| {
            found.extend(read(row)?.filter(|sequence| *sequence > after));
            Ok(())
        })
    }

    /// The sequences of the entries with transactions before a sequence, the latest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn postings_before(&self, house: HouseId, before: u64, limit: usize) -> Result<Vec<u64>, StoreError> {
        let sql = "select id, bits from postings where id between ? and ? order by id desc";
        let blocks = (first_row(house, 0), first_row(house, before / BLOCK));
        self.gathered(sql, blocks, limit, |row, found| {
            found.extend(read(row)?.rev().filter(|sequence| *sequence < before));
            Ok(())
        })
    }
}
