//! Who played which round, with stakes and returns; and the totals of each person.

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Transaction, TransactionKind};
use croupier_house::store::StoreError;
use croupier_kit::Money;
use rusqlite::{Connection, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, number, page, person_key};
use crate::error::failed;

/// A round in which a person had a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedRow {
    /// The sequence of the person's first movement in it. Pages continue from it.
    pub first: u64,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The time of the person's last movement in it.
    pub at: i64,
    /// The sum of the stakes.
    pub staked: Money,
    /// The sum of the returns.
    pub returned: Money,
}

/// The sums over all rounds of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerTotals {
    /// The number of rounds.
    pub rounds: u64,
    /// The sum of the stakes.
    pub staked: Money,
    /// The sum of the returns.
    pub returned: Money,
}

/// The stakes and returns of a step, by person, table and round.
#[derive(Default)]
pub(super) struct PlayedStage {
    sums: FxHashMap<(i64, u16, u64), PlayedRow>,
}

impl PlayedStage {
    pub(super) fn note(&mut self, entry: &Entry, sequence: u64, round: u64) -> Result<(), StoreError> {
        let Some(table) = entry.stream.table else { return Ok(()) };
        for transaction in entry.body.ledger.iter().filter(|transaction| is_play(transaction)) {
            for leg in &transaction.legs {
                let (person, staked) = match (own(leg.from), own(leg.to)) {
                    (Some(person), _) => (person, true),
                    (None, Some(person)) => (person, false),
                    (None, None) => continue,
                };
                let key = (person_key(entry.stream.house, person), table.0, round);
                let (zero, at) = (Money::ZERO, entry.body.at);
                let new = PlayedRow { first: sequence, table, round, at, staked: zero, returned: zero };
                let row = self.sums.entry(key).or_insert(new);
                row.at = at;
                let sum = if staked { &mut row.staked } else { &mut row.returned };
                *sum = sum.plus(leg.amount).map_err(|_| overflow(person))?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(&self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert into played (person, first, tbl, round, at, staked, returned) values (?, ?, ?, ?, ?, ?, ?)
                   on conflict (person, tbl, round) do update set at = excluded.at,
                   staked = staked + excluded.staked, returned = returned + excluded.returned
                   returning first = ?2";
        let mut upsert = at.prepare_cached(sql).map_err(failed)?;
        let sql = "insert into totals (person, rounds, staked, returned) values (?, ?, ?, ?)
                   on conflict (person) do update set rounds = rounds + excluded.rounds,
                   staked = staked + excluded.staked, returned = returned + excluded.returned";
        let mut total = at.prepare_cached(sql).map_err(failed)?;
        for ((person, table, round), row) in &self.sums {
            let (staked, returned) = (row.staked.minor(), row.returned.minor());
            let columns = (person, number(row.first), table, number(*round), row.at, staked, returned);
            let new: bool = upsert.query_row(columns, |row| row.get(0)).map_err(failed)?;
            total.execute((person, i64::from(new), staked, returned)).map_err(failed)?;
        }
        Ok(())
    }
}

fn is_play(transaction: &Transaction) -> bool {
    matches!(
        transaction.kind,
        TransactionKind::Stake | TransactionKind::Settle | TransactionKind::Return | TransactionKind::Correct
    )
}

const fn own(location: Location) -> Option<PersonId> {
    match location {
        Location::Player(person) | Location::Wheel(person, _) => Some(person),
        _ => None,
    }
}

fn overflow(person: PersonId) -> StoreError {
    StoreError::Failed(format!("the stakes of person {} are too large", person.0))
}

const COLUMNS: &str = "first, tbl, round, at, staked, returned from played";

fn read(row: &Row<'_>) -> rusqlite::Result<PlayedRow> {
    Ok(PlayedRow {
        first: row.get::<_, i64>(0)?.cast_unsigned(),
        table: TableId(row.get(1)?),
        round: row.get::<_, i64>(2)?.cast_unsigned(),
        at: row.get(3)?,
        staked: Money::from_minor(row.get(4)?),
        returned: Money::from_minor(row.get(5)?),
    })
}

impl Index {
    /// The rounds that a person has played, the latest first: those whose first movement lies before a sequence.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn played_before(
        &self,
        house: HouseId,
        person: PersonId,
        before: u64,
        limit: usize,
    ) -> Result<Vec<PlayedRow>, StoreError> {
        let sql = format!("select {COLUMNS} where person = ? and first < ? order by first desc limit ?");
        self.rows(&sql, (person_key(house, person), number(before), page(limit)), read)
    }

    /// The rounds that a person has played, the latest first, without the latest `skip`. The price grows with `skip`:
    /// pages far back continue from a sequence instead.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn played_after_skipping(
        &self,
        house: HouseId,
        person: PersonId,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<PlayedRow>, StoreError> {
        let sql = format!("select {COLUMNS} where person = ? order by first desc limit ? offset ?");
        let skip = i64::try_from(skip).unwrap_or(i64::MAX);
        self.rows(&sql, (person_key(house, person), page(limit), skip), read)
    }

    /// The stakes and returns of a person in one round; `None` when the person did not play it.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn played_round(
        &self,
        house: HouseId,
        person: PersonId,
        table: TableId,
        round: u64,
    ) -> Result<Option<PlayedRow>, StoreError> {
        let sql = format!("select {COLUMNS} where person = ? and tbl = ? and round = ?");
        self.row(&sql, (person_key(house, person), table.0, number(round)), read)
    }

    /// The totals of a person.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn player_totals(&self, house: HouseId, person: PersonId) -> Result<PlayerTotals, StoreError> {
        let sql = "select rounds, staked, returned from totals where person = ?";
        let found = self.row(sql, [person_key(house, person)], |row| {
            Ok(PlayerTotals {
                rounds: row.get::<_, i64>(0)?.cast_unsigned(),
                staked: Money::from_minor(row.get(1)?),
                returned: Money::from_minor(row.get(2)?),
            })
        })?;
        Ok(found.unwrap_or_default())
    }
}
