//! The uses of each cell of a chart: the hands that reach it, and the value of each move for them.

use std::collections::BTreeMap;

use croupier_rules::games::blackjack::Move;

use super::chart::{ChartCell, ChartSection};
use crate::number::Number;

/// The order of the sums in an entry.
const MOVES: [Move; 4] = [Move::Stand, Move::Draw, Move::Double, Move::Surrender];

/// The hands of one cell that have the same lawful moves.
#[derive(Clone, Debug)]
struct Use<N> {
    lawful: [bool; 4],
    sums: [N; 4],
}

/// The uses of every cell of one column.
#[derive(Clone, Debug, Default)]
pub(super) struct CellUses<N> {
    cells: BTreeMap<(bool, u8), Vec<Use<N>>>,
    /// For pairs: the value when played as the total, when split, and when surrendered.
    pairs: BTreeMap<u8, [Option<N>; 3]>,
}

impl<N: Number> CellUses<N> {
    pub(super) fn new() -> Self {
        Self { cells: BTreeMap::new(), pairs: BTreeMap::new() }
    }

    /// Records hands of this score with the total chance `weight`, and the value of each move for them.
    pub(super) fn note(&mut self, score: u8, soft: bool, weight: &N, moves: &[(Move, N)]) {
        let worth = MOVES.map(|mv| moves.iter().find(|(listed, _)| *listed == mv).map(|(_, worth)| worth));
        let lawful = worth.map(|worth| worth.is_some());
        let uses = self.cells.entry((soft, score)).or_default();
        let at = uses.iter().position(|other| other.lawful == lawful).unwrap_or_else(|| {
            uses.push(Use { lawful, sums: std::array::from_fn(|_| N::zero()) });
            uses.len() - 1
        });
        for (sum, worth) in uses[at].sums.iter_mut().zip(worth) {
            worth.into_iter().for_each(|worth| sum.add_product(weight, worth));
        }
    }

    /// Records a pair and its value when played as its total, when split, and when surrendered.
    pub(super) fn note_pair(&mut self, value: u8, weight: &N, worth: [Option<N>; 3]) {
        let sums = self.pairs.entry(value).or_insert([const { None }; 3]);
        for (sum, worth) in sums.iter_mut().zip(worth) {
            if let Some(worth) = worth {
                sum.get_or_insert_with(N::zero).add_product(weight, &worth);
            }
        }
    }

    /// Adds the uses of totals from `other`, multiplied by `times`.
    pub(super) fn add(&mut self, other: Self, times: &N) {
        for (cell, uses) in other.cells {
            let mine = self.cells.entry(cell).or_default();
            for of in uses {
                match mine.iter_mut().find(|mine| mine.lawful == of.lawful) {
                    Some(mine) => {
                        mine.sums.iter_mut().zip(&of.sums).for_each(|(a, b)| a.add_product(times, b))
                    }
                    None => mine.push(Use { lawful: of.lawful, sums: of.sums.map(|sum| sum.times(times)) }),
                }
            }
        }
    }

    /// The cells that are better than the present ones, each with its gain.
    pub(super) fn better(
        &self,
        old: impl Fn(ChartSection, u8) -> Option<ChartCell>,
    ) -> Vec<(ChartSection, u8, ChartCell, f64)> {
        let totals = self.cells.iter().map(|((soft, score), uses)| {
            let row = if *soft { ChartSection::Soft } else { ChartSection::Hard };
            (row, *score, best(ChartCell::for_totals(), old(row, *score), |cell| total(uses, cell)))
        });
        let pairs = self.pairs.iter().map(|(value, worth)| {
            let of = |cell: ChartCell| match cell.moves() {
                [Move::Split] => worth[1].as_ref().map(Number::value),
                [Move::Surrender, Move::Split] => worth[2].as_ref().map(Number::value),
                _ => worth[0].as_ref().map(Number::value),
            };
            (ChartSection::Pair, *value, best(ChartCell::for_pairs(), old(ChartSection::Pair, *value), of))
        });
        let found = totals.chain(pairs);
        found.filter_map(|(row, number, found)| found.map(|(cell, gain)| (row, number, cell, gain))).collect()
    }
}

/// The total value of these hands when they follow `cell`; `None` where it gives some of them no lawful move.
fn total<N: Number>(uses: &[Use<N>], cell: ChartCell) -> Option<f64> {
    uses.iter().try_fold(0.0, |sum, of| {
        let place = |mv: &Move| MOVES.iter().position(|listed| listed == mv);
        let made = cell.moves().iter().filter_map(place).find(|place| of.lawful[*place])?;
        Some(sum + of.sums[made].value())
    })
}

/// The best of the cells, if it is better than the old one.
fn best(
    cells: impl Iterator<Item = ChartCell>,
    old: Option<ChartCell>,
    worth: impl Fn(ChartCell) -> Option<f64>,
) -> Option<(ChartCell, f64)> {
    let stands = old.and_then(&worth).unwrap_or(f64::NEG_INFINITY);
    // A gain smaller than the rounding errors is ignored. Of cells with the same value, the simplest is chosen.
    let mut best: Option<(ChartCell, f64)> = None;
    for (cell, gain) in cells.filter_map(|cell| worth(cell).map(|worth| (cell, worth - stands))) {
        if gain > best.map_or(0.0, |(_, gain)| gain) + 1e-13 {
            best = Some((cell, gain));
        }
    }
    best
}
