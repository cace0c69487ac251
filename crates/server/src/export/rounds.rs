//! The rounds and their stakes: the house is replayed, and a round is written when the next one begins at its table, because until
//! then it can be corrected or void.

use std::collections::BTreeMap;

use croupier_export::{Cell, ROUNDS, WAGERS};
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{HouseId, TableId};
use croupier_house::journal::Entry;
use croupier_house::store::StoreError;
use croupier_house::table::{LiveTable, Phase, PlacedStake, TableState};
use croupier_kit::Money;
use croupier_rules::table::{Outcome, StakeVerdict};

use super::files::{ExportFiles, hex, integer, name_of};
use crate::actor::ReplayMoment;

/// A round at a table that can still change.
struct CurrentRound {
    round: u64,
    record: u64,
    first: u64,
    version: u64,
    began: i64,
    book: [u8; 32],
    /// When it was over.
    ended: Option<i64>,
    result: Option<String>,
    is_corrected: bool,
    /// The stakes of a round that was ended by the house, as they were returned, and whether it is void.
    returned: Option<(Vec<StakeRow>, bool)>,
}

/// A stake that was decided or returned.
struct StakeRow {
    stake: u32,
    is_carried: bool,
    placed: PlacedStake,
    returned: Money,
    kind: Option<String>,
    verdict: StakeVerdict,
    outcome: Outcome,
}

/// The rounds of a house while it is replayed.
#[derive(Default)]
pub(super) struct RoundExport {
    current: BTreeMap<TableId, CurrentRound>,
}

impl RoundExport {
    /// Notes an entry before and after the house has applied it.
    pub(super) fn note(
        &mut self,
        house: &House<'_>,
        entry: &Entry,
        moment: ReplayMoment,
        files: &mut ExportFiles,
    ) -> Result<(), StoreError> {
        let Some(id) = entry.stream.table else { return Ok(()) };
        let Ok(table) = house.table(id) else { return Ok(()) };
        match moment {
            ReplayMoment::Before => before(house.id, table, entry, &mut self.current, files),
            ReplayMoment::After => {
                after(table, entry, &mut self.current);
                Ok(())
            }
        }
    }

    /// Writes the last rounds. Returns the version of each table's journal from which on a round is played that is not over.
    pub(super) fn end(
        self,
        house: &House<'_>,
        files: &mut ExportFiles,
    ) -> Result<BTreeMap<TableId, u64>, StoreError> {
        let mut open = BTreeMap::new();
        for (id, round) in self.current {
            match (round.ended, house.table(id)) {
                (Some(_), Ok(table)) => write_round(house.id, table, &round, files)?,
                _ => {
                    open.insert(id, round.version);
                }
            }
        }
        Ok(open)
    }
}

