//! The best chart: improved cell by cell until no change of a single cell makes it better.

use croupier_kit::Rank;

use super::analysis::Analysis;
use super::chart::Chart;
use super::dealer::{Falls, Finals, Weighed};
use super::hand_solver::{Column, MoveRule};
use super::hands::KINDS;
use super::pricing_rules::BlackjackError;
use super::round::{Scratch, first_cards, play_round};
use super::shoe::RankCounts;
use super::solver::{GONE, Solver};

/// The most rounds of improvement. A chart needs only a handful.
const ROUNDS_MOST: usize = 60;

impl Solver {
    /// The best chart by totals for a shoe, with its exact price. It starts from drawing to 17. Each cell is then set
    /// to the best moves for the hands that reach it, given the rest of the chart, until nothing changes.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn chart(&self, shoe: &RankCounts) -> Result<(Chart, Analysis), BlackjackError> {
        let kinds = shoe.kinds(&self.terms)?;
        let cards: i32 = kinds.iter().sum();
        let falls = Falls::new(cards, GONE);
        let ranks = Rank::ALL.map(|rank| i64::from(shoe.count(rank)));
        let mut chart = Chart::drawing_to(17, self.columns());
        let (mut finals, mut desk) = (Finals::new(), Scratch::new());
        for (up, tree) in self.terms.up_cards().into_iter().zip(&self.trees) {
            let mut left: [i32; KINDS] = kinds;
            up.into_iter().for_each(|kind| left[kind] -= 1);
            if left.iter().any(|count| *count < 0) {
                continue;
            }
            Weighed { tree, removed: &self.removed, falls: &falls, shoe: left }.fill(&mut finals);
            let column = Column::new(&self.terms, &self.removed, &finals, up, left);
            chart = improve(&column, &ranks, chart, &mut desk);
        }
        let price = self.price_chart(&chart, shoe)?;
        Ok((chart, price))
    }
}

/// Improves the cells of one column: all at once while that helps, then one at a time.
fn improve(column: &Column<'_, f64>, ranks: &[i64; 13], mut chart: Chart, desk: &mut Scratch<f64>) -> Chart {
    let price = |chart: &Chart, desk: &mut Scratch<f64>| {
        let firsts = first_cards(column.terms, ranks, &column.shoe, column.up);
        desk.begin_ledger();
        let worth = play_round(column, firsts, MoveRule::Chart(chart), desk).value;
        let ledger = desk.take_ledger();
        (worth, ledger.better(|row, number| chart.cell(row, number, column.up)))
    };
    let (mut worth, mut better) = price(&chart, desk);
    for _ in 0..ROUNDS_MOST {
        better.sort_by(|one, other| other.3.total_cmp(&one.3));
        if better.is_empty() {
            break;
        }
        let change = |chart: &Chart, count: usize| {
            let changes = better.iter().take(count);
            changes.fold(chart.clone(), |chart, (row, number, cell, _)| {
                chart.with(*row, *number, column.up, *cell)
            })
        };
        let all = change(&chart, better.len());
        let priced = price(&all, desk);
        if priced.0 > worth {
            (chart, (worth, better)) = (all, priced);
            continue;
        }
        let one = change(&chart, 1);
        let priced = price(&one, desk);
        if priced.0 <= worth {
            break;
        }
        (chart, (worth, better)) = (one, priced);
    }
    chart
}
