//! The machine of a box for rounds from whole shoes, of which the first cards are known together.

use super::machine::{ENDS, Machine, Transition};
use super::state::CARDS;

/// The cards of the first step.
pub(super) const FIRST: usize = CARDS * CARDS * CARDS;
/// The number of states.
pub(super) const STATES: usize = 1 << 12;

/// The machine with states for ends and splits, in which further cards have no effect, so that the first cards of
/// every round are taken without asking whether it is over.
pub(super) struct FreshMachine {
    /// The state after the first three cards.
    pub(super) first: Box<[u16; FIRST]>,
    /// The next state, by the state and the card.
    steps: Box<[u16; STATES * CARDS]>,
    /// The first state that is an end, and the first that is a split.
    pub(super) ends: u16,
    pub(super) splits: u16,
}

impl FreshMachine {
    /// `None` if there are too many states, or if a round can be over before its third card.
    pub(super) fn new(machine: &Machine) -> Option<Self> {
        let ends = machine.states;
        let splits = ends + ENDS;
        let states = splits + machine.splits.situations.len();
        if states > STATES {
            return None;
        }
        let state = |number: usize| (number * CARDS) as u16;
        let next = |step: &Transition| match step.end() {
            0 if step.is_split() => state(splits + usize::from(step.next())),
            0 => step.next(),
            end => state(ends + end),
        };
        let own = (ends..states).flat_map(|number| [state(number); CARDS]);
        let mut steps: Vec<u16> =
            (0..ends).flat_map(|number| machine.row(number)).map(next).chain(own).collect();
        steps.resize(STATES * CARDS, 0);
        let mut fresh = Self {
            first: Box::new([0; FIRST]),
            steps: steps.into_boxed_slice().try_into().ok()?,
            ends: state(ends),
            splits: state(splits),
        };
        for place in 0..FIRST {
            let [one, two, three] = [place, place / CARDS, place / CARDS / CARDS].map(|n| (n % CARDS) as u8);
            let after_two = fresh.step(fresh.step(machine.start().next(), one), two);
            if after_two >= fresh.ends {
                return None;
            }
            fresh.first[place] = fresh.step(after_two, three);
        }
        Some(fresh)
    }

    /// The number of the first state that is an end.
    pub(super) fn ends_from(&self) -> usize {
        usize::from(self.ends) / CARDS
    }

    #[inline(always)]
    pub(super) fn is_end(&self, state: u16) -> bool {
        (self.ends..self.splits).contains(&state)
    }

    #[inline(always)]
    pub(super) fn step(&self, state: u16, card: u8) -> u16 {
        self.steps[usize::from(state | (u16::from(card) % CARDS as u16))]
    }
}
