//! Third cards that are a choice: the probability of drawing for everything a hand can know.

use croupier_rules::contract::Seat;
use croupier_rules::games::baccarat::{BANKER, Baccarat, HandView, LEFT, Move, PLAYER, Third, View};

use super::probability::{DecisionBits, Probability};

/// What an opposing hand shows about its third card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opposite {
    /// It drew this card.
    Took(u8),
    /// It stood, or does not exist.
    Stood,
    /// It is a natural of this score.
    Natural(u8),
}

impl Opposite {
    /// The number of different values.
    pub const COUNT: usize = 13;

    /// Its index: the value of the card drawn, 10 for a hand that stood, 12 for a natural nine, 11 for any other
    /// natural.
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

/// The probability that each hand draws, by the score of its first two cards and what the hands before it showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thirds {
    /// For the only opposing hand, or the right one of two.
    pub right: [Probability; 10],
    /// For the left hand, by what the right hand showed.
    pub left: [[Probability; Opposite::COUNT]; 10],
    /// For the banker, by what the right and the left hand showed.
    pub banker: [[[Probability; Opposite::COUNT]; Opposite::COUNT]; 10],
    /// What two hands against the banker have agreed on, if they have.
    pub agreed: Option<Box<AgreedPlans>>,
}

/// Two plans of the hands against a banker, one of which is drawn for every coup. Under the first the right hand draws where
/// it has a choice, and under the second it stands. So the lot of the right hand is the lot of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgreedPlans {
    /// The chance of the first plan.
    pub first: Probability,
    /// For the left hand under the second plan; under the first it plays by [`Thirds::left`].
    pub left: [[Probability; Opposite::COUNT]; 10],
    /// For the right hand if the left has a natural, by what the left hand shows.
    pub right_to_natural: [[Probability; Opposite::COUNT]; 10],
}

/// How a seat decides about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawChoice {
    /// It draws with this probability.
    Alone(Probability),
    /// It draws with the first probability under the first plan, which has this chance, and with the second under the other.
    ByPlan { first: Probability, draws: [Probability; 2] },
}

impl Thirds {
    /// Customary play: players follow the drawing table, and where the opposing hand has a free choice it draws half
    /// of the time.
    pub fn customary(game: &Baccarat) -> Self {
        let half = Probability::new(0.5).expect("a half is a probability");
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
            agreed: None,
        }
    }

    /// Whether any decision is random.
    pub fn is_mixed(&self) -> bool {
        let banker = self.banker.as_flattened().as_flattened().iter();
        let agreed = self.agreed.iter().flat_map(|agreed| {
            let rows = agreed.left.as_flattened().iter().chain(agreed.right_to_natural.as_flattened());
            rows.chain([&agreed.first])
        });
        let alone = self.right.iter().chain(self.left.as_flattened()).chain(banker);
        alone.chain(agreed).any(|chance| chance.is_mixed())
    }

    /// How a seat decides, given what it sees.
    pub(crate) fn choice(&self, game: &Baccarat, view: &View, seat: Seat) -> DrawChoice {
        let [right, left] =
            [PLAYER, LEFT].map(|seat| Opposite::of(view.hands[usize::from(seat)], game).index());
        let own =
            view.hands[usize::from(seat)].first_two.map_or(0, |[one, two]| usize::from((one + two) % 10));
        match seat {
            BANKER => DrawChoice::Alone(self.banker[own][right][left]),
            LEFT => match &self.agreed {
                Some(agreed) => DrawChoice::ByPlan {
                    first: agreed.first,
                    draws: [self.left[own][right], agreed.left[own][right]],
                },
                None => DrawChoice::Alone(self.left[own][right]),
            },
            _ => match &self.agreed {
                Some(agreed) if left > Opposite::Stood.index() => {
                    DrawChoice::Alone(agreed.right_to_natural[own][left])
                }
                _ => DrawChoice::Alone(self.right[own]),
            },
        }
    }

    /// All probabilities as text. Its format must never change: existing jobs are recognised by its digest.
    pub(super) fn digest_text(&self) -> String {
        let one = |chance: &Probability| format!("Chance({})", chance.parts());
        let row = |row: &[Probability; Opposite::COUNT]| list(row, one);
        let (right, left) = (list(&self.right, one), list(&self.left, row));
        let banker = list(&self.banker, |rows| list(rows, row));
        let agreed = self.agreed.as_ref().map_or_else(String::new, |agreed| {
            let (left, right) = (list(&agreed.left, row), list(&agreed.right_to_natural, row));
            format!(", agreed: {{ first: {}, left: {left}, right: {right} }}", one(&agreed.first))
        });
        format!("Thirds {{ right: {right}, left: {left}, banker: {banker}{agreed} }}")
    }

    /// The decision of a seat.
    pub fn decide(&self, game: &Baccarat, view: &View, seat: Seat, bits: DecisionBits) -> Move {
        let chance = match self.choice(game, view, seat) {
            DrawChoice::Alone(chance) => chance,
            // The lot of the right hand is that of the plan.
            DrawChoice::ByPlan { first, draws } => draws[usize::from(!first.happens(bits.of_seat(PLAYER)))],
        };
        if chance.happens(bits.of_seat(seat)) { Move::Draw } else { Move::Stand }
    }
}

/// A list in the format of the digest text.
fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(", "))
}

fn digit(place: usize) -> u8 {
    u8::try_from(place).expect("there are few places")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text was originally written by `Debug`; jobs from that time are compared by its digest.
    #[test]
    fn the_digest_is_of_the_same_text_as_ever() {
        let half = Probability::new(0.5).unwrap();
        let thirds = Thirds {
            right: [half; 10],
            left: [[Probability::NEVER; Opposite::COUNT]; 10],
            banker: [[[Probability::ALWAYS; Opposite::COUNT]; Opposite::COUNT]; 10],
            agreed: None,
        };
        let debug = format!("{thirds:?}").replace("Probability(", "Chance(").replace(", agreed: None", "");
        assert_eq!(thirds.digest_text(), debug);
    }
}
