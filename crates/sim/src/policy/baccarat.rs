//! Third cards where they are a choice: a probability for everything a hand can know.

use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{BANKER, Baccarat, HandView, LEFT, Move, PLAYER, Third, View};

use super::probability::{DecisionBits, Probability};

/// What one hand shows another about its third card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opposite {
    /// It took this card.
    Took(u8),
    /// It stood, or is not there.
    Stood,
    /// It is a natural of this score.
    Natural(u8),
}

impl Opposite {
    /// How many different ones there are.
    pub const COUNT: usize = 13;

    /// Its place: the card it took, 10 where it stood, 12 for a natural of nine and 11 for any other.
    pub const fn index(self) -> usize {
        match self {
            Self::Took(pip) => pip as usize % 10,
            Self::Stood => 10,
            Self::Natural(9) => 12,
            Self::Natural(_) => 11,
        }
    }

    fn of(seen: HandView, game: &Baccarat) -> Self {
        match (seen.third, seen.first_two) {
            (Some(pip), _) => Self::Took(pip),
            (None, Some([one, two])) if game.drawing.naturals.contains((one + two) % 10) => {
                Self::Natural((one + two) % 10)
            }
            _ => Self::Stood,
        }
    }
}

/// How likely each hand is to draw, by the score of its first two cards and what it sees of those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thirds {
    /// The only opposing hand, or the right one.
    pub right: [Probability; 10],
    /// The left one, by what the right one showed.
    pub left: [[Probability; Opposite::COUNT]; 10],
    /// The banker, by what the right and the left one showed.
    pub banker: [[[Probability; Opposite::COUNT]; Opposite::COUNT]; 10],
}

impl Thirds {
    /// As players do who follow the drawing table where they may choose, and draw on a free score every other time.
    pub fn customary(game: &Baccarat) -> Self {
        let half = Probability::new(0.5).unwrap_or_default();
        let by_score = |score: usize| match game.drawing.opposing[score] {
            Third::Draws => Probability::ALWAYS,
            Third::Stands => Probability::NEVER,
            Third::Chooses => half,
        };
        let right: [Probability; 10] = std::array::from_fn(by_score);
        let tableau = &game.drawing.tableau;
        let draws = |score: usize, shown: usize| match shown {
            0..10 => tableau.giving[score].contains(digit(shown)),
            _ => tableau.stood.contains(digit(score)),
        };
        let banker = |score: usize, right: usize, left: usize| {
            let shown = if right < 10 || left >= 10 { right } else { left };
            if draws(score, shown) { Probability::ALWAYS } else { Probability::NEVER }
        };
        Self {
            right,
            left: right.map(|chance| [chance; Opposite::COUNT]),
            banker: std::array::from_fn(|score| {
                std::array::from_fn(|right| std::array::from_fn(|left| banker(score, right, left)))
            }),
        }
    }

    /// Whether anything is decided at random.
    pub fn is_mixed(&self) -> bool {
        let banker = self.banker.as_flattened().as_flattened().iter();
        self.right.iter().chain(self.left.as_flattened()).chain(banker).any(|chance| chance.is_mixed())
    }

    /// How likely a seat is to draw with what it sees.
    pub fn chance(&self, game: &Baccarat, view: &View, seat: Seat) -> Probability {
        let [right, left] =
            [PLAYER, LEFT].map(|seat| Opposite::of(view.hands[usize::from(seat)], game).index());
        let own =
            view.hands[usize::from(seat)].first_two.map_or(0, |[one, two]| usize::from((one + two) % 10));
        match seat {
            BANKER => self.banker[own][right][left],
            LEFT => self.left[own][right],
            _ => self.right[own],
        }
    }

    /// All probabilities as text. Jobs that were written before are recognised by its digest: it never changes.
    pub(super) fn digest_text(&self) -> String {
        let one = |chance: &Probability| format!("Chance({})", chance.parts());
        let row = |row: &[Probability; Opposite::COUNT]| list(row, one);
        let (right, left) = (list(&self.right, one), list(&self.left, row));
        let banker = list(&self.banker, |rows| list(rows, row));
        format!("Thirds {{ right: {right}, left: {left}, banker: {banker} }}")
    }

    /// What a seat decides.
    pub fn decide(&self, game: &Baccarat, view: &View, seat: Seat, bits: DecisionBits) -> Move {
        if self.chance(game, view, seat).happens(bits.of_seat(seat)) { Move::Draw } else { Move::Stand }
    }
}

/// A list as the digest has it.
fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(", "))
}

fn digit(place: usize) -> u8 {
    u8::try_from(place).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text was once what `Debug` wrote, and is compared by its digest with jobs from then.
    #[test]
    fn the_digest_is_of_the_same_text_as_ever() {
        let half = Probability::new(0.5).unwrap();
        let thirds = Thirds {
            right: [half; 10],
            left: [[Probability::NEVER; Opposite::COUNT]; 10],
            banker: [[[Probability::ALWAYS; Opposite::COUNT]; Opposite::COUNT]; 10],
        };
        let debug = format!("{thirds:?}").replace("Probability(", "Chance(");
        assert_eq!(thirds.digest_text(), debug);
    }
}
