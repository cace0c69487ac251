//! A chart of play by totals: hard and soft scores and pairs against the dealer's up-card.
//!
//! The solver prices it and improves it; a simulation plays by it; both read the same file.

mod cell;
mod text;

use croupier_rules::games::blackjack::Move;

pub use cell::ChartCell;
pub use text::ChartError;

use super::hands::{KINDS, TEN};

/// The sections of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sections are their own names")]
pub enum ChartSection {
    Hard,
    Soft,
    Pair,
}

impl ChartSection {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hard, Self::Soft, Self::Pair];

    /// The name of its table in a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Soft => "soft",
            Self::Pair => "pairs",
        }
    }

    /// The scores it has rows for; for pairs, the value of one card, an Ace as 1.
    pub const fn span(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Self::Hard => 4..=20,
            Self::Soft => 12..=20,
            Self::Pair => 1..=10,
        }
    }

    /// How a row is written: the score, or the card with `A` for an Ace.
    pub fn label(self, number: u8) -> String {
        match (self, number) {
            (Self::Pair, 1) => "A".to_owned(),
            _ => number.to_string(),
        }
    }

    /// The index of its first row among all rows.
    const fn first_row(self) -> usize {
        match self {
            Self::Hard => 0,
            Self::Soft => 17,
            Self::Pair => 26,
        }
    }
}

/// The number of rows in a chart.
const ROWS: usize = 36;

/// A hand and the dealer's card, for which a chart gives the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChartHand {
    /// The score.
    pub score: u8,
    /// Whether an Ace counts 11.
    pub soft: bool,
    /// The value of one card of a pair, 1 for an Ace; `None` where the hand is not a pair.
    pub pair: Option<u8>,
    /// The kind of the dealer's up-card; `None` where the dealer has no card before play.
    pub up: Option<usize>,
}

/// A chart of play by totals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// By row, then by the kind of the up-card. Where the dealer has no card before play, all columns are the same.
    cells: [[ChartCell; KINDS]; ROWS],
    /// Ten, or one where the dealer has no card before play.
    columns: usize,
}

impl Chart {
    /// A chart with `columns` columns (ten, or one where the dealer has no card before play) that draws below the
    /// score `to` and stands otherwise. It never doubles, splits or surrenders.
    pub fn drawing_to(to: u8, columns: usize) -> Self {
        let mut chart = Self { cells: [[ChartCell::AS_TOTAL; KINDS]; ROWS], columns };
        for (section, number) in Self::rows().filter(|(section, _)| *section != ChartSection::Pair) {
            let cell = if number < to { ChartCell::DRAW } else { ChartCell::STAND };
            chart.cells[section.first_row() + usize::from(number - section.span().start())] = [cell; KINDS];
        }
        chart
    }

    /// The play that most books on the game advise for several packs: a starting point, not the best for any one
    /// table.
    pub fn usual() -> Self {
        USUAL.parse().expect("the chart that comes with the program can be read")
    }

    /// Every row in the order of a chart.
    fn rows() -> impl Iterator<Item = (ChartSection, u8)> {
        ChartSection::ALL.into_iter().flat_map(|section| section.span().map(move |number| (section, number)))
    }

    /// The number of up-cards it has: ten, or one.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The same chart for a table with `columns` columns. A dealer who shows no card is assumed to have a ten, the
    /// most common card.
    #[must_use]
    pub fn for_columns(mut self, columns: usize) -> Self {
        if columns < self.columns {
            self.cells.iter_mut().for_each(|row| *row = [row[TEN]; KINDS]);
        }
        self.columns = columns;
        self
    }

    fn place(section: ChartSection, number: u8) -> Option<usize> {
        let span = section.span();
        span.contains(&number).then(|| section.first_row() + usize::from(number - span.start()))
    }

    /// The cell of a row against an up-card, by kind (0 for an Ace, *n* − 1 for a card that counts *n*).
    #[inline]
    pub fn cell(&self, section: ChartSection, number: u8, up: Option<usize>) -> Option<ChartCell> {
        self.cells[Self::place(section, number)?].get(up.unwrap_or(TEN)).copied()
    }

    fn set(&mut self, section: ChartSection, number: u8, up: Option<usize>, cell: ChartCell) {
        let Some(place) = Self::place(section, number) else { return };
        match up {
            Some(up) if self.columns > 1 => {
                self.cells[place].iter_mut().skip(up).take(1).for_each(|old| *old = cell)
            }
            _ => self.cells[place] = [cell; KINDS],
        }
    }

    /// The same chart with one cell changed. It is unchanged where there is no such cell, or where the new cell would
    /// leave a hand without a move.
    #[must_use]
    pub fn with(mut self, section: ChartSection, number: u8, up: Option<usize>, cell: ChartCell) -> Self {
        if section == ChartSection::Pair || cell.is_complete() {
            self.set(section, number, up, cell);
        }
        self
    }

    /// The move on a hand: the first in its row that is permitted. A pair's row comes before the row of its score.
    /// Drawing and standing are always permitted. A score above all rows stands; one below all rows draws.
    #[inline]
    pub fn decide(&self, hand: ChartHand, permits: impl Fn(Move) -> bool) -> Move {
        let of_score = if hand.soft { ChartSection::Soft } else { ChartSection::Hard };
        let pair = hand.pair.and_then(|value| self.cell(ChartSection::Pair, value, hand.up));
        let by_pair = pair.and_then(|cell| cell.decide(&permits));
        let by_score = || self.cell(of_score, hand.score, hand.up)?.decide(&permits);
        by_pair.or_else(by_score).unwrap_or(match hand.score {
            ..=11 => Move::Draw,
            _ => Move::Stand,
        })
    }
}

/// The usual chart. Its columns are the up-cards 2 to 10 and the Ace.
const USUAL: &str = "\
hard 4: H H H H H H H H H H
hard 5: H H H H H H H H H H
hard 6: H H H H H H H H H H
hard 7: H H H H H H H H H H
hard 8: H H H H H H H H H H
hard 9: H D D D D H H H H H
hard 10: D D D D D D D D H H
hard 11: D D D D D D D D H H
hard 12: H H S S S H H H H H
hard 13: S S S S S H H H H H
hard 14: S S S S S H H H R H
hard 15: S S S S S H H H R H
hard 16: S S S S S H H R R H
hard 17: S S S S S S S S S S
hard 18: S S S S S S S S S S
hard 19: S S S S S S S S S S
hard 20: S S S S S S S S S S
soft 12: H H H H H H H H H H
soft 13: H H H D D H H H H H
soft 14: H H H D D H H H H H
soft 15: H H D D D H H H H H
soft 16: H H D D D H H H H H
soft 17: H D D D D H H H H H
soft 18: S Ds Ds Ds Ds S S H H H
soft 19: S S S S S S S S S S
soft 20: S S S S S S S S S S
pair A: P P P P P P P P P H
pair 2: P P P P P P - - - -
pair 3: P P P P P P - - - -
pair 4: - - - P P - - - - -
pair 5: - - - - - - - - - -
pair 6: P P P P P - - - - -
pair 7: P P P P P P - - Rp -
pair 8: P P P P P P P P Rp -
pair 9: P P P P P S P P S S
pair 10: S S S S S S S S S S
";
