//! The rows of figures in a period: what the figures of the house have, as cells.

use std::collections::BTreeMap;

use croupier_export::{Cell, ExportTable, FIGURES_BY_GAME, FIGURES_BY_TABLE};
use croupier_house::ids::HouseId;
use croupier_house::store::StoreError;
use croupier_kit::Ratio;
use croupier_store::index::FigureSeries;

use super::files::{ExportFiles, name_of};
use crate::actor::TableLabel;
use crate::figures::{ExactFigures, Reckoning, RowName, TermPrices, rows_by};
use crate::wire::FigureBy;

/// What a decimal of eighteen digits is less than.
const EIGHTEEN_DIGITS: i64 = 1_000_000_000_000_000_000;

/// What there is to write about a period.
pub(super) struct PeriodRows<'s> {
    pub(super) house: HouseId,
    pub(super) between: (i64, i64),
    /// The tables that the house had by then.
    pub(super) tables: &'s [TableLabel],
    pub(super) series: &'s [FigureSeries],
    pub(super) prices: &'s BTreeMap<i64, TermPrices>,
}

/// Writes the rows of a table of figures.
pub(super) fn write_rows(
    table: &'static ExportTable,
    period: &PeriodRows<'_>,
    files: &mut ExportFiles,
) -> Result<(), StoreError> {
    if !files.wants(table) {
        return Ok(());
    }
    let by = match table.name {
        name if name == FIGURES_BY_TABLE.name => FigureBy::Table,
        name if name == FIGURES_BY_GAME.name => FigureBy::Game,
        _ => FigureBy::Wager,
    };
    for (name, sums) in all_rows(by, period) {
        let (begins, ends) = period.between;
        let head = [Cell::Integer(period.house.0.into()), Cell::Time(begins), Cell::Time(ends)];
        let figures = ExactFigures::of(&sums).map_err(|_| too_large())?;
        let row: Vec<Cell<'_>> =
            head.into_iter().chain(named(by, &name)).chain(of_figures(by, &figures)?).collect();
        files.row(table, &row)?;
    }
    Ok(())
}

/// All rows, those without activity too: each table has one, and each game; a house without tables has one row.
fn all_rows(by: FigureBy, period: &PeriodRows<'_>) -> Vec<(RowName, Reckoning)> {
    let mut rows = rows_by(by, &|_| true, period.tables, period.series, period.prices);
    if by != FigureBy::Table {
        for label in period.tables {
            let game = Some(label.game.to_string());
            if !rows.iter().any(|(name, _)| name.game == game) {
                rows.push((RowName { game, ..RowName::default() }, Reckoning::default()));
            }
        }
        rows.sort_by(|(one, _), (other, _)| (&one.game, &one.wager).cmp(&(&other.game, &other.wager)));
    }
    if rows.is_empty() {
        rows.push((RowName::default(), Reckoning::default()));
    }
    rows
}

/// What names a row.
fn named(by: FigureBy, name: &RowName) -> Vec<Cell<'_>> {
    let game = Cell::maybe(name.game.as_deref(), Cell::text);
    match by {
        FigureBy::Table => {
            let table = Cell::maybe(name.table, |table| Cell::Integer(table.into()));
            let called = Cell::maybe(name.table, |_| Cell::text(&*name.name));
            vec![table, called, game]
        }
        FigureBy::Game => vec![game],
        FigureBy::Wager => vec![game, Cell::maybe(name.wager.as_deref(), Cell::text)],
    }
}

fn of_figures(by: FigureBy, figures: &ExactFigures) -> Result<Vec<Cell<'static>>, StoreError> {
    let activity = if figures.is_active() { "activity" } else { "no activity" };
    let mut cells = vec![
        Cell::text(activity),
        Cell::Integer(figures.rounds),
        Cell::Integer(figures.bets),
        money(figures.staked)?,
        money(figures.returned)?,
        money(figures.staked - figures.returned)?,
    ];
    if by != FigureBy::Wager {
        cells.push(money(figures.drop)?);
    }
    let fraction = |of: Option<&Ratio>| Cell::maybe(of, |of| Cell::text(of.to_string()));
    let spread = figures.spread.as_ref();
    let reasons = figures.inexact.iter().map(name_of).collect::<Result<Vec<_>, _>>()?;
    cells.extend([
        Cell::Integer(figures.unpriced),
        money(figures.priced_win)?,
        money(figures.theoretical)?,
        fraction(figures.theoretical_exact.as_ref()),
        fraction(figures.variance_exact.as_ref()),
        decimal(spread.map(|spread| spread.deviation))?,
        decimal(spread.map(|spread| spread.z))?,
        fraction(spread.and_then(|spread| spread.z_squared.as_ref())),
        Cell::maybe(figures.method.as_ref().map(name_of).transpose()?, Cell::text),
        Cell::maybe((!reasons.is_empty()).then(|| reasons.join("; ")), Cell::text),
    ]);
    Ok(cells)
}

/// An amount that a decimal of eighteen digits has room for.
fn money(minor: i128) -> Result<Cell<'static>, StoreError> {
    let minor = i64::try_from(minor).map_err(|_| too_large())?;
    fits(minor).map(Cell::Money)
}

fn decimal(millionths: Option<i64>) -> Result<Cell<'static>, StoreError> {
    let fitting = millionths.map(fits).transpose()?;
    Ok(Cell::maybe(fitting, Cell::Decimal))
}

fn fits(number: i64) -> Result<i64, StoreError> {
    if (1 - EIGHTEEN_DIGITS..EIGHTEEN_DIGITS).contains(&number) { Ok(number) } else { Err(too_large()) }
}

fn too_large() -> StoreError {
    StoreError::Failed("a figure is too large to be written".to_owned())
}
