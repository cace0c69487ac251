//! The kinds of wagers of roulette, and their words at a table.

use croupier_kit::Shape;

use super::names::NUMBERS as NUMBERS_WORD;
use super::{Call, Coverage, Roulette};
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord, Which};

/// The kinds of wagers of roulette.
pub(super) const KINDS: &[&DeclaredWager] = &[&NUMBERS, &SHAPE, &NAMED, &CALL, &NEIGHBOURS];

/// Any set of numbers.
pub(super) static NUMBERS: DeclaredWager = DeclaredWager {
    name: "numbers",
    key: "wager",
    laid: Laid::Bet,
    examples: &["numbers 0 1 2"],
    takes: "different numbers of the wheel, as many as the book permits",
    meaning: "any of these numbers, wherever they lie; a set that lies together or has a name may be written by it",
};

/// Numbers that lie together.
pub(super) static SHAPE: DeclaredWager = DeclaredWager {
    name: "shape",
    key: "wager",
    laid: Laid::Bet,
    examples: &[
        "straight 17",
        "split 17 20",
        "street 16 17 18",
        "corner 16 17 19 20",
        "six-line 13 14 15 16 17 18",
    ],
    takes: "all its numbers",
    meaning: "numbers that lie together on the layout",
};

/// A named set.
pub(super) static NAMED: DeclaredWager = DeclaredWager {
    name: "set",
    key: "wager",
    laid: Laid::Bet,
    examples: &["red", "dozen 1", "two-dozens 1 2"],
    takes: "the figures of its name, if it has any",
    meaning: "a set of numbers that the book names",
};

/// A call with chips in places that the book lists.
pub(super) static CALL: DeclaredWager = DeclaredWager {
    name: "call",
    key: "call",
    laid: Laid::Bet,
    examples: &["orphans"],
    takes: "nothing",
    meaning: "a call of several equal chips, which lie as the book lists them; the amount is their total",
};

/// A call on neighbours.
pub(super) static NEIGHBOURS: DeclaredWager = DeclaredWager {
    name: "neighbours",
    key: "call",
    laid: Laid::Bet,
    examples: &["neighbours 17"],
    takes: "a number of the wheel",
    meaning: "a call of equal chips on the number and on its neighbours on the wheel",
};

impl Roulette {
    /// The words of this table's wagers.
    pub(super) fn words_of_wagers(&self) -> Vec<WagerWord<'_>> {
        let mut words = Vec::new();
        let numbers = |sizes, which| Arguments::Numbers { wheel: self.wheel.pockets(), sizes, which };
        let sizes: Vec<u32> = self.any_sizes().collect();
        if !sizes.is_empty() {
            words.push(WagerWord::new(&NUMBERS, NUMBERS_WORD, numbers(sizes.clone(), Which::Any)));
        }
        for shape in Shape::ALL {
            let own = self.clauses.iter().any(|clause| clause.coverage == Coverage::Shape(shape));
            if own || sizes.contains(&shape.size()) {
                let which = if own { Which::Together } else { Which::Any };
                words.push(WagerWord::new(&SHAPE, shape.name(), numbers(vec![shape.size()], which)));
            }
        }
        words.extend(self.words_of_names());
        words.extend(self.calls.iter().map(|call| match call {
            Call::Fixed { name, .. } => WagerWord::new(&CALL, &**name, Arguments::Nothing),
            Call::Neighbours { name, .. } => {
                WagerWord::new(&NEIGHBOURS, &**name, numbers(vec![1], Which::Any))
            }
        }));
        words
    }

    /// The sizes of sets that may be bet on wherever they lie.
    pub(super) fn any_sizes(&self) -> impl Iterator<Item = u32> {
        self.clauses.iter().filter_map(|clause| match clause.coverage {
            Coverage::Any { size, .. } => Some(size),
            Coverage::Shape(_) | Coverage::Named(_) => None,
        })
    }

    /// The words of named sets, each with the figures that follow it.
    fn words_of_names(&self) -> Vec<WagerWord<'_>> {
        let is_listed = |name: &str| {
            let by_name = |clause: &super::Clause| matches!(&clause.coverage, Coverage::Named(names) if names.iter().any(|known| **known == *name));
            self.clauses.iter().any(by_name)
        };
        let names = self
            .names
            .iter()
            .filter(|(name, set)| is_listed(name) || self.any_sizes().any(|size| size == set.len()));
        let mut words: Vec<(&str, Vec<Box<str>>)> = Vec::new();
        for (name, _) in names {
            let (word, figures) = name.split_once(' ').unwrap_or((name, ""));
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, all)) => all.push(figures.into()),
                None => words.push((word, vec![figures.into()])),
            }
        }
        let named = |(word, figures): (_, Vec<Box<str>>)| {
            let takes = match figures.as_slice() {
                [none] if none.is_empty() => Arguments::Nothing,
                _ => Arguments::OneOf(figures),
            };
            WagerWord::new(&NAMED, word, takes)
        };
        words.into_iter().map(named).collect()
    }
}
