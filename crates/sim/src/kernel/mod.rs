//! Kernels: the same rounds on the same streams, settled alike, many at a time.
//!
//! A kernel is made for a table where it can play every setting that table has; otherwise there is none, and the rules
//! play. Its tables are filled by asking the rules, and tests hold it against them round by round.

mod baccarat;
mod deck;
mod dice;
mod roulette;

pub(crate) use baccarat::BaccaratKernel;
pub(crate) use dice::DiceKernel;
pub(crate) use roulette::RouletteKernel;

use crate::job::Shoes;
use crate::setup::{Family, Found, Table};

/// A kernel for a table.
pub(crate) enum Kernel {
    Roulette(RouletteKernel),
    Dice(DiceKernel),
    Baccarat(BaccaratKernel),
}

impl Kernel {
    /// The kernel for a family of stakes, where there is one.
    pub(crate) fn new(family: &Family, shoes: Shoes) -> Option<Self> {
        match family {
            Family::Roulette(table) => RouletteKernel::new(table).map(Self::Roulette),
            Family::Dice(table) => DiceKernel::new(table).map(Self::Dice),
            Family::Baccarat(table) => BaccaratKernel::new(table, shoes == Shoes::Fresh).map(Self::Baccarat),
            _ => None,
        }
    }
}

/// Plays a block where there is a kernel for the table.
pub(crate) fn play(table: &Table, seed: u64, block: u64, rounds: u64) -> Option<Found> {
    match table.kernel.as_ref()? {
        Kernel::Roulette(kernel) => Some(kernel.play(seed, block, rounds)),
        Kernel::Dice(kernel) => kernel.play(seed, block, rounds),
        Kernel::Baccarat(kernel) => kernel.play(seed, block, rounds),
    }
}
