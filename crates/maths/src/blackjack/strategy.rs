//! The best chart in a form that any output can draw, with the value of each move and the exceptions that depend on
//! the exact cards.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::games::blackjack::Move;

use super::analysis::{Analysis, FirstDecision};
use super::chart::{Chart as Moves, ChartCell as Code, ChartSection};
use super::insurance::InsurancePrice;
use super::pricing_rules::BlackjackError;
use super::shoe::RankCounts;
use super::solver::Solver;
use crate::Figure;
use crate::strategy::{DecisionGrid, GridCell, GridRow, LegendEntry, MoveKind, Strategy};

impl Solver {
    /// The best chart by totals for a shoe, compared with best play for the cards of the hand.
    ///
    /// # Errors
    /// As [`Solver::analyse`].
    pub fn strategy(&self, shoe: &RankCounts) -> Result<Strategy, BlackjackError> {
        let (chart, price) = self.chart(shoe)?;
        let best = self.analyse(shoe)?;
        let codes = codes_in(&chart);
        let charts = ChartSection::ALL.map(|row| draw(row, &chart, &best, &codes));
        Ok(Strategy {
            title: "Blackjack: best play by totals".to_owned(),
            moves: codes.iter().map(|code| play(*code)).collect(),
            charts: charts.into_iter().filter(|chart| !chart.rows.is_empty()).collect(),
            notes: notes(&chart, &price, &best),
            method: format!(
                "every deal weighed for one box, others' cards not looked at; the chart was bettered cell by cell until no cell \
                 alone could be; within {:.0e}",
                best.edge.within()
            ),
        })
    }
}

/// The up-cards of a chart by kind, in reading order.
fn up_cards(chart: &Moves) -> Vec<Option<usize>> {
    if chart.columns() == 1 { vec![None] } else { (1..10).chain([0]).map(Some).collect() }
}

/// The name of a kind of card in a chart.
fn named(kind: usize) -> String {
    if kind == 0 { "A".to_owned() } else { (kind + 1).to_string() }
}

/// The codes that the chart uses, in the order of their first use. A pair that is played as its total uses the code
/// of the total.
fn codes_in(chart: &Moves) -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for row in ChartSection::ALL {
        for (number, up) in
            row.span().flat_map(|number| up_cards(chart).into_iter().map(move |up| (number, up)))
        {
            let code = effective(chart, row, number, up);
            if let Some(code) = code.filter(|code| !codes.contains(code)) {
                codes.push(code);
            }
        }
    }
    codes
}

/// The code that applies in a cell: a pair that is played as its total has the total's code.
fn effective(chart: &Moves, row: ChartSection, number: u8, up: Option<usize>) -> Option<Code> {
    match (row, chart.cell(row, number, up)) {
        (ChartSection::Pair, Some(Code::AS_TOTAL)) if number == 1 => chart.cell(ChartSection::Soft, 12, up),
        (ChartSection::Pair, Some(Code::AS_TOTAL)) => chart.cell(ChartSection::Hard, 2 * number, up),
        (_, cell) => cell,
    }
}

fn play(code: Code) -> LegendEntry {
    let name = |mv: &Move| match mv {
        Move::Draw => "draw",
        Move::Stand => "stand",
        Move::Double => "double",
        Move::Split => "split",
        Move::Surrender => "surrender",
        Move::PlayOn => "play on",
        Move::Look => "look",
    };
    let kind = match code.moves().first() {
        Some(Move::Stand) => MoveKind::Stand,
        Some(Move::Double) => MoveKind::More,
        Some(Move::Split) => MoveKind::Split,
        Some(Move::Surrender) => MoveKind::Leave,
        _ => MoveKind::Draw,
    };
    let name = code.moves().iter().map(name).collect::<Vec<_>>().join(", else ");
    LegendEntry { letter: code.code().to_owned(), name, kind }
}

fn draw(row: ChartSection, chart: &Moves, best: &Analysis, codes: &[Code]) -> DecisionGrid {
    let ups = up_cards(chart);
    let cell = |number: u8, up: Option<usize>| {
        let code = effective(chart, row, number, up)?;
        let place = codes.iter().position(|known| *known == code)?;
        Some(GridCell::pure(place).worth(worths(best, row, number, up)))
    };
    let line = |number: u8| GridRow {
        name: match row {
            ChartSection::Hard => number.to_string(),
            ChartSection::Soft => format!("A {}", number - 11),
            ChartSection::Pair => format!("{0} {0}", row.label(number)),
        },
        cells: ups.iter().map(|up| cell(number, *up)).collect(),
    };
    // Two Aces are a pair; they have no row among the soft hands.
    let numbers = row.span().filter(|number| row != ChartSection::Soft || *number > 12);
    DecisionGrid {
        title: match row {
            ChartSection::Hard => "hard hands",
            ChartSection::Soft => "soft hands",
            ChartSection::Pair => "pairs",
        }
        .to_owned(),
        down: "your hand".to_owned(),
        across: if ups.len() > 1 { "dealer's card" } else { "" }.to_owned(),
        columns: ups.iter().map(|up| up.map_or("any".to_owned(), named)).collect(),
        rows: numbers.map(line).collect(),
    }
}

