//! Cumulative sums: a series for each table, set of rules and kind of wager, and where the same cards decide all bets of a
//! round, for every two kinds of wager that were ever staked on in one round. Every round in which it was staked has a row with the sums so far, so that an interval is the
//! difference of two rows, whatever its length.

use std::collections::hash_map::Entry;

use croupier_house::ids::{HouseId, StreamId, TableId};
use croupier_house::store::StoreError;
use croupier_house::table::{FigureSums, FigureTerms};
use rusqlite::{Connection, OptionalExtension, Row};
use rustc_hash::FxHashMap;

use super::handle::{Index, at_most, listed, number, place_in};
use crate::error::failed;

/// The most series that a house can have: so many kinds of wagers at all its tables, under all rules that they had.
pub const FIGURE_SERIES_MAX: usize = 20_000;

/// What a series is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FigureSubject {
    /// All wagers of a table together.
    Table,
    /// One kind of wager.
    Wager,
    /// The cash that went into the drop box: the stakes are its amounts.
    Drop,
    /// Two kinds of wager that the same cards decide: the squares are the products of what lay on each.
    Pair,
}

const SUBJECTS: [FigureSubject; 4] =
    [FigureSubject::Table, FigureSubject::Wager, FigureSubject::Drop, FigureSubject::Pair];

/// What stands between the names of the two wagers of a pair.
const PAIRED: char = '\n';

/// The sums of a series over an interval.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureSeries {
    /// Its number.
    pub number: i64,
    /// The table.
    pub table: TableId,
    /// What it is about.
    pub subject: FigureSubject,
    /// The number of the rules; 0 for the drop, which has none.
    pub terms: i64,
    /// The kind of wager; of a pair both (see [`FigureSeries::pair`]); empty for other subjects.
    pub wager: Box<str>,
    /// The weight of all outcomes of a draw; 0 if it is not drawn.
    pub weight: u32,
    /// The sums.
    pub sums: FigureSums,
}

impl FigureSeries {
    /// The two kinds of wager of a pair.
    pub fn pair(&self) -> Option<(&str, &str)> {
        self.wager.split_once(PAIRED).filter(|_| self.subject == FigureSubject::Pair)
    }
}

/// The name of a pair.
pub(super) fn pair_name(one: &str, other: &str) -> String {
    format!("{one}{PAIRED}{other}")
}

/// The last row of a series.
#[derive(Clone, Copy, Default)]
struct LastRow {
    at: i64,
    round: i64,
    sums: FigureSums,
}

/// The key of a series.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct SeriesKey {
    pub(super) stream: StreamId,
    pub(super) subject: FigureSubject,
    pub(super) terms: i64,
    pub(super) wager: Box<str>,
    pub(super) weight: u32,
}

impl SeriesKey {
    pub(super) fn drop_of(house: HouseId, table: TableId) -> Self {
        let stream = StreamId { house, table: Some(table) };
        Self { stream, subject: FigureSubject::Drop, terms: 0, wager: Box::default(), weight: 0 }
    }
}

/// The series that a step has changed, and the rows that it adds.
#[derive(Default)]
pub(super) struct SeriesStage {
    terms: FxHashMap<(HouseId, FigureTerms), i64>,
    numbers: FxHashMap<SeriesKey, i64>,
    last: FxHashMap<i64, LastRow>,
    rows: Vec<(i64, LastRow)>,
}

impl SeriesStage {
    /// The number of a set of rules.
    pub(super) fn terms(
        &mut self,
        at: &Connection,
        house: HouseId,
        terms: &FigureTerms,
    ) -> Result<i64, StoreError> {
        if let Some(known) = self.terms.get(&(house, terms.clone())) {
            return Ok(*known);
        }
        let body = postcard::to_stdvec(terms).map_err(not_figures)?;
        let found = numbered(
            at,
            "select id from figure_terms where house = ? and body = ?",
            "insert into figure_terms (house, body) values (?, ?)",
            (house.0, &body),
        )?;
        self.terms.insert((house, terms.clone()), found);
        Ok(found)
    }

    /// The number of a series.
    pub(super) fn number(&mut self, at: &Connection, key: &SeriesKey) -> Result<i64, StoreError> {
        if let Some(known) = self.numbers.get(key) {
            return Ok(*known);
        }
        let subject = place_in(&SUBJECTS, &key.subject)?;
        let row = (key.stream.house.0, key.stream.number(), subject, key.terms, &*key.wager, key.weight);
        let found = numbered(
            at,
            "select id from figure_series where house = ? and stream = ? and subject = ? and terms = ? and wager = ?
             and weight = ?",
            "insert into figure_series (house, stream, subject, terms, wager, weight) values (?, ?, ?, ?, ?, ?)",
            row,
        )?;
        self.numbers.insert(key.clone(), found);
        Ok(found)
    }

