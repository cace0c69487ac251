//! Who played which round, with stakes and returns; and the totals of each person. A bank that a player takes is a stake
//! in the round in which it is taken, and is returned in the round in which it is given up.

use croupier_house::ids::{HouseId, PersonId, TableId};
use croupier_house::journal::EntryContent;
use croupier_house::ledger::{Location, Transaction, TransactionKind};
use croupier_house::store::StoreError;
use croupier_kit::{Money, MoneySum};
use rusqlite::{Connection, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, number, page, person_key};
use crate::error::failed;

/// A round in which a person had a stake or a bank.
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
    pub staked: MoneySum,
    /// The sum of the returns.
    pub returned: MoneySum,
}

/// The sums over all rounds of a person are stored in two parts, so that they cannot overflow: so many minor units are
/// one of the high part.
const HIGH_PART: i64 = 1_000_000_000_000_000;

/// The parts of a sum.
fn parts(sum: MoneySum) -> Result<(i64, i64), StoreError> {
    let (high, low) = (sum.minor().div_euclid(HIGH_PART.into()), sum.minor().rem_euclid(HIGH_PART.into()));
    let fits =
        |part| i64::try_from(part).map_err(|_| StoreError::Failed(format!("the sum {sum} is too large")));
    Ok((fits(high)?, fits(low)?))
}

/// The sum of two parts.
fn whole(high: i64, low: i64) -> MoneySum {
    MoneySum::from_minor(i128::from(high) * i128::from(HIGH_PART) + i128::from(low))
}

/// Adds to the totals of a person. The low parts are less than a high part each, so that their sum carries at most one.
const ADD_TOTALS: &str =
    "insert into totals (person, rounds, staked_high, staked_low, returned_high, returned_low)
     values (?, ?, ?, ?, ?, ?)
     on conflict (person) do update set rounds = rounds + excluded.rounds,
     staked_high = staked_high + excluded.staked_high + (staked_low + excluded.staked_low) / 1000000000000000,
     staked_low = (staked_low + excluded.staked_low) % 1000000000000000,
     returned_high = returned_high + excluded.returned_high
         + (returned_low + excluded.returned_low) / 1000000000000000,
     returned_low = (returned_low + excluded.returned_low) % 1000000000000000";

/// The stakes and returns of a step, by person, table and round.
#[derive(Default)]
pub(super) struct PlayedStage {
    sums: FxHashMap<(i64, u16, u64), PlayedRow>,
}

impl PlayedStage {
    pub(super) fn note(&mut self, entry: &EntryContent, sequence: u64, round: u64) -> Result<(), StoreError> {
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
                let moved = |sum: Money, by: Money| sum.plus(by).map_err(|_| overflow(person));
                match (staked, transaction.kind) {
                    // What a correction takes back was returned before, and not staked.
                    (true, TransactionKind::Correct) => {
                        row.returned = moved(row.returned, Money::from_minor(-leg.amount.minor()))?;
                    }
                    (true, _) => row.staked = moved(row.staked, leg.amount)?,
                    (false, _) => row.returned = moved(row.returned, leg.amount)?,
                }
            }
        }
        Ok(())
    }

    /// Writes the sums in the order of the table, and then adds up those of each person.
    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert into played (person, first, tbl, round, at, staked, returned) values (?, ?, ?, ?, ?, ?, ?)
                   on conflict (person, tbl, round) do update set at = excluded.at,
                   staked = staked + excluded.staked, returned = returned + excluded.returned
                   returning first = ?2";
        let mut upsert = at.prepare_cached(sql).map_err(failed)?;
        let mut rows: Vec<_> = self.sums.into_iter().collect();
        rows.sort_unstable_by_key(|((person, ..), row)| (*person, row.first));
        let mut totals = FxHashMap::<i64, PlayerTotals>::default();
        for ((person, table, round), row) in rows {
            let (staked, returned) = (row.staked.minor(), row.returned.minor());
            let columns = (person, number(row.first), table, number(round), row.at, staked, returned);
            let new: bool = upsert.query_row(columns, |row| row.get(0)).map_err(failed)?;
            let total = totals.entry(person).or_default();
            total.rounds += u64::from(new);
            total.staked += row.staked;
            total.returned += row.returned;
        }
        let mut add = at.prepare_cached(ADD_TOTALS).map_err(failed)?;
        for (person, PlayerTotals { rounds, staked, returned }) in totals {
            let (staked, returned) = (parts(staked)?, parts(returned)?);
            let added = (person, number(rounds), staked.0, staked.1, returned.0, returned.1);
            add.execute(added).map_err(failed)?;
        }
        Ok(())
    }
}

fn is_play(transaction: &Transaction) -> bool {
    matches!(
        transaction.kind,
        TransactionKind::Stake
            | TransactionKind::Settle
            | TransactionKind::Return
            | TransactionKind::BankTaken
            | TransactionKind::BankReturned
            | TransactionKind::Correct
    )
}

pub(super) const fn own(location: Location) -> Option<PersonId> {
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
        let sql = "select rounds, staked_high, staked_low, returned_high, returned_low from totals where person = ?";
        let found = self.row(sql, [person_key(house, person)], |row| {
            Ok(PlayerTotals {
                rounds: row.get::<_, i64>(0)?.cast_unsigned(),
                staked: whole(row.get(1)?, row.get(2)?),
                returned: whole(row.get(3)?, row.get(4)?),
            })
        })?;
        Ok(found.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_totals_of_a_person_are_larger_than_any_amount() {
        let at = Connection::open_in_memory().unwrap();
        at.execute_batch(super::super::tables::TABLES).unwrap();
        let amounts = [i64::MAX, i64::MAX, HIGH_PART - 1, 1, i64::MAX - 7];
        for amount in amounts {
            let (high, low) = parts(Money::from_minor(amount).into()).unwrap();
            at.execute(ADD_TOTALS, (1, 1, high, low, 0, 1)).unwrap();
        }
        let sql = "select rounds, staked_high, staked_low, returned_high, returned_low from totals";
        let read = |row: &Row<'_>| {
            Ok((row.get(0)?, whole(row.get(1)?, row.get(2)?), whole(row.get(3)?, row.get(4)?)))
        };
        let found: (i64, MoneySum, MoneySum) = at.query_row(sql, [], read).unwrap();
        let sum: i128 = amounts.into_iter().map(i128::from).sum();
        assert_eq!(found, (5, MoneySum::from_minor(sum), MoneySum::from_minor(5)));
    }
}