/// Before an entry is applied: what it ends is still as it was.
fn before(
    house: HouseId,
    table: &TableState<'_>,
    entry: &Entry,
    current: &mut BTreeMap<TableId, CurrentRound>,
    files: &mut ExportFiles,
) -> Result<(), StoreError> {
    let at = entry.body.at;
    match &entry.body.event {
        Event::RoundBegan { .. } | Event::Closed { .. } => {
            let Some(mut round) = current.remove(&table.id) else { return Ok(()) };
            round.ended.get_or_insert(at);
            write_round(house, table, &round, files)
        }
        Event::RoundVoided { round, .. } => {
            end_by_house(table, *round, at, true, current);
            Ok(())
        }
        Event::RoundInterrupted { round, undone } => {
            end_by_house(table, *round, at, *undone, current);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Notes the stakes of a round that the house ends: all are returned, or only those that stand.
fn end_by_house(
    table: &TableState<'_>,
    round: u64,
    at: i64,
    is_undone: bool,
    current: &mut BTreeMap<TableId, CurrentRound>,
) {
    let Some(ended) = current.get_mut(&table.id).filter(|current| current.round == round) else { return };
    let mut stakes = table.live.as_ref().map(stakes_of).unwrap_or_default();
    for row in &mut stakes {
        if is_undone || row.outcome == Outcome::Standing {
            (row.outcome, row.returned) = (Outcome::Void, row.placed.amount);
        }
    }
    let is_void = is_undone || stakes.iter().all(|row| row.outcome == Outcome::Void);
    ended.ended = Some(at);
    ended.returned = Some((stakes, is_void));
}

fn after(table: &TableState<'_>, entry: &Entry, current: &mut BTreeMap<TableId, CurrentRound>) {
    let body = &entry.body;
    if let Event::RoundBegan { round, record, book, .. } = &body.event {
        let begun = CurrentRound {
            round: *round,
            record: *record,
            first: body.sequence,
            version: body.version,
            began: body.at,
            book: *book,
            ended: None,
            result: None,
            is_corrected: false,
            returned: None,
        };
        current.insert(table.id, begun);
        return;
    }
    let Some(round) = current.get_mut(&table.id) else { return };
    round.is_corrected |= matches!(&body.event, Event::Corrected { round: of, .. } if *of == round.round);
    if round.returned.is_some() {
        return;
    }
    if round.ended.is_none() && (table.phase() == Phase::Payment || is_thrown(table, &body.event)) {
        round.ended = Some(body.at);
    }
    if round.ended.is_some() {
        round.result = table.live.as_ref().map(|live| live.rules.result());
    }
}

/// Whether an entry throws the dice: a round is one throw there, and betting opens again at once.
fn is_thrown(table: &TableState<'_>, event: &Event) -> bool {
    let Event::Acted { lines, .. } = event else { return false };
    let throws = table.live.as_ref().is_some_and(|live| live.rules.throws_dice());
    throws && lines.lines().last().is_some_and(|line| line.starts_with("dice "))
}

/// The stakes of the round of a table, those of earlier rounds that stood when it began among them.
fn stakes_of(live: &LiveTable<'_>) -> Vec<StakeRow> {
    let own: Vec<(u32, PlacedStake)> = live
        .stakes()
        .filter(|(number, _)| *number >= live.round_from() || live.is_carried(*number))
        .map(|(number, placed)| (number, *placed))
        .collect();
    let counted = live.rules.counted(own.iter().map(|(number, _)| *number));
    let kind_of = |number: u32| {
        let stake = counted.stakes.iter().find(|stake| stake.number == number)?;
        counted.wagers.get(stake.terms.wager).map(|wager| wager.name.clone())
    };
    let row = |(stake, placed): (u32, PlacedStake)| {
        let verdict = live.rules.row_of(stake)?;
        let (returned, outcome) = match placed.returned {
            Some(returned) => (returned, verdict.outcome),
            None => (Money::ZERO, Outcome::Standing),
        };
        let is_carried = live.is_carried(stake);
        Some(StakeRow { stake, is_carried, placed, returned, kind: kind_of(stake), verdict, outcome })
    };
    own.into_iter().filter_map(row).collect()
}

fn write_round(
    house: HouseId,
    table: &TableState<'_>,
    round: &CurrentRound,
    files: &mut ExportFiles,
) -> Result<(), StoreError> {
    let ended = round.ended.unwrap_or(round.began);
    if !files.covers(ended) {
        return Ok(());
    }
    let now;
    let (stakes, is_void) = match &round.returned {
        Some((stakes, is_void)) => (stakes, *is_void),
        None => {
            now = table.live.as_ref().map(stakes_of).unwrap_or_default();
            (&now, false)
        }
    };
    let decided: Vec<&StakeRow> = stakes.iter().filter(|row| row.outcome != Outcome::Standing).collect();
    let too_large = || StoreError::Failed("the stakes of a round are too large to be added".to_owned());
    let sum = |of: fn(&StakeRow) -> Money| {
        decided.iter().try_fold(0_i64, |sum, row| sum.checked_add(of(row).minor())).ok_or_else(too_large)
    };
    let (staked, returned) = (sum(|row| row.placed.amount)?, sum(|row| row.returned)?);
    let place = || -> Result<[Cell<'_>; 6], StoreError> {
        Ok([
            Cell::Integer(house.0.into()),
            Cell::Integer(table.id.0.into()),
            Cell::text(&*table.name),
            Cell::text(&*table.game),
            integer(round.round)?,
            integer(round.record)?,
        ])
    };
    let result = round.result.as_deref().filter(|_| !is_void);
    let of_round = [
        integer(round.first)?,
        Cell::Time(round.began),
        Cell::Time(ended),
        Cell::maybe(result, Cell::text),
        Cell::Flag(is_void),
        Cell::Flag(round.is_corrected),
        hex(round.book),
        integer(decided.len() as u64)?,
        Cell::Money(staked),
        Cell::Money(returned),
    ];
    let row: Vec<Cell<'_>> = place()?.into_iter().chain(of_round).collect();
    files.row(&ROUNDS, &row)?;
    for stake in decided {
        let row: Vec<Cell<'_>> = place()?.into_iter().chain(stake.cells(ended)?).collect();
        files.row(&WAGERS, &row)?;
    }
    Ok(())
}

impl StakeRow {
    fn cells(&self, ended: i64) -> Result<[Cell<'_>; 14], StoreError> {
        let verdict = &self.verdict;
        Ok([
            Cell::Integer(self.stake.into()),
            Cell::Flag(self.is_carried),
            Cell::Time(ended),
            Cell::Integer(self.placed.person.0.into()),
            Cell::text(&*verdict.wager),
            Cell::maybe(self.kind.as_deref(), Cell::text),
            Cell::maybe(verdict.hand.as_deref(), Cell::text),
            Cell::text(name_of(&self.placed.unit)?),
            Cell::Money(self.placed.amount.minor()),
            Cell::Money(self.returned.minor()),
            Cell::maybe(verdict.commission, |commission| Cell::Money(commission.minor())),
            Cell::text(self.outcome.name()),
            Cell::maybe(verdict.odds, |odds| Cell::text(odds.to_string())),
            Cell::text(verdict.cites.join("; ")),
        ])
    }
}
