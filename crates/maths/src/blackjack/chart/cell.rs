//! The cells of a chart: moves in order of preference, and the code for them in text.

use croupier_rules::games::blackjack::Move;

/// Moves in order of preference: the first that is permitted is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChartCell(u8);

/// Every cell with its code. In a row of pairs `-` means: play as any other hand of that score.
const CODES: [(&str, &[Move]); 10] = [
    ("H", &[Move::Draw]),
    ("S", &[Move::Stand]),
    ("D", &[Move::Double, Move::Draw]),
    ("Ds", &[Move::Double, Move::Stand]),
    ("R", &[Move::Surrender, Move::Draw]),
    ("Rs", &[Move::Surrender, Move::Stand]),
    ("Rd", &[Move::Surrender, Move::Double, Move::Draw]),
    ("P", &[Move::Split]),
    ("Rp", &[Move::Surrender, Move::Split]),
    ("-", &[]),
];

impl ChartCell {
    /// Draw.
    pub const DRAW: Self = Self(0);
    /// Stand.
    pub const STAND: Self = Self(1);
    /// Play as any other hand of that score; only in a row of pairs.
    pub const AS_TOTAL: Self = Self(9);

    /// Every cell, the simplest first.
    fn all() -> impl Iterator<Item = Self> {
        (0..).take(CODES.len()).map(Self)
    }

    /// The cell with these moves in this order, if there is one.
    pub fn of(moves: &[Move]) -> Option<Self> {
        Self::all().find(|cell| cell.moves() == moves)
    }

    /// The cell with this code.
    pub fn parse(code: &str) -> Option<Self> {
        Self::all().find(|cell| cell.code() == code)
    }

    /// Its code: `H` draw, `S` stand, `D` double else draw, `Ds` double else stand, `R` surrender else draw, `Rs`
    /// surrender else stand, `Rd` surrender else double else draw, `P` split, `Rp` surrender else split, `-` as its
    /// total.
    pub fn code(self) -> &'static str {
        CODES[usize::from(self.0)].0
    }

    /// The moves, the preferred one first.
    pub fn moves(self) -> &'static [Move] {
        CODES[usize::from(self.0)].1
    }

    /// The cells that give a move for every hand of a score.
    pub(crate) fn for_totals() -> impl Iterator<Item = Self> {
        Self::all().filter(|cell| cell.is_complete())
    }

    /// The cells for pairs: as its total, split, surrender else split.
    pub(crate) fn for_pairs() -> impl Iterator<Item = Self> {
        Self::all().filter(|cell| !cell.is_complete())
    }

    /// Whether it gives a move for a hand that is not a pair. Drawing and standing are always permitted.
    pub(super) fn is_complete(self) -> bool {
        matches!(self.moves().last(), Some(Move::Draw | Move::Stand))
    }

    /// The first of its moves that is permitted; `None` where none is.
    pub(super) fn decide(self, permits: impl Fn(Move) -> bool) -> Option<Move> {
        let always = |mv: Move| matches!(mv, Move::Draw | Move::Stand);
        self.moves().iter().copied().find(|mv| always(*mv) || permits(*mv))
    }
}
