//! The rows of figures: what was won, beside the theory of the same bets.

use std::collections::BTreeMap;

use croupier_house::table::FigureSums;
use croupier_kit::{MoneySum, Ratio};
use croupier_store::index::{FigureSeries, FigureSubject};

use super::prices::TermPrices;
use super::reckoning::{MINOR, Reckoning, as_f64};
use crate::actor::TableLabel;
use crate::wire::{FigureBy, FigureRow, FiguresView};

/// What a row is called.
#[derive(Clone, Default)]
pub(crate) struct RowName {
    pub(crate) table: Option<u16>,
    pub(crate) name: String,
    pub(crate) game: Option<String>,
    pub(crate) wager: Option<String>,
}

/// The key by which rows are ordered and collected.
type RowKey = (u16, String, String);

/// What the figures of an interval are asked for.
pub(crate) struct FigureQuestion {
    pub(crate) currency: String,
    pub(crate) from: Option<i64>,
    pub(crate) to: Option<i64>,
    pub(crate) by: FigureBy,
    /// One table, if not all are asked for.
    pub(crate) table: Option<u16>,
}

/// The figures of an interval.
pub(crate) fn view(
    question: &FigureQuestion,
    tables: &[TableLabel],
    series: &[FigureSeries],
    prices: &BTreeMap<i64, TermPrices>,
) -> FiguresView {
    let is_asked = |table: u16| question.table.is_none_or(|asked| asked == table);
    let rows = rows_by(question.by, &is_asked, tables, series, prices);
    let mut total = Reckoning::with_drop_box();
    for one in series.iter().filter(|one| is_asked(one.table.0)) {
        total.add_series(one, prices, false);
    }
    let named_total = RowName { name: "total".to_owned(), ..RowName::default() };
    FiguresView {
        currency: question.currency.clone(),
        from: question.from,
        to: question.to,
        rows: rows.into_iter().map(|(name, row)| row_of(name, &row)).collect(),
        total: row_of(named_total, &total),
    }
}

/// The rows of these series, in the order of the tables, games and wagers. A table has a row even if nothing happened at it.
pub(crate) fn rows_by(
    by: FigureBy,
    is_asked: &dyn Fn(u16) -> bool,
    tables: &[TableLabel],
    series: &[FigureSeries],
    prices: &BTreeMap<i64, TermPrices>,
) -> Vec<(RowName, Reckoning)> {
    let mut rows: BTreeMap<RowKey, (RowName, Reckoning)> = BTreeMap::new();
    for (number, label) in (1..).zip(tables).filter(|(number, _)| is_asked(*number)) {
        if by == FigureBy::Table {
            let (key, name) = named(by, number, tables, &label.game, "");
            rows.insert(key, (name, Reckoning::with_drop_box()));
        }
    }
    let is_wager = by == FigureBy::Wager;
    for one in series.iter().filter(|one| is_asked(one.table.0)) {
        let label = tables.get(usize::from(one.table.0).wrapping_sub(1));
        let game = match (prices.get(&one.terms), label) {
            (Some(terms), _) => &*terms.game,
            (None, Some(label)) => &*label.game,
            (None, None) => "",
        };
        let is_moved = one.sums != FigureSums::default();
        let is_shown = is_moved && (!is_wager || one.subject == FigureSubject::Wager);
        if is_shown {
            let (key, name) = named(by, one.table.0, tables, game, &one.wager);
            let (_, row) = rows.entry(key).or_insert_with(|| (name, Reckoning::default()));
            row.add_series(one, prices, is_wager);
        }
    }
    rows.into_values().collect()
}

fn row_of(named: RowName, of: &Reckoning) -> FigureRow {
    let win = of.staked - of.returned;
    let priced_win = as_f64(of.priced.0 - of.priced.1);
    let deviation = of.variance.value().max(0.0).sqrt();
    let has_spread = deviation > 0.0;
    let share = |part: f64, whole: i128| (whole > 0).then(|| part / as_f64(whole));
    let sum = |minor: i128| MoneySum::from_minor(minor).into();
    let count = |number: i64| u64::try_from(number).expect("running totals do not fall");
    let exact = of.mean.exact().map(Ratio::to_string);
    FigureRow {
        table: named.table,
        name: named.name,
        game: named.game,
        wager: named.wager,
        rounds: count(of.rounds),
        bets: count(of.bets),
        handle: sum(of.staked),
        drop: of.drop.map(sum),
        returned: sum(of.returned),
        win: sum(win),
        theoretical: sum(of.mean.rounded()),
        theoretical_exact: exact,
        hold: share(as_f64(win), of.staked),
        theoretical_hold: share(of.mean.value(), of.priced.0),
        deviation: has_spread.then_some(deviation / MINOR),
        z: has_spread.then(|| (priced_win - of.mean.value()) / deviation),
        variance: of.method(),
        inexact: of.inexact.iter().copied().collect(),
        unpriced: count(of.unpriced),
    }
}

fn named(by: FigureBy, table: u16, tables: &[TableLabel], game: &str, wager: &str) -> (RowKey, RowName) {
    let label = tables.get(usize::from(table).wrapping_sub(1));
    let game_of = Some(game.to_owned());
    match by {
        FigureBy::Table => {
            let name = label.map_or_else(|| table.to_string(), |label| label.name.to_string());
            let game = label.map(|label| label.game.to_string());
            let key = (table, String::new(), String::new());
            (key, RowName { table: Some(table), name, game, wager: None })
        }
        FigureBy::Game => {
            let key = (0, game.to_owned(), String::new());
            (key, RowName { table: None, name: game.to_owned(), game: game_of, wager: None })
        }
        FigureBy::Wager => {
            let key = (0, game.to_owned(), wager.to_owned());
            let wager = Some(wager.to_owned());
            (key, RowName { table: None, name: wager.clone().unwrap_or_default(), game: game_of, wager })
        }
    }
}
