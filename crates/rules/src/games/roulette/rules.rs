//! The rules of a roulette table: its wheel, its layout, its wagers and their odds, and its spins.

use croupier_kit::{Layout, Odds, Pocket, PocketSet, Shape, Wheel};

use super::prison::OnZero;
use crate::law::Rule;

/// The rules of a roulette table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roulette {
    /// The wheel.
    pub wheel: Wheel,
    /// The provision on the wheel.
    pub wheel_rule: Option<Rule>,
    /// The layout.
    pub layout: Layout,
    /// Names for sets of numbers, as used in the notation of wagers.
    pub names: Vec<(Box<str>, PocketSet)>,
    /// The permitted wagers.
    pub clauses: Vec<Clause>,
    /// The permitted call bets.
    pub calls: Vec<Call>,
    /// The provisions on spins.
    pub spins: SpinRules,
}

/// A kind of wager that the book permits, with its odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Which sets of numbers it covers.
    pub coverage: Coverage,
    /// The odds it is paid at.
    pub odds: Odds,
    /// The provision that sets the odds.
    pub cite: Rule,
    /// The provision that defines it, if that is a different one.
    pub defined: Option<Rule>,
    /// What a zero does to it, where it does not simply take it.
    pub on_zero: Option<ZeroRule>,
}

/// What some zeros do to a stake that does not cover them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroRule {
    /// The zeros.
    pub zeros: PocketSet,
    /// What they do.
    pub does: OnZero,
}

/// Which sets of numbers a clause covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Any set of this size.
    Any {
        /// How many numbers.
        size: u32,
        /// Whether a zero may be among them.
        zero: bool,
    },
    /// Numbers that lie together on the layout.
    Shape(Shape),
    /// The sets with these names.
    Named(Vec<Box<str>>),
}

/// Some chips of a call bet on one set of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chip {
    /// How many chips.
    pub chips: u32,
    /// On which numbers.
    pub on: PocketSet,
    /// The index of the clause they are paid under.
    pub clause: u8,
}

/// A call bet, which is placed as several equal chips.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// A call with always the same chips.
    Fixed {
        /// Its name.
        name: Box<str>,
        /// The position of the chips.
        chips: Vec<Chip>,
        /// The provision that defines it.
        cite: Rule,
    },
    /// One chip on a number and on each of its neighbours on the wheel.
    Neighbours {
        /// Its name.
        name: Box<str>,
        /// The number of neighbours on either side.
        each_side: u8,
        /// The index of the clause the chips are paid under.
        clause: u8,
        /// The provision that defines it.
        cite: Rule,
    },
}

impl Call {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Fixed { name, .. } | Self::Neighbours { name, .. } => name,
        }
    }

    /// The provision that defines it.
    pub const fn cite(&self) -> Rule {
        match self {
            Self::Fixed { cite, .. } | Self::Neighbours { cite, .. } => *cite,
        }
    }

    /// The number of chips it needs.
    pub fn chips(&self) -> u32 {
        match self {
            Self::Fixed { chips, .. } => chips.iter().map(|chip| chip.chips).sum(),
            Self::Neighbours { each_side, .. } => 2 * u32::from(*each_side) + 1,
        }
    }
}

/// The provisions of the book on spins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpinRules {
    /// Each spin runs in the opposite direction to the last.
    pub alternate: Option<Rule>,
    /// A spin that does not count is repeated.
    pub void: Option<Rule>,
}

impl Roulette {
    /// The sets that a clause covers. For a clause on any set of a given size, one set represents them all.
    pub(super) fn sets_of(&self, clause: &Clause) -> Vec<PocketSet> {
        match &clause.coverage {
            Coverage::Any { size, zero } => {
                let pockets = self.wheel.pockets().iter().filter(|p| *zero || !p.is_zero());
                let from_the_end: Vec<Pocket> = pockets.collect();
                vec![from_the_end.iter().rev().take(*size as usize).copied().collect()]
            }
            Coverage::Shape(shape) => self.layout.sets(*shape).to_vec(),
            Coverage::Named(names) => names.iter().filter_map(|name| self.named(name)).collect(),
        }
    }

    /// The set that a name stands for.
    pub(super) fn named(&self, name: &str) -> Option<PocketSet> {
        self.names.iter().find(|(known, _)| &**known == name).map(|(_, set)| *set)
    }
}
