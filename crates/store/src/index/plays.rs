//! What was played in each round, counted once: in the series of its table, and by the hour for each player and dealer.
//!
//! The last round of a table is stored as it was counted, so that a correction or a void replaces it. No earlier round can
//! change any more.

use croupier_house::ids::{HouseId, PersonId, StreamId};
use croupier_house::store::StoreError;
use croupier_house::table::{FigureSums, RoundFigures};
use rusqlite::{Connection, OptionalExtension, Row};
use rustc_hash::FxHashMap;

use super::ended_round::{EndedRound, RoundPlay};
use super::figure_series::{SeriesKey, SeriesStage, not_figures, sums_of, too_large};
use super::handle::{Index, at_most, number};
use super::series_parts::{SeriesPart, not_of_round, series_parts, sums_of_pair};
use crate::error::failed;

/// An hour in milliseconds.
pub const PLAY_HOUR: i64 = 60 * 60 * 1000;

/// What a player has staked in an hour, of one series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHour {
    /// The player.
    pub person: PersonId,
    /// The number of the series.
    pub series: i64,
    /// The sums.
    pub sums: FigureSums,
}

/// The rounds whose results a person has entered in an hour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtHour {
    /// The person.
    pub person: PersonId,
    /// The rounds.
    pub rounds: u64,
    /// Those of them that were corrected.
    pub corrected: u64,
}

/// The last round of a table, as it was counted.
#[derive(Clone, Default)]
struct LastPlay {
    round: u64,
    version: u64,
    at: i64,
    dealer: Option<PersonId>,
    is_corrected: bool,
    figures: Option<RoundFigures>,
}

/// The plays of a step.
#[derive(Default)]
pub(super) struct PlayStage {
    series: SeriesStage,
    last: FxHashMap<StreamId, LastPlay>,
    played: FxHashMap<(HouseId, i64, PersonId, i64), FigureSums>,
    dealt: FxHashMap<(HouseId, i64, PersonId), (i64, i64)>,
}

impl PlayStage {
    /// Counts what was played in a round, unless that was done.
    pub(super) fn note(
        &mut self,
        at: &Connection,
        ended: &EndedRound,
        play: &RoundPlay,
    ) -> Result<(), StoreError> {
        let stream = StreamId { house: ended.house, table: Some(ended.table) };
        let last = match self.last.remove(&stream) {
            Some(known) => known,
            None => load_last(at, stream)?,
        };
        if play.version <= last.version || ended.round < last.round {
            self.last.insert(stream, last);
            return Ok(());
        }
        let is_same = ended.round == last.round;
        let when = if is_same { last.at } else { ended.at };
        if let Some(before) = last.figures.as_ref().filter(|_| is_same) {
            self.count(at, stream, (when, ended.round), before, false)?;
        }
        if let Some(figures) = &play.figures {
            self.count(at, stream, (when, ended.round), figures, true)?;
        }
        let dealer = if is_same { last.dealer } else { play.dealer };
        let was_corrected = is_same && last.is_corrected;
        if let Some(person) = dealer {
            let hour = self.dealt.entry((ended.house, when.div_euclid(PLAY_HOUR), person)).or_default();
            hour.0 += i64::from(!is_same);
            hour.1 += i64::from(play.is_corrected && !was_corrected);
        }
        let now = LastPlay {
            round: ended.round,
            version: play.version,
            at: when,
            dealer,
            is_corrected: was_corrected || play.is_corrected,
            figures: play.figures.clone(),
        };
        self.last.insert(stream, now);
        Ok(())
    }

    /// Adds the figures of a round, or takes them away again.
    fn count(
        &mut self,
        at: &Connection,
        stream: StreamId,
        (when, round): (i64, u64),
        figures: &RoundFigures,
        is_added: bool,
    ) -> Result<(), StoreError> {
        let signed = |sums: &FigureSums| -> Result<FigureSums, StoreError> {
            if is_added { Ok(*sums) } else { FigureSums::default().minus(sums).ok_or_else(too_large) }
        };
        let parts = series_parts(figures)?;
        if parts.is_empty() {
            return Ok(());
        }
        let terms = self.series.terms(at, stream.house, &figures.terms)?;
        let mut numbers = Vec::with_capacity(parts.len());
        for part in parts {
            let SeriesPart { subject, wager, weight, sums } = part;
            let key = SeriesKey { stream, subject, terms, wager: wager.into(), weight };
            let series = self.series.number(at, &key)?;
            self.series.add(at, series, (when, round), &signed(&sums)?)?;
            numbers.push(series);
        }
        let (total, numbers) = numbers.split_first().ok_or_else(not_of_round)?;
        let (numbers, of_pairs) = numbers.split_at(figures.wagers.len());
        let paired = figures.pairs.iter().map(|pair| pair.wagers);
        let pairs: FxHashMap<(u16, u16), i64> = paired.zip(of_pairs.iter().copied()).collect();
        let hour = when.div_euclid(PLAY_HOUR);
        for person in &figures.people {
            let own = person.wagers.iter().map(|(place, sums)| (numbers.get(usize::from(*place)), *sums));
            let paired = person.pairs.iter().map(|pair| (pairs.get(&pair.wagers), sums_of_pair(pair)));
            for (series, sums) in own.chain(paired).chain([(Some(total), person.total)]) {
                let series = *series.ok_or_else(not_of_round)?;
                let key = (stream.house, hour, person.person, series);
                let played = self.played.entry(key).or_default();
                *played = played.plus(&signed(&sums)?).ok_or_else(too_large)?;
            }
        }
        Ok(())
    }

