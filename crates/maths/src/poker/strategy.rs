//! The raises of best play as charts that any output format can draw.

use croupier_kit::Ratio;

use super::advice::{CardShape, RaiseAdvice, RaiseWhen, advice};
use super::analysis::{RaiseAnalysis, RaiseChoice};
use crate::strategy::{DecisionGrid, GridCell, GridRow, LegendEntry, MoveKind, Strategy};

const RAISE: usize = 0;
const CHECK: usize = 1;

impl RaiseAnalysis {
    /// Best play: on which cards to raise in each circle.
    pub fn strategy(&self) -> Strategy {
        let circles = [
            (
                "first circle",
                "your three cards",
                advice(self.first_circle().iter()),
                worths(self.first_circle().iter()),
            ),
            (
                "second circle",
                "your three cards and the common card",
                advice(self.second_circle()),
                worths(self.second_circle()),
            ),
        ];
        let charts = circles.into_iter().take(usize::from(self.circles()));
        let play =
            |letter: &str, name: &str, kind| LegendEntry { letter: letter.into(), name: name.into(), kind };
        Strategy {
            title: "Hold-em: best play".to_owned(),
            moves: vec![
                play("R", "raise by as much as the ante", MoveKind::More),
                play("C", "check", MoveKind::Stand),
            ],
            charts: charts
                .map(|(title, down, advice, worths)| chart(title, down, &advice, &worths))
                .collect(),
            notes: vec![
                "Each raise stands for itself: raise wherever the cards you see expect a gain.".to_owned(),
                "T is a ten; an s after the ranks says that all cards are of one suit.".to_owned(),
            ],
            method: "every deal of five cards by class, in exact fractions".to_owned(),
        }
    }
}

/// The average expected gain of a raise by shape, separately for cards that are raised on and cards that are not.
type Worths = Vec<(CardShape, bool, Ratio)>;

fn worths<'c, const CARDS: usize>(choices: impl Iterator<Item = &'c RaiseChoice<CARDS>>) -> Worths {
    let mut sums: Vec<(CardShape, bool, Ratio, u64)> = Vec::new();
    for choice in choices {
        let (shape, raises) = (CardShape::of(&choice.class), choice.raises());
        let more = &choice.worth * &Ratio::whole(choice.ways);
        match sums.iter_mut().find(|sum| (sum.0, sum.1) == (shape, raises)) {
            Some(sum) => {
                sum.2 = &sum.2 + &more;
                sum.3 += choice.ways;
            }
            None => sums.push((shape, raises, more, choice.ways)),
        }
    }
    let mean =
        |(shape, raises, sum, ways): (CardShape, bool, Ratio, u64)| (shape, raises, sum / Ratio::whole(ways));
    sums.into_iter().map(mean).collect()
}

fn chart(title: &str, down: &str, advice: &[RaiseAdvice], worths: &Worths) -> DecisionGrid {
    let rows = advice.iter().flat_map(rows).map(|(name, shape, raises)| {
        let cell = GridCell::pure(if raises { RAISE } else { CHECK });
        let worth = worths.iter().find(|worth| (worth.0, worth.1) == (shape, raises));
        let worth =
            worth.map(|(_, _, worth)| [("raise", worth.clone().into()), ("check", Ratio::zero().into())]);
        GridRow { name, cells: vec![Some(cell.worth(worth.into_iter().flatten()))] }
    });
    DecisionGrid {
        title: title.to_owned(),
        down: down.to_owned(),
        across: String::new(),
        columns: vec!["do".to_owned()],
        rows: rows.collect(),
    }
}

/// The rows for cards of one shape: those to raise on and those not.
fn rows(advice: &RaiseAdvice) -> Vec<(String, CardShape, bool)> {
    let (shape, name) = (advice.shape, advice.shape.name());
    let row = |name: String, raises| (name, shape, raises);
    match &advice.when {
        RaiseWhen::Always => vec![row(name.to_owned(), true)],
        RaiseWhen::Never => vec![row(name.to_owned(), false)],
        RaiseWhen::PairFrom(rank) => vec![
            row(format!("{name} of {} or higher", rank.symbol()), true),
            row("a lower pair".to_owned(), false),
        ],
        RaiseWhen::These(hands) => {
            vec![row(format!("{name}: {}", hands.join(" ")), true), row(format!("{name}: others"), false)]
        }
    }
}
