//! The movements of each person's money and chips, with the balance after each: the rows of a statement.
//!
//! Movements are never changed, and are read in order. So a row of the table has a block of them, and is found by the
//! sequence and part of the first.

use std::collections::hash_map;

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::ledger::{Account, Location, TransactionKind, Unit};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{CachedStatement, Connection, OptionalExtension};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::handle::{Index, number, person_key};
use crate::error::failed;

/// A movement of a person's money or chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovementRow {
    /// The sequence of its entry.
    pub sequence: u64,
    /// Its number within the entry. Pages continue from sequence and part.
    pub part: u32,
    /// The time.
    pub at: i64,
    /// The kind of transaction.
    pub kind: TransactionKind,
    /// The table and its round, if it happened at a table.
    pub table: Option<(TableId, u64)>,
    /// The unit.
    pub unit: Unit,
    /// The amount; negative if the person paid it.
    pub amount: Money,
    /// The person's balance after it, of this unit at this place.
    pub balance: Money,
}

impl MovementRow {
    const fn place(&self) -> (u64, u32) {
        (self.sequence, self.part)
    }
}

/// The most movements of a block: as many as fit into a page of the database beside others.
const BLOCK: usize = 32;

/// The most bytes of a block: its length, and what the longest numbers of its rows take.
const BLOCK_BYTES: usize = 2 + BLOCK * 64;

/// The movements of a person in a step: whole blocks as they are stored, and the rest.
#[derive(Default)]
struct PersonMovements {
    blocks: Vec<StoredBlock>,
    rest: Vec<MovementRow>,
}

/// A block of movements as it is stored, with the place of the first.
struct StoredBlock {
    first: (u64, u32),
    bytes: Vec<u8>,
}

impl PersonMovements {
    /// Adds a movement. A whole block is encoded at once: that takes a tenth of the memory of its rows.
    fn push(&mut self, row: MovementRow) -> Result<(), StoreError> {
        self.rest.push(row);
        if self.rest.len() < BLOCK { Ok(()) } else { self.end_block() }
    }

    fn end_block(&mut self) -> Result<(), StoreError> {
        if let Some(first) = self.rest.first().map(MovementRow::place) {
            self.blocks.push(StoredBlock { first, bytes: encode(&self.rest)? });
            self.rest.clear();
        }
        Ok(())
    }
}

/// Encodes a block. A vector that grows byte by byte would take twice as long.
fn encode(rows: &[MovementRow]) -> Result<Vec<u8>, StoreError> {
    let mut bytes = [0; BLOCK_BYTES];
    postcard::to_slice(rows, &mut bytes).map(|used| used.to_vec()).map_err(not_a_block)
}

/// The movements of a step by person, and the balances that they have changed.
pub(super) struct MovementStage<'c> {
    people: FxHashMap<i64, PersonMovements>,
    balances: FxHashMap<i64, i64>,
    balance: CachedStatement<'c>,
}

impl<'c> MovementStage<'c> {
    pub(super) fn at(at: &'c Connection) -> Result<Self, StoreError> {
        let balance = at.prepare_cached("select minor from accounts where account = ?").map_err(failed)?;
        Ok(Self { people: FxHashMap::default(), balances: FxHashMap::default(), balance })
    }

    pub(super) fn note(&mut self, entry: &EntryContent, sequence: u64, round: u64) -> Result<(), StoreError> {
        let (house, at) = (entry.stream.house, entry.body.at);
        let table = entry.stream.table.map(|table| (table, round));
        let mut part = 0;
        for transaction in &entry.body.ledger {
            for leg in &transaction.legs {
                let sides = [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())];
                for (location, by) in sides {
                    let (Location::Player(person) | Location::Wheel(person, _)) = location else { continue };
                    let (kind, unit) = (transaction.kind, leg.unit);
                    let balance = self.change(Account { house, unit, location }, by)?;
                    let (amount, balance) = (Money::from_minor(by), Money::from_minor(balance));
                    part += 1;
                    let row = MovementRow { sequence, part, at, kind, table, unit, amount, balance };
                    self.people.entry(person_key(house, person)).or_default().push(row)?;
                }
            }
        }
        Ok(())
    }

    /// Changes a balance and returns the new one.
    fn change(&mut self, account: Account, by: i64) -> Result<i64, StoreError> {
        let balance = match self.balances.entry(account.number()) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(new) => {
                let found = self.balance.query_row([account.number()], |row| row.get(0)).optional();
                new.insert(found.map_err(failed)?.unwrap_or(0))
            }
        };
        *balance = balance.checked_add(by).ok_or_else(|| {
            StoreError::Failed(format!("the balance of account {} is too large", account.number()))
        })?;
        Ok(*balance)
    }

    /// Writes the movements in the order of the table, which writes each of its pages once, and the balances.
    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert into movements (person, sequence, part, block) values (?, ?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        let mut people: Vec<_> = self.people.into_iter().collect();
        people.sort_unstable_by_key(|(person, _)| *person);
        for (person, mut movements) in people {
            movements.end_block()?;
            for StoredBlock { first: (sequence, part), bytes } in movements.blocks {
                insert.execute((person, number(sequence), part, bytes)).map_err(failed)?;
            }
        }
        let sql = "insert or replace into accounts (account, minor) values (?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        self.balances.iter().try_for_each(|row| insert.execute(row).map(drop).map_err(failed))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
fn not_a_block(error: postcard::Error) -> StoreError {
    StoreError::Damaged(format!("a block of movements in the index: {error}"))
}

impl Index {
    /// The movements of a person, the latest first: those before a sequence and part.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn movements_before(
        &self,
        house: HouseId,
        person: PersonId,
        before: (u64, u32),
        limit: usize,
    ) -> Result<Vec<MovementRow>, StoreError> {
        let sql = "select block from movements where person = ? and (sequence, part) < (?, ?)
                   order by sequence desc, part desc";
        let of = (person_key(house, person), number(before.0), before.1);
        self.gathered(sql, of, limit, |row, found| {
            let bytes = row.get_ref(0).and_then(|bytes| Ok(bytes.as_blob()?)).map_err(failed)?;
            let block: Vec<MovementRow> = postcard::from_bytes(bytes).map_err(not_a_block)?;
            found.extend(block.into_iter().rev().filter(|row| row.place() < before));
            Ok(())
        })
    }
}
