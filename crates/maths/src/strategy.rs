//! Best play as tables that any output format can draw: the move for each hand and each visible card.

use crate::Figure;

/// Best play in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    /// The title: `Blackjack: best play`.
    pub title: String,
    /// The moves, in the order of the legend.
    pub moves: Vec<LegendEntry>,
    /// The charts in order: hard hands, soft hands, pairs.
    pub charts: Vec<DecisionGrid>,
    /// Notes for the reader: assumptions, and where the charts are incomplete.
    pub notes: Vec<String>,
    /// How the strategy was computed, and how large the error of its figures can be.
    pub method: String,
}

/// One move that a player can make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// The abbreviation shown in a chart cell: one or two letters.
    pub letter: String,
    /// Its meaning: `double, else draw`.
    pub name: String,
    /// The kind of move, which determines its colour.
    pub kind: MoveKind,
}

/// Kinds of moves, by their effect on the stake and the hand. They determine the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// No more cards, no more money.
    Stand,
    /// Another card.
    Draw,
    /// More money: a double, a raise, insurance.
    More,
    /// One hand becomes two.
    Split,
    /// The hand is given up.
    Leave,
}

impl MoveKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Stand, Self::Draw, Self::More, Self::Split, Self::Leave];

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Draw => "draw",
            Self::More => "more",
            Self::Split => "split",
            Self::Leave => "leave",
        }
    }
}

/// One chart.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionGrid {
    /// The title: `hard hands`.
    pub title: String,
    /// What the rows show: `your hand`.
    pub down: String,
    /// What the columns show: `dealer's card`; empty if there is only one column.
    pub across: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<GridRow>,
}

/// One row of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct GridRow {
    /// The case that the row is for: `16`, `A, 7`.
    pub name: String,
    /// One cell per column; `None` if the case is impossible.
    pub cells: Vec<Option<GridCell>>,
}

/// What to do in one case.
#[derive(Clone, PartialEq, Debug)]
pub struct GridCell {
    /// The moves with their probabilities. Outside two-sided games there is exactly one, with probability one.
    pub plays: Vec<MixedMove>,
    /// The expected gain of each permitted move for the player, per unit of the original bet.
    pub worth: Vec<Worth>,
}

/// A move and the probability of making it.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedMove {
    /// Its index among the moves of the strategy.
    pub play: usize,
    /// The probability of choosing this move at random.
    pub probability: Figure,
}

/// The expected gain of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The move: `stand`, `draw`.
    pub name: String,
    /// The player's average gain.
    pub expectation: Figure,
}

impl GridCell {
    /// A cell with a single move that is always made.
    pub fn pure(play: usize) -> Self {
        Self {
            plays: vec![MixedMove { play, probability: croupier_kit::Ratio::one().into() }],
            worth: Vec::new(),
        }
    }

    /// The same cell with the expected gain of each move added.
    #[must_use]
    pub fn worth(mut self, worth: impl IntoIterator<Item = (impl Into<String>, Figure)>) -> Self {
        self.worth =
            worth.into_iter().map(|(name, expectation)| Worth { name: name.into(), expectation }).collect();
        self
    }

    /// The most probable move.
    pub fn usual(&self) -> Option<&MixedMove> {
        self.plays.iter().max_by(|a, b| a.probability.value().total_cmp(&b.probability.value()))
    }

    /// The text of the cell: the letter of the move, or letters with fractions if the move is chosen at random.
    pub fn text(&self, moves: &[LegendEntry]) -> String {
        let letter = |mixed: &MixedMove| moves.get(mixed.play).map_or("?", |play| play.letter.as_str());
        match self.plays.as_slice() {
            [one] => letter(one).to_owned(),
            several => {
                let part = |mixed: &MixedMove| format!("{} {}", letter(mixed), share(&mixed.probability));
                several.iter().map(part).collect::<Vec<_>>().join(" / ")
            }
        }
    }
}

/// A probability in short form: a fraction such as `9/11` if it is short, otherwise three decimal places.
fn share(probability: &Figure) -> String {
    match probability.exact().map(ToString::to_string) {
        Some(text) if text.len() <= 7 => text,
        _ => probability.to_decimal(3),
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::Ratio;

    use super::*;

    #[test]
    fn a_cell_says_its_letter_or_how_the_lot_falls() {
        let play =
            |letter: &str, kind| LegendEntry { letter: letter.to_owned(), name: letter.to_owned(), kind };
        let moves = [play("D", MoveKind::Draw), play("S", MoveKind::Stand)];
        assert_eq!(GridCell::pure(1).text(&moves), "S");
        let mixed = |play, n| MixedMove { play, probability: Ratio::new(n, 11).into() };
        let cell = GridCell { plays: vec![mixed(0, 9), mixed(1, 2)], worth: Vec::new() };
        assert_eq!(cell.text(&moves), "D 9/11 / S 2/11");
        assert_eq!(cell.usual().unwrap().play, 0);
    }
}
