//! The movements of each person's money and chips, with the balance after each: the rows of a statement.

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, TransactionKind, Unit};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{Connection, OptionalExtension, Row};
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

/// The balances that the entries of a step have changed.
#[derive(Default)]
pub(super) struct MovementStage {
    balances: FxHashMap<i64, i64>,
}

impl MovementStage {
    pub(super) fn note(
        &mut self,
        at: &Connection,
        entry: &Entry,
        sequence: u64,
        round: u64,
    ) -> Result<(), StoreError> {
        let house = entry.stream.house;
        let table = entry.stream.table.map_or(0, |table| table.0);
        let mut part = 0_u32;
        for transaction in &entry.body.ledger {
            let kind = place_in(&KINDS, &transaction.kind)?;
            for leg in &transaction.legs {
                for (location, by) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
                    let (Location::Player(person) | Location::Wheel(person, _)) = location else { continue };
                    let balance = self.change(at, Account { house, unit: leg.unit, location }, by)?;
                    let unit = place_in(&Unit::ALL, &leg.unit)?;
                    part += 1;
                    insert_cached(at)?
                        .execute((
                            person_key(house, person),
                            number(sequence),
                            part,
                            entry.body.at,
                            kind,
                            table,
                            number(round),
                            unit,
                            by,
                            balance,
                        ))
                        .map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    /// Changes a balance and returns the new one.
    fn change(&mut self, at: &Connection, account: Account, by: i64) -> Result<i64, StoreError> {
        let before = match self.balances.get(&account.number()) {
            Some(before) => *before,
            None => {
                let sql = "select minor from accounts where account = ?";
                let mut select = at.prepare_cached(sql).map_err(failed)?;
                let found = select.query_row([account.number()], |row| row.get(0)).optional();
                found.map_err(failed)?.unwrap_or(0)
            }
        };
        let after = before.checked_add(by).ok_or_else(|| {
            StoreError::Failed(format!("the balance of account {} is too large", account.number()))
        })?;
        self.balances.insert(account.number(), after);
        Ok(after)
    }

    pub(super) fn finish(&self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert or replace into accounts (account, minor) values (?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        self.balances.iter().try_for_each(|row| insert.execute(row).map(drop).map_err(failed))
    }
}

fn insert_cached(at: &Connection) -> Result<rusqlite::CachedStatement<'_>, StoreError> {
    at.prepare_cached(
        "insert into movements (person, sequence, part, at, kind, tbl, round, unit, amount, balance)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .map_err(failed)
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