    /// Writes what was counted.
    pub(super) fn finish(self, at: &Connection) -> Result<(), StoreError> {
        self.series.finish(at)?;
        for (stream, last) in &self.last {
            last.store(at, *stream)?;
        }
        let mut played: Vec<_> = self.played.into_iter().collect();
        played.sort_unstable_by_key(|(key, _)| *key);
        for ((house, hour, person, series), sums) in played {
            add_played(at, (house.0, hour, person.0, series), &sums)?;
        }
        let sql = "insert into dealt_hours (house, hour, person, rounds, corrected) values (?, ?, ?, ?, ?)
                   on conflict (house, hour, person) do update set rounds = rounds + excluded.rounds,
                   corrected = corrected + excluded.corrected";
        let mut add = at.prepare_cached(sql).map_err(failed)?;
        for ((house, hour, person), (rounds, corrected)) in self.dealt {
            add.execute((house.0, hour, person.0, rounds, corrected)).map_err(failed)?;
        }
        Ok(())
    }
}

fn add_played(at: &Connection, key: (u16, i64, u32, i64), sums: &FigureSums) -> Result<(), StoreError> {
    let sql = "select body from play_hours where house = ? and hour = ? and person = ? and series = ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let found: Option<Vec<u8>> = select.query_row(key, |row| row.get(0)).optional().map_err(failed)?;
    let before = found.as_deref().map_or(Ok(FigureSums::default()), sums_of)?;
    let body = postcard::to_stdvec(&before.plus(sums).ok_or_else(too_large)?).map_err(not_figures)?;
    let sql = "insert or replace into play_hours (house, hour, person, series, body) values (?, ?, ?, ?, ?)";
    let mut insert = at.prepare_cached(sql).map_err(failed)?;
    insert.execute((key.0, key.1, key.2, key.3, body)).map(drop).map_err(failed)
}

fn load_last(at: &Connection, stream: StreamId) -> Result<LastPlay, StoreError> {
    let sql = "select round, ver, at, dealer, corrected, body from last_plays where stream = ?";
    let mut select = at.prepare_cached(sql).map_err(failed)?;
    let row = |row: &Row<'_>| {
        let last = LastPlay {
            round: row.get::<_, i64>(0)?.cast_unsigned(),
            version: row.get::<_, i64>(1)?.cast_unsigned(),
            at: row.get(2)?,
            dealer: row.get::<_, Option<u32>>(3)?.map(PersonId),
            is_corrected: row.get(4)?,
            figures: None,
        };
        Ok((last, row.get::<_, Option<Vec<u8>>>(5)?))
    };
    let found = select.query_row([stream.number()], row).optional().map_err(failed)?;
    let Some((last, body)) = found else { return Ok(LastPlay::default()) };
    let figures = body.map(|body| postcard::from_bytes(&body).map_err(not_figures)).transpose()?;
    Ok(LastPlay { figures, ..last })
}

impl LastPlay {
    fn store(&self, at: &Connection, stream: StreamId) -> Result<(), StoreError> {
        let sql = "insert or replace into last_plays (stream, round, ver, at, dealer, corrected, body)
                   values (?, ?, ?, ?, ?, ?, ?)";
        let body = self.figures.as_ref().map(postcard::to_stdvec).transpose().map_err(not_figures)?;
        let (round, version) = (number(self.round), number(self.version));
        let dealer = self.dealer.map(|person| person.0);
        let row = (stream.number(), round, version, self.at, dealer, self.is_corrected, body);
        let mut insert = at.prepare_cached(sql).map_err(failed)?;
        insert.execute(row).map(drop).map_err(failed)
    }
}

/// The hours that an interval has any part of: the first, and the one after the last.
pub(super) fn hours(from: i64, to: i64) -> (i64, i64) {
    (from.div_euclid(PLAY_HOUR), to.saturating_add(PLAY_HOUR - 1).div_euclid(PLAY_HOUR))
}

impl Index {
    /// What players have staked in the hours of an interval, at most so many rows.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn played_hours(
        &self,
        house: HouseId,
        (from, to): (i64, i64),
        limit: usize,
    ) -> Result<Vec<PlayedHour>, StoreError> {
        let sql =
            "select person, series, body from play_hours where house = ? and hour >= ? and hour < ? limit ?";
        let (from, to) = hours(from, to);
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?));
        let found: Vec<(u32, i64, Vec<u8>)> = self.rows(sql, (house.0, from, to, at_most(limit)), row)?;
        let read = |(person, series, body): (u32, i64, Vec<u8>)| {
            Ok(PlayedHour { person: PersonId(person), series, sums: sums_of(&body)? })
        };
        found.into_iter().map(read).collect()
    }

    /// The rounds that people have dealt in the hours of an interval, at most so many rows.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn dealt_hours(
        &self,
        house: HouseId,
        (from, to): (i64, i64),
        limit: usize,
    ) -> Result<Vec<DealtHour>, StoreError> {
        let sql = "select person, rounds, corrected from dealt_hours where house = ? and hour >= ? and hour < ? limit ?";
        let (from, to) = hours(from, to);
        self.rows(sql, (house.0, from, to, at_most(limit)), |row| {
            let count = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
            Ok(DealtHour { person: PersonId(row.get(0)?), rounds: count(1)?, corrected: count(2)? })
        })
    }
}
