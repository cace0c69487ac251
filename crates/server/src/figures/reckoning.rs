//! The rows of figures: sums of bets set beside the exact mean and variance of the same bets.

use std::collections::{BTreeMap, BTreeSet};

use croupier_house::table::FigureSums;
use croupier_kit::{MoneySum, Ratio};
use croupier_maths::Figure;
use croupier_rules::table::BetsOfRound;
use croupier_store::index::{FigureSeries, FigureSubject};

use super::prices::{TermPrices, WagerPrice};
use crate::actor::TableLabel;
use crate::wire::{FigureBy, FigureRow, FiguresView, InexactReason, VarianceMethod};

/// Sums of bets, with their mean and variance as far as they have a price.
#[derive(Clone, Default)]
pub(super) struct Reckoning {
    rounds: i64,
    bets: i64,
    staked: i128,
    returned: i128,
    drop: Option<i128>,
    unpriced: i64,
    /// What was staked and returned of the bets that have a price.
    pub(super) priced: (i128, i128),
    /// The mean of the win of the house.
    pub(super) mean: Mean,
    /// The variance of it.
    pub(super) variance: Mean,
    /// Whether some bets are counted together.
    is_joint: bool,
    /// Why the variance of others is not exact.
    pub(super) inexact: BTreeSet<InexactReason>,
}

/// A sum of exact fractions and of decimals.
#[derive(Clone, Default)]
pub(super) struct Mean {
    exact: Ratio,
    near: Option<f64>,
}

impl Mean {
    fn add_exact(&mut self, more: &Ratio) {
        self.exact = &self.exact + more;
    }

    fn add_figure(&mut self, figure: &Figure, times: i128) {
        match figure.exact() {
            Some(exact) => self.add_exact(&(exact * &Ratio::whole(times))),
            None => self.near = Some(self.near.unwrap_or(0.0) + figure.value() * as_f64(times)),
        }
    }

    pub(super) fn value(&self) -> f64 {
        Figure::from(self.exact.clone()).value() + self.near.unwrap_or(0.0)
    }

    /// Rounded to whole minor units.
    fn rounded(&self) -> MoneySum {
        let whole = match self.near {
            None => self.exact.to_decimal(0),
            Some(_) => format!("{:.0}", self.value()),
        };
        MoneySum::from_minor(whole.parse().expect("a rounded figure is a whole number"))
    }
}

#[allow(clippy::cast_precision_loss, reason = "what is shown as a decimal has fewer digits")]
pub(super) const fn as_f64(sum: i128) -> f64 {
    sum as f64
}

/// Minor units in one of the currency.
pub(super) const MINOR: f64 = 100.0;

impl Reckoning {
    /// Adds the bets on a wager. If the draws of the whole table are added too, those of the wager alone are left out.
    pub(super) fn add_wager(
        &mut self,
        sums: &FigureSums,
        weight: u32,
        price: Option<WagerPrice<'_>>,
        has_own_draws: bool,
    ) {
        self.bets += sums.bets;
        self.staked += sums.staked;
        self.returned += sums.returned;
        match price {
            _ if weight > 0 => {
                self.mean_of_draws(sums, weight);
                self.is_joint |= sums.bets > 0;
                if has_own_draws {
                    self.add_draws(sums, weight);
                }
            }
            Some(WagerPrice { price, bets }) => {
                self.mean.add_figure(&price.edge, sums.first);
                self.variance.add_figure(&price.variance, sums.squares);
                let alone = match bets {
                    BetsOfRound::Together => None,
                    BetsOfRound::Throws => Some(InexactReason::Standing),
                    BetsOfRound::OwnCards => Some(InexactReason::OwnCards),
                };
                let estimated = price.variance.is_estimated().then_some(InexactReason::Estimated);
                if sums.bets > 0 {
                    self.is_joint |= alone.is_none();
                    self.inexact.extend(alone.into_iter().chain(estimated));
                }
            }
            None => {
                self.unpriced += sums.bets;
                return;
            }
        }
        self.priced = (self.priced.0 + sums.staked, self.priced.1 + sums.returned);
    }

    /// Adds the mean of draws.
    pub(super) fn mean_of_draws(&mut self, sums: &FigureSums, weight: u32) {
        if weight > 0 {
            self.mean.add_exact(&Ratio::new(sums.drawn, weight));
        }
    }

    /// Adds the variance of draws.
    pub(super) fn add_draws(&mut self, sums: &FigureSums, weight: u32) {
        if weight > 0 {
            let whole = i128::from(weight) * i128::from(weight);
            self.variance.add_exact(&Ratio::new(sums.spread, whole));
        }
    }