/// Whether these first two cards belong to a row.
fn is_in(row: ChartSection, number: u8, decision: &FirstDecision) -> bool {
    let [one, other] = decision.cards.map(|kind| kind + 1);
    let number = usize::from(number);
    match row {
        ChartSection::Pair => decision.pair && one == number && other == number,
        ChartSection::Soft => !decision.pair && one.min(other) == 1 && one + other + 10 == number,
        ChartSection::Hard => !decision.pair && one.min(other) > 1 && one + other == number,
    }
}

/// The value of each move on the first two cards of a row, averaged over all such cards.
fn worths(best: &Analysis, row: ChartSection, number: u8, up: Option<usize>) -> Vec<(&'static str, Figure)> {
    let column = best.columns.iter().find(|column| column.kind == up);
    let decisions: Vec<&FirstDecision> = column
        .iter()
        .flat_map(|column| &column.decisions)
        .filter(|decision| is_in(row, number, decision))
        .collect();
    let whole: f64 = decisions.iter().map(|decision| decision.chance.value()).sum();
    let names = [
        (Move::Stand, "stand"),
        (Move::Draw, "draw"),
        (Move::Double, "double"),
        (Move::Split, "split"),
        (Move::Surrender, "surrender"),
    ];
    let worth = |mv: Move| {
        let of = |decision: &&FirstDecision| {
            decision.moves.iter().find(|(other, _)| *other == mv).map(|(_, worth)| worth.clone())
        };
        let each: Option<Vec<f64>> = decisions
            .iter()
            .map(|decision| Some(of(decision)?.value() * decision.chance.value() / whole))
            .collect();
        each.filter(|each| !each.is_empty()).map(|each| Figure::near(each.iter().sum(), best.edge.within()))
    };
    names.into_iter().filter_map(|(mv, name)| Some((name, worth(mv)?))).collect()
}

/// Notes on the edge of the chart and of best play, on the first cards where they differ, and on insurance.
fn notes(chart: &Moves, price: &Analysis, best: &Analysis) -> Vec<String> {
    let percent = |edge: f64| format!("{:.4} %", 100.0 * edge);
    let mut notes = vec![format!(
        "Played by this chart the house's edge is {} of the bet as made; by the cards of the hand it is {}.",
        percent(price.edge.value()),
        percent(best.edge.value())
    )];
    let exceptions = exceptions(chart, best);
    if !exceptions.is_empty() {
        notes.push(format!("First cards for which another move is better: {}.", exceptions.join("; ")));
    }
    if let Some(insurance) = &best.insurance {
        notes.push(on_insurance(insurance));
    }
    notes
}

/// Whether to insure: over all hands, and by the number of tens in the hand where that decides.
fn on_insurance(insurance: &InsurancePrice) -> String {
    let edge = Figure::from(insurance.edge.clone()).value();
    let on_average = match insurance.edge.cmp(&Ratio::zero()) {
        Ordering::Greater => format!("Insurance costs {:.4} % of what is insured", 100.0 * edge),
        Ordering::Equal => "Insurance neither costs nor gains".to_owned(),
        Ordering::Less => format!("Insurance gains {:.4} % of what is insured", -100.0 * edge),
    };
    let gains = |tens: usize| insurance.gains_with[tens];
    let advice = match [0, 1, 2].map(gains) {
        [Some(true) | None, Some(true) | None, Some(true) | None] => "take it".to_owned(),
        [Some(true), Some(true), _] => "take it unless both cards of the hand count ten".to_owned(),
        [Some(true), ..] => "take it only with a hand without a card that counts ten".to_owned(),
        [None, Some(true), _] => "take it with one card that counts ten".to_owned(),
        _ => "leave it".to_owned(),
    };
    format!("{on_average}: {advice}.")
}

/// First two cards for which best play differs from the chart.
fn exceptions(chart: &Moves, best: &Analysis) -> Vec<String> {
    let mut found = Vec::new();
    for column in &best.columns {
        for decision in &column.decisions {
            let Some(made) = decision.made else { continue };
            let lawful = |mv: Move| decision.moves.iter().any(|(other, _)| *other == mv);
            let row = ChartSection::ALL.into_iter().rev().find_map(|row| {
                row.span().find(|number| is_in(row, *number, decision)).map(|number| (row, number))
            });
            let Some((row, number)) = row else { continue };
            let charted = effective(chart, row, number, column.kind)
                .and_then(|code| code.moves().iter().copied().find(|mv| lawful(*mv)));
            if charted.is_some_and(|charted| charted != made) {
                let [one, other] = decision.cards.map(named);
                let against = column.kind.map_or_else(String::new, |up| format!(" against {}", named(up)));
                let move_name = format!("{made:?}").to_lowercase();
                found.push(format!("{one} {other}{against}: {move_name}"));
            }
        }
    }
    found
}
