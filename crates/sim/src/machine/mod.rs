//! Games as plain numbers: a machine of states that takes one card or one roll a step, for processors of every kind.
//!
//! The tables of a machine are filled by asking the rules. A machine plays blocks of the second edition of the random
//! streams. Here its steps are those of this processor; graphics cards execute the same steps (`croupier-gpu`), and both give
//! the same counts.

#![allow(clippy::cast_possible_truncation, reason = "fields of a word are cut out on purpose")]

mod build;
mod cards;
mod groups;
mod rolls;
mod word;

pub(crate) use build::{End, EndList, RowList};
pub use cards::{CLASSES, CardMachine, FINALS, HANDS_MAX, PROFIT_MAX, SplitSituation, SplitWorths};
pub(crate) use groups::{GroupEffects, RollEffect, roll_machine};
pub use rolls::{RollGroup, RollMachine};
pub use word::{LotRow, StepKind, StepWord};

use crate::error::ShoeSpent;
use crate::totals::Totals;

/// A game as a machine of states.
#[derive(Clone, Debug)]
pub enum GameMachine {
    /// Cards from a shoe.
    Cards(CardMachine),
    /// A wheel or dice.
    Rolls(RollMachine),
}

impl GameMachine {
    /// Plays a block of the second edition, and returns how often each cell was counted.
    ///
    /// # Errors
    /// When a shoe runs out during a round.
    pub fn play(&self, seed: u64, block: u64, rounds: u64) -> Result<Vec<u64>, ShoeSpent> {
        match self {
            Self::Cards(machine) => machine.play(seed, block, rounds),
            Self::Rolls(machine) => Ok(machine.play(seed, block, rounds)),
        }
    }

    /// The number of cells that are counted.
    pub fn cells(&self) -> usize {
        match self {
            Self::Cards(machine) => machine.cells(),
            Self::Rolls(machine) => machine.cells(),
        }
    }

    /// The totals that the counts of all cells mean.
    ///
    /// # Panics
    /// When there are not as many counts as cells.
    pub fn totals(&self, counts: &[u64]) -> Totals {
        assert_eq!(counts.len(), self.cells(), "every cell has a count");
        match self {
            Self::Cards(machine) => machine.totals(counts),
            Self::Rolls(machine) => machine.totals(counts),
        }
    }
}
