//! The figures: what each round adds to the series of its table, summed for each period. A period is written when nothing that can
//! still be corrected or void belongs to it. So memory grows with tables, wagers and the periods that wait, and not with rounds.

use std::collections::{BTreeMap, BTreeSet};

use croupier_export::{FIGURES_BY_GAME, FIGURES_BY_TABLE, FIGURES_BY_WAGER};
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::TableId;
use croupier_house::journal::Entry;
use croupier_house::store::StoreError;
use croupier_house::table::{FigureSums, RoundFigures};
use croupier_store::index::{
    EndedRound, FigureSeries, FigureSubject, RoundPlay, SeriesPart, cash_dropped, series_parts,
};

use super::figure_rows::{PeriodRows, write_rows};
use super::files::ExportFiles;
use super::periods::{FigurePeriod, Periods};
use super::pricing::TermPricer;
use crate::actor::{ReplayMoment, TableHistory, ended_round, table_labels};

/// What names a series: the table, the subject, the rules, the wager and the weight of a draw.
type SeriesName = (TableId, FigureSubject, i64, Box<str>, u32);

/// What a table has that does not count yet.
#[derive(Default)]
struct TablePlay {
    history: TableHistory,
    /// The last round that is over, while it can be corrected or void.
    last: Option<LastRound>,
    /// The cash that was dropped since the last round began, with its times: while that is played, nothing of it is written.
    dropped: Vec<(i64, FigureSums)>,
    /// The last round that was counted: from the next one on it does not change.
    counted: u64,
    /// When the house had the table first.
    since: i64,
}

struct LastRound {
    round: u64,
    at: i64,
    figures: Option<RoundFigures>,
}

impl TablePlay {
    /// The earliest time of what does not count yet.
    fn waits_from(&self) -> Option<i64> {
        let round = self.last.as_ref().map(|last| last.at);
        round.into_iter().chain(self.dropped.first().map(|(at, _)| *at)).min()
    }
}

/// The figures of a house while it is replayed.
pub(super) struct FigureExport<'p> {
    pricer: &'p mut TermPricer,
    period: FigurePeriod,
    between: (i64, i64),
    /// The periods, from the first entry on.
    periods: Option<Periods>,
    /// The beginning of the first period that is not written yet.
    next: i64,
    /// The time of the last entry.
    at: i64,
    tables: Vec<TablePlay>,
    sums: BTreeMap<i64, BTreeMap<SeriesName, FigureSums>>,
}

impl<'p> FigureExport<'p> {
    pub(super) fn new(pricer: &'p mut TermPricer, period: FigurePeriod, between: (i64, i64)) -> Self {
        let (tables, sums) = (Vec::new(), BTreeMap::new());
        Self { pricer, period, between, periods: None, next: 0, at: 0, tables, sums }
    }

    /// Notes an entry before and after the house has applied it.
    pub(super) fn note(
        &mut self,
        house: &House<'_>,
        entry: &Entry,
        moment: ReplayMoment,
        files: &mut ExportFiles,
    ) -> Result<(), StoreError> {
        let body = &entry.body;
        match moment {
            ReplayMoment::Before => {
                if self.periods.is_none() {
                    let periods = Periods::new(self.period, self.between, body.at);
                    (self.next, self.periods) = (periods.first(), Some(periods));
                }
                if let Event::RoundBegan { .. } | Event::Closed { .. } = &body.event
                    && let Some(table) = entry.stream.table
                {
                    self.count_table(table)?;
                    self.write_due(house, body.at, files)?;
                }
                Ok(())
            }
            ReplayMoment::After => {
                self.at = body.at;
                while self.tables.len() < house.tables().len() {
                    self.tables.push(TablePlay { since: body.at, ..TablePlay::default() });
                }
                self.note_cash(entry)?;
                let Some(table) = entry.stream.table else { return Ok(()) };
                let Some(play) = self.tables.get_mut(place_of(table)) else { return Ok(()) };
                match ended_round(&mut play.history, house, entry) {
                    Some(ended) => self.note_round(&ended),
                    None => Ok(()),
                }
            }
        }
    }

    /// The cash that an entry of a table drops waits until its round is over.
    fn note_cash(&mut self, entry: &Entry) -> Result<(), StoreError> {
        for (table, sums) in cash_dropped(&entry.body) {
            let waits = entry.stream.table.and_then(|table| self.tables.get_mut(place_of(table)));
            match waits {
                Some(play) if entry.stream.table == Some(table) => play.dropped.push((entry.body.at, sums)),
                _ => self.add((table, FigureSubject::Drop, 0, Box::default(), 0), entry.body.at, &sums)?,
            }
        }
        Ok(())
    }

    /// A round that is over, or the last one as it is now. Earlier rounds do not change.
    fn note_round(&mut self, ended: &EndedRound) -> Result<(), StoreError> {
        let Some(RoundPlay { figures, .. }) = ended.play.as_deref() else { return Ok(()) };
        let Some(play) = self.tables.get_mut(place_of(ended.table)) else { return Ok(()) };
        if ended.round <= play.counted {
            let (table, round) = (ended.table.0, ended.round);
            return Err(StoreError::Damaged(format!(
                "table {table}, round {round}: changed when the next had begun"
            )));
        }
        let at = match &play.last {
            Some(last) if ended.round < last.round => return Ok(()),
            Some(last) if ended.round == last.round => last.at,
            _ => ended.at,
        };
        let now = LastRound { round: ended.round, at, figures: figures.clone() };
        match play.last.replace(now) {
            Some(before) if before.round != ended.round => self.count_round(ended.table, &before),
            _ => Ok(()),
        }
    }

