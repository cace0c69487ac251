//! Best play as a table that any output can draw: what to do, by what one holds and what one sees.

use crate::Figure;

/// Best play of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    /// What it is: `Blackjack: best play`.
    pub title: String,
    /// The moves, in the order of the legend.
    pub moves: Vec<LegendEntry>,
    /// The charts, one after another: hard hands, soft hands, pairs.
    pub charts: Vec<DecisionGrid>,
    /// What a reader must know: what is taken for granted, where the chart is not the whole truth.
    pub notes: Vec<String>,
    /// How it was got, and how far its figures can be off.
    pub method: String,
}

/// One thing that a player can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendEntry {
    /// What a cell of a chart says: one or two letters.
    pub letter: String,
    /// What it means: `double, else draw`.
    pub name: String,
    /// What kind of move it is, which gives it its colour.
    pub kind: MoveKind,
}

/// Kinds of moves, by what they do to the stake and the hand. Colours go by them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// No more cards, no more money.
    Stand,
    /// Another card.
    Draw,
    /// More money: a double, a raise, insurance.
    More,
    /// Two hands out of one.
    Split,
    /// Given up.
    Leave,
}

impl MoveKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Stand, Self::Draw, Self::More, Self::Split, Self::Leave];

    /// The word for it.
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
    /// What it is for: `hard hands`.
    pub title: String,
    /// What the rows are: `your hand`.
    pub down: String,
    /// What the columns are: `dealer's card`; empty where there is only one.
    pub across: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<GridRow>,
}

/// One row of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct GridRow {
    /// What it is for: `16`, `A, 7`.
    pub name: String,
    /// A cell a column; none where the case cannot be.
    pub cells: Vec<Option<GridCell>>,
}

/// What to do in one case.
#[derive(Clone, PartialEq, Debug)]
pub struct GridCell {
    /// The moves to make, each with its probability: one of probability one but in games of two sides.
    pub plays: Vec<MixedMove>,
    /// What each move that is permitted is worth to the player, per unit of the bet as made.
    pub worth: Vec<Worth>,
}

/// A move with how often it is made.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedMove {
    /// Its place among the moves of the strategy.
    pub play: usize,
    /// How often, by a fair choice.
    pub probability: Figure,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The move: `stand`, `draw`.
    pub name: String,
    /// What the player gains on average.
    pub expectation: Figure,
}

impl GridCell {
    /// Always the same move.
    pub fn pure(play: usize) -> Self {
        Self {
            plays: vec![MixedMove { play, probability: croupier_kit::Ratio::one().into() }],
            worth: Vec::new(),
        }
    }

    /// The same, knowing what each move is worth.
    #[must_use]
    pub fn worth(mut self, worth: impl IntoIterator<Item = (impl Into<String>, Figure)>) -> Self {
        self.worth =
            worth.into_iter().map(|(name, expectation)| Worth { name: name.into(), expectation }).collect();
        self
    }

    /// The move that is made most often.
    pub fn usual(&self) -> Option<&MixedMove> {
        self.plays.iter().max_by(|a, b| a.probability.value().total_cmp(&b.probability.value()))
    }

    /// What to print: the letters, with fractions where the move is drawn by lot.
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

/// A probability as short as it can be said: `9/11`, else three places.
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
