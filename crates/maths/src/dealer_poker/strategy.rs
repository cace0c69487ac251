//! The decisions of best play as a chart that any output format can draw.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use croupier_kit::{Rank, Ratio};
use croupier_rules::games::dealer_poker::{DealerShows, HandKind, HandSize, Strength};

use super::analysis::{Case, DealerAnalysis};
use super::class::RANKS;
use crate::strategy::{DecisionGrid, GridCell, GridRow, LegendEntry, MoveKind, Strategy};

const RAISE: usize = 0;
const FOLD: usize = 1;
/// The ranks of a high card that a row of the chart tells apart.
const RANKS_SHOWN: usize = 3;

/// Hands that share a row, strongest first: the strongest of them says where they stand.
type RowKey = (Reverse<Strength>, String);

/// The deals of one cell, and what raises would gain in them.
#[derive(Clone, Copy, Default)]
struct Cell {
    deals: i128,
    gain: i128,
}

impl DealerAnalysis {
    /// Best play: on which hands to raise.
    pub fn strategy(&self) -> Strategy {
        let shows = self.game().shows == DealerShows::LastCard;
        let columns: Vec<usize> = if shows { (0..RANKS).collect() } else { vec![0] };
        let play = |letter: &str, name: String, kind| LegendEntry { letter: letter.into(), name, kind };
        let raise = match self.game().multiple {
            1 => "raise by as much as the ante".to_owned(),
            multiple => format!("raise by {multiple} times the ante"),
        };
        let mut notes = vec!["Fold wherever a raise would cost more than the ante.".to_owned()];
        if shows {
            notes.push(
                "Hands of one row are played alike here. A few of them differ by their lower cards and suits: the hint \
                 at the table is exact."
                    .to_owned(),
            );
        }
        Strategy {
            title: format!("{}: best play", title(self.game().size)),
            moves: vec![play("R", raise, MoveKind::More), play("F", "fold".to_owned(), MoveKind::Leave)],
            charts: vec![DecisionGrid {
                title: "raise or fold".to_owned(),
                down: "your hand".to_owned(),
                across: if shows { "dealer's card".to_owned() } else { String::new() },
                columns: if shows {
                    Rank::ALL.iter().map(|rank| rank.symbol().to_string()).collect()
                } else {
                    vec!["do".to_owned()]
                },
                rows: self.rows(&columns),
            }],
            notes,
            method: "every deal by class, in exact fractions".to_owned(),
        }
    }

    /// The rows: hands that follow one another and are played alike are one row.
    fn rows(&self, columns: &[usize]) -> Vec<GridRow> {
        let mut strongest: HashMap<String, Strength> = HashMap::new();
        for case in self.cases() {
            let known = strongest.entry(self.name_of(case)).or_insert(case.strength);
            *known = case.strength.max(*known);
        }
        let mut hands: BTreeMap<RowKey, BTreeMap<usize, Cell>> = BTreeMap::new();
        for case in self.cases() {
            let name = self.name_of(case);
            let strongest = strongest[&name];
            let cell = hands.entry((Reverse(strongest), name)).or_default().entry(case.shown).or_default();
            cell.deals += case.deals;
            cell.gain += case.gain;
        }
        let mut rows: Vec<(String, String, BTreeMap<usize, Cell>)> = Vec::new();
        for ((_, name), cells) in hands {
            let same = |row: &BTreeMap<usize, Cell>| {
                columns
                    .iter()
                    .all(|column| self.decision(row.get(column)) == self.decision(cells.get(column)))
            };
            match rows.last_mut().filter(|(_, _, row)| same(row)) {
                Some((_, last, row)) => {
                    *last = name;
                    for (column, cell) in cells {
                        let sum = row.entry(column).or_default();
                        sum.deals += cell.deals;
                        sum.gain += cell.gain;
                    }
                }
                None => rows.push((name.clone(), name, cells)),
            }
        }
        let count = rows.len();
        let row = |(place, (first, last, cells)): (usize, (String, String, BTreeMap<usize, Cell>))| GridRow {
            name: match place {
                0 if count > 1 => format!("{last} or higher"),
                _ if place + 1 == count => format!("{first} or lower"),
                _ if first == last => first,
                _ => format!("{first} to {last}"),
            },
            cells: columns.iter().map(|column| self.cell(cells.get(column))).collect(),
        };
        rows.into_iter().enumerate().map(row).collect()
    }

    /// The name of a hand in a row: its kind, or the highest ranks of a high card.
    fn name_of(&self, case: &Case) -> String {
        match case.strength.kind() {
            HandKind::HighCard => {
                let ranks = self.set(case.set).ranks().take(RANKS_SHOWN);
                ranks.map(|rank| rank.symbol().to_string()).collect::<Vec<_>>().join("-")
            }
            kind => kind.words(),
        }
    }

    fn decision(&self, cell: Option<&Cell>) -> Option<usize> {
        cell.map(|cell| if cell.gain > -i128::from(self.parts()) * cell.deals { RAISE } else { FOLD })
    }

    fn cell(&self, cell: Option<&Cell>) -> Option<GridCell> {
        let (decision, cell) = (self.decision(cell)?, cell?);
        let worth = Ratio::new(cell.gain, cell.deals * i128::from(self.parts()));
        let worths = [("raise", worth.into()), ("fold", Ratio::whole(-1).into())];
        Some(GridCell::pure(decision).worth(worths))
    }
}

const fn title(size: HandSize) -> &'static str {
    match size {
        HandSize::Three => "Three cards against the dealer",
        HandSize::Five => "Five cards against the dealer",
    }
}