    /// Counts what waited at a table.
    fn count_table(&mut self, table: TableId) -> Result<(), StoreError> {
        let Some(play) = self.tables.get_mut(place_of(table)) else { return Ok(()) };
        let (last, dropped) = (play.last.take(), std::mem::take(&mut play.dropped));
        for (at, sums) in dropped {
            self.add((table, FigureSubject::Drop, 0, Box::default(), 0), at, &sums)?;
        }
        last.map_or(Ok(()), |last| self.count_round(table, &last))
    }

    fn count_round(&mut self, table: TableId, last: &LastRound) -> Result<(), StoreError> {
        if let Some(play) = self.tables.get_mut(place_of(table)) {
            play.counted = play.counted.max(last.round);
        }
        let Some(figures) = &last.figures else { return Ok(()) };
        let terms = self.pricer.number(&figures.terms);
        for part in series_parts(figures)? {
            let SeriesPart { subject, wager, weight, sums } = part;
            self.add((table, subject, terms, wager.into(), weight), last.at, &sums)?;
        }
        Ok(())
    }

    fn add(&mut self, series: SeriesName, at: i64, more: &FigureSums) -> Result<(), StoreError> {
        let (from, to) = self.between;
        let Some(periods) = self.periods.filter(|_| from <= at && at < to) else { return Ok(()) };
        let beginning = periods.beginning(at);
        if beginning < self.next {
            return Err(StoreError::Damaged(format!("entries at {at} are later than entries after them")));
        }
        let sums = self.sums.entry(beginning).or_default().entry(series).or_default();
        let too_large =
            || StoreError::Failed("the figures of a period are too large to be counted".to_owned());
        *sums = sums.plus(more).ok_or_else(too_large)?;
        Ok(())
    }

    /// Writes the periods that ended before a time, and in which nothing waits.
    fn write_due(&mut self, house: &House<'_>, at: i64, files: &mut ExportFiles) -> Result<(), StoreError> {
        let Some(periods) = self.periods else { return Ok(()) };
        if periods.end(self.next).is_none_or(|end| end > at) {
            return Ok(());
        }
        let until = self.tables.iter().filter_map(TablePlay::waits_from).fold(at, i64::min);
        while let Some(end) = periods.end(self.next).filter(|end| self.next < *end && *end <= until) {
            self.write_period(house, end, files)?;
        }
        Ok(())
    }

    /// Writes what is left at the end of the journal. `open` are the tables at which a round is played, and `now` is the time by the
    /// clock: nothing can be said about what comes later.
    pub(super) fn end(
        mut self,
        house: &House<'_>,
        open: &BTreeMap<TableId, u64>,
        now: i64,
        files: &mut ExportFiles,
    ) -> Result<(), StoreError> {
        let Some(periods) = self.periods else { return Ok(()) };
        for table in house.tables() {
            if open.contains_key(&table.id)
                && let Some(play) = self.tables.get_mut(place_of(table.id))
            {
                play.dropped.clear();
            }
            self.count_table(table.id)?;
        }
        let known = if self.between.1 < i64::MAX { self.at.max(now) } else { self.at };
        let last = periods.last_end(known);
        while self.next < last {
            self.write_period(house, periods.end(self.next).unwrap_or(last), files)?;
        }
        Ok(())
    }

    /// Writes the next period, and goes on to the one after.
    fn write_period(
        &mut self,
        house: &House<'_>,
        end: i64,
        files: &mut ExportFiles,
    ) -> Result<(), StoreError> {
        let sums = self.sums.remove(&self.next).unwrap_or_default();
        let series: Vec<FigureSeries> = (1..).zip(sums).map(series_of).collect();
        let played = series.iter().filter(|series| series.terms > 0 && series.sums.bets != 0);
        let played: BTreeSet<i64> = played.map(|series| series.terms).collect();
        let labels = table_labels(house);
        let known = self.tables.iter().take_while(|table| table.since < end).count();
        let rows = PeriodRows {
            house: house.id,
            between: (self.next, end),
            tables: labels.get(..known).unwrap_or(&labels),
            series: &series,
            prices: self.pricer.prices(&played)?,
        };
        for table in [&FIGURES_BY_TABLE, &FIGURES_BY_GAME, &FIGURES_BY_WAGER] {
            write_rows(table, &rows, files)?;
        }
        self.next = end;
        Ok(())
    }
}

fn series_of((number, (name, sums)): (i64, (SeriesName, FigureSums))) -> FigureSeries {
    let (table, subject, terms, wager, weight) = name;
    FigureSeries { number, table, subject, terms, wager, weight, sums }
}

/// The place of a table among all tables.
fn place_of(table: TableId) -> usize {
    usize::from(table.0).wrapping_sub(1)
}