    /// Adds what the bets on two wagers win and lose together: twice their covariance, for every product of stakes. The
    /// covariance is `None` if one of them has no price, and then neither is compared with theory.
    pub(super) fn add_pair(&mut self, sums: &FigureSums, covariance: Option<&Ratio>) {
        if let Some(covariance) = covariance {
            self.variance.add_exact(&(&(covariance * &Ratio::whole(2)) * &Ratio::whole(sums.squares)));
        }
    }

    fn method(&self) -> Option<VarianceMethod> {
        match (self.is_joint, self.inexact.is_empty()) {
            (_, false) => Some(VarianceMethod::EachAlone),
            (true, true) => Some(VarianceMethod::Joint),
            (false, true) => None,
        }
    }

    fn row(&self, named: RowName) -> FigureRow {
        let win = self.staked - self.returned;
        let priced_win = as_f64(self.priced.0 - self.priced.1);
        let deviation = self.variance.value().max(0.0).sqrt();
        let has_spread = deviation > 0.0;
        let share = |part: f64, whole: i128| (whole > 0).then(|| part / as_f64(whole));
        let sum = |minor: i128| MoneySum::from_minor(minor).into();
        let count = |number: i64| u64::try_from(number).expect("running totals do not fall");
        let exact = self.mean.near.is_none().then(|| self.mean.exact.to_string());
        FigureRow {
            table: named.table,
            name: named.name,
            game: named.game,
            wager: named.wager,
            rounds: count(self.rounds),
            bets: count(self.bets),
            handle: sum(self.staked),
            drop: self.drop.map(sum),
            returned: sum(self.returned),
            win: sum(win),
            theoretical: self.mean.rounded().into(),
            theoretical_exact: exact,
            hold: share(as_f64(win), self.staked),
            theoretical_hold: share(self.mean.value(), self.priced.0),
            deviation: has_spread.then_some(deviation / MINOR),
            z: has_spread.then(|| (priced_win - self.mean.value()) / deviation),
            variance: self.method(),
            inexact: self.inexact.iter().copied().collect(),
            unpriced: count(self.unpriced),
        }
    }
}

/// What a row is called.
#[derive(Clone, Default)]
struct RowName {
    table: Option<u16>,
    name: String,
    game: Option<String>,
    wager: Option<String>,
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
    let mut rows: BTreeMap<RowKey, (RowName, Reckoning)> = BTreeMap::new();
    let mut total = Reckoning { drop: Some(0), ..Reckoning::default() };
    for (number, label) in (1..).zip(tables).filter(|(number, _)| is_asked(*number)) {
        if question.by == FigureBy::Table {
            let (key, name) = named(question.by, number, tables, &label.game, "");
            rows.insert(key, (name, Reckoning { drop: Some(0), ..Reckoning::default() }));
        }
    }
    for one in series.iter().filter(|one| is_asked(one.table.0)) {
        add_to(&mut total, one, prices, false);
        let label = tables.get(usize::from(one.table.0).wrapping_sub(1));
        let game = match (prices.get(&one.terms), label) {
            (Some(terms), _) => &*terms.game,
            (None, Some(label)) => &*label.game,
            (None, None) => "",
        };
        let is_wager = question.by == FigureBy::Wager;
        let is_moved = one.sums != FigureSums::default();
        let is_shown = is_moved && (!is_wager || one.subject == FigureSubject::Wager);
        if is_shown {
            let (key, name) = named(question.by, one.table.0, tables, game, &one.wager);
            let (_, row) = rows.entry(key).or_insert_with(|| (name, Reckoning::default()));
            add_to(row, one, prices, is_wager);
        }
    }
    let named_total = RowName { name: "total".to_owned(), ..RowName::default() };
    FiguresView {
        currency: question.currency.clone(),
        from: question.from,
        to: question.to,
        rows: rows.into_values().map(|(name, row)| row.row(name)).collect(),
        total: total.row(named_total),
    }
}

/// Adds a series to a row: the rounds and draws of a whole table, or those of a wager alone.
fn add_to(row: &mut Reckoning, series: &FigureSeries, prices: &BTreeMap<i64, TermPrices>, is_wager: bool) {
    let sums = &series.sums;
    match series.subject {
        FigureSubject::Drop => row.drop = Some(row.drop.unwrap_or(0) + sums.staked),
        FigureSubject::Table => {
            row.rounds += sums.rounds;
            row.add_draws(sums, series.weight);
            row.drop = row.drop.or(Some(0));
        }
        FigureSubject::Wager => {
            let price = prices.get(&series.terms).and_then(|terms| terms.of(&series.wager));
            row.add_wager(sums, series.weight, price, is_wager);
            row.rounds += if is_wager { sums.rounds } else { 0 };
        }
        FigureSubject::Pair => {
            let covariance = series
                .pair()
                .and_then(|pair| prices.get(&series.terms).and_then(|terms| terms.covariance(pair)));
            row.add_pair(sums, covariance);
        }
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
