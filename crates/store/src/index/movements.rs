//! The movements of each person's money and chips, with the balance after each: the rows of a statement.

use std::collections::hash_map;

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, TransactionKind, Unit};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{CachedStatement, Connection, OptionalExtension, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, listed, number, page, person_key, place_in};
use crate::error::failed;

/// A movement of a person's money or chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The kinds by number; new ones go to the end.
const KINDS: [TransactionKind; 16] = [
    TransactionKind::Capital,
    TransactionKind::Issue,
    TransactionKind::BuyIn,
    TransactionKind::CashOut,
    TransactionKind::Plaques,
    TransactionKind::ChipChange,
    TransactionKind::CashIn,
    TransactionKind::Stake,
    TransactionKind::Settle,
    TransactionKind::Return,
    TransactionKind::BankTaken,
    TransactionKind::BankReturned,
    TransactionKind::Fill,
    TransactionKind::Credit,
    TransactionKind::Drop,
    TransactionKind::Correct,
];

/// The columns of a movement, in the order of the table.
type Columns = [i64; 10];

/// The number of movements that one statement inserts. Most of the cost of a statement is in starting and ending it.
const EIGHT: usize = 8;

/// The movements of a step, and the balances that they have changed.
pub(super) struct MovementStage<'c> {
    rows: Vec<Columns>,
    balances: FxHashMap<i64, i64>,
    balance: CachedStatement<'c>,
}

impl<'c> MovementStage<'c> {
    pub(super) fn at(at: &'c Connection) -> Result<Self, StoreError> {
        let balance = at.prepare_cached("select minor from accounts where account = ?").map_err(failed)?;
        Ok(Self { rows: Vec::new(), balances: FxHashMap::default(), balance })
    }

    pub(super) fn note(&mut self, entry: &Entry, sequence: u64, round: u64) -> Result<(), StoreError> {
        let house = entry.stream.house;
        let table = entry.stream.table.map_or(0, |table| i64::from(table.0));
        let mut part = 0;
        for transaction in &entry.body.ledger {
            let kind = place_in(&KINDS, &transaction.kind)?;
            for leg in &transaction.legs {
                for (location, by) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
                    let (Location::Player(person) | Location::Wheel(person, _)) = location else { continue };
                    let balance = self.change(Account { house, unit: leg.unit, location }, by)?;
                    let (person, unit) = (person_key(house, person), place_in(&Unit::ALL, &leg.unit)?);
                    let (sequence, round, at) = (number(sequence), number(round), entry.body.at);
                    part += 1;
                    self.rows.push([person, sequence, part, at, kind, table, round, unit, by, balance]);
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
    pub(super) fn finish(mut self, at: &Connection) -> Result<(), StoreError> {
        self.rows.sort_unstable_by_key(|row| (row[0], row[1], row[2]));
        let (eights, rest) = self.rows.as_chunks::<EIGHT>();
        let mut insert = at.prepare_cached(&insert_sql(EIGHT)).map_err(failed)?;
        eights.iter().try_for_each(|eight| insert_rows(&mut insert, eight))?;
        let mut insert = at.prepare_cached(&insert_sql(1)).map_err(failed)?;
        rest.iter().try_for_each(|one| insert_rows(&mut insert, std::slice::from_ref(one)))?;
        let sql = "insert or replace into accounts (account, minor) values (?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        self.balances.iter().try_for_each(|row| insert.execute(row).map(drop).map_err(failed))
    }
}

fn insert_sql(count: usize) -> String {
    let rows = vec!["(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"; count].join(", ");
    format!(
        "insert into movements (person, sequence, part, at, kind, tbl, round, unit, amount, balance) values {rows}"
    )
}

fn insert_rows(insert: &mut CachedStatement<'_>, rows: &[Columns]) -> Result<(), StoreError> {
    for (place, value) in (1..).zip(rows.as_flattened()) {
        insert.raw_bind_parameter(place, value).map_err(failed)?;
    }
    insert.raw_execute().map(drop).map_err(failed)
}

fn read(row: &Row<'_>) -> rusqlite::Result<MovementRow> {
    let table: u16 = row.get(4)?;
    let round = row.get::<_, i64>(5)?.cast_unsigned();
    Ok(MovementRow {
        sequence: row.get::<_, i64>(0)?.cast_unsigned(),
        part: row.get(1)?,
        at: row.get(2)?,
        kind: listed(row, 3, &KINDS)?,
        table: (table != 0).then_some((TableId(table), round)),
        unit: listed(row, 6, &Unit::ALL)?,
        amount: Money::from_minor(row.get(7)?),
        balance: Money::from_minor(row.get(8)?),
    })
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
        let sql = "select sequence, part, at, kind, tbl, round, unit, amount, balance from movements
                   where person = ? and (sequence, part) < (?, ?) order by sequence desc, part desc limit ?";
        let of = (person_key(house, person), number(before.0), before.1, page(limit));
        self.rows(sql, of, read)
    }
}