    /// Adds to a series in a round, or in a round that it has already. A row is never before the last one: a clock that
    /// was set back does not change what was counted before.
    pub(super) fn add(
        &mut self,
        at: &Connection,
        series: i64,
        (time, round): (i64, u64),
        more: &FigureSums,
    ) -> Result<(), StoreError> {
        let last = match self.last.entry(series) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(load_last(at, series)?),
        };
        let sums = last.sums.plus(more).ok_or_else(too_large)?;
        let round = number(round);
        let time = if last.round == round { last.at } else { time.max(last.at) };
        *last = LastRow { at: time, round, sums: FigureSums { most: 0, ..sums } };
        self.rows.push((series, *last));
        Ok(())
    }

    /// Writes the rows, those of a series together.
    pub(super) fn finish(mut self, at: &Connection) -> Result<(), StoreError> {
        let sql = "insert or replace into figures (series, at, round, body) values (?, ?, ?, ?)";
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        self.rows.sort_by_key(|(series, row)| (*series, row.at, row.round));
        for (series, row) in &self.rows {
            let body = postcard::to_stdvec(&row.sums).map_err(not_figures)?;
            insert.execute((series, row.at, row.round, body)).map_err(failed)?;
        }
        Ok(())
    }
}

/// The number of a row that is found or new.
fn numbered(
    at: &Connection,
    find: &str,
    insert: &str,
    row: impl rusqlite::Params + Clone,
) -> Result<i64, StoreError> {
    let mut select = at.prepare_cached(find).map_err(failed)?;
    let found: Option<i64> = select.query_row(row.clone(), |row| row.get(0)).optional().map_err(failed)?;
    if let Some(found) = found {
        return Ok(found);
    }
    at.execute(insert, row).map_err(failed)?;
    Ok(at.last_insert_rowid())
}

fn load_last(at: &Connection, series: i64) -> Result<LastRow, StoreError> {
    let sql = "select at, round, body from figures where series = ? order by at desc, round desc limit 1";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?));
    let found: Option<(i64, i64, Vec<u8>)> = select.query_row([series], row).optional().map_err(failed)?;
    let Some((at, round, body)) = found else { return Ok(LastRow::default()) };
    Ok(LastRow { at, round, sums: sums_of(&body)? })
}

pub(super) fn sums_of(body: &[u8]) -> Result<FigureSums, StoreError> {
    postcard::from_bytes(body).map_err(not_figures)
}

#[allow(clippy::needless_pass_by_value, reason = "it takes errors as `map_err` passes them")]
pub(super) fn not_figures(error: postcard::Error) -> StoreError {
    StoreError::Damaged(format!("figures in the index: {error}"))
}

pub(super) fn too_large() -> StoreError {
    StoreError::Failed("the figures of a table are too large to be counted".to_owned())
}

/// A series with its sums before the end and before the beginning of an interval.
type ReadSeries = (i64, i64, FigureSubject, i64, String, u32, Option<Vec<u8>>, Option<Vec<u8>>);

fn read(row: &Row<'_>) -> rusqlite::Result<ReadSeries> {
    let subject = listed(row, 2, &SUBJECTS)?;
    Ok((row.get(0)?, row.get(1)?, subject, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?))
}

fn series_of(read: ReadSeries) -> Result<FigureSeries, StoreError> {
    let (series, stream, subject, terms, wager, weight, end, start) = read;
    let damaged = || StoreError::Damaged(format!("series {series} of the figures in the index"));
    let table = StreamId::numbered(stream).and_then(|stream| stream.table).ok_or_else(damaged)?;
    let sums = |body: Option<Vec<u8>>| body.as_deref().map_or(Ok(FigureSums::default()), sums_of);
    let sums = sums(end)?.minus(&sums(start)?).ok_or_else(too_large)?;
    Ok(FigureSeries { number: series, table, subject, terms, wager: wager.into(), weight, sums })
}

impl Index {
    /// The sums of every series of a house over an interval: rounds that ended from `from` on and before `to`.
    ///
    /// # Errors
    /// When they cannot be read, or the house has too many series.
    pub fn figures(
        &self,
        house: HouseId,
        from: Option<i64>,
        to: Option<i64>,
    ) -> Result<Vec<FigureSeries>, StoreError> {
        let before =
            "(select body from figures where series = id and at < ? order by at desc, round desc limit 1)";
        let sql = format!(
            "select id, stream, subject, terms, wager, weight, {before}, {before}
             from figure_series where house = ? order by stream, subject, id limit ?"
        );
        let limit = at_most(FIGURE_SERIES_MAX + 1);
        let of = (to.unwrap_or(i64::MAX), from.unwrap_or(i64::MIN), house.0, limit);
        let found = self.rows(&sql, of, read)?;
        if found.len() > FIGURE_SERIES_MAX {
            let most = FIGURE_SERIES_MAX;
            return Err(StoreError::Failed(format!(
                "the figures of this house have more than {most} series"
            )));
        }
        found.into_iter().map(series_of).collect()
    }

    /// The rules of a house with this number in its figures.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn figure_terms(&self, house: HouseId, terms: i64) -> Result<Option<FigureTerms>, StoreError> {
        let sql = "select body from figure_terms where house = ? and id = ?";
        let body: Option<Vec<u8>> = self.row(sql, (house.0, terms), |row| row.get(0))?;
        body.map(|body| postcard::from_bytes(&body).map_err(not_figures)).transpose()
    }
}
