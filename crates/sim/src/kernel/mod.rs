//! Kernels: fast implementations that play the same rounds on the same random streams with the same results, many at
//! a time.
//!
//! A table has a kernel only if the kernel can play every setting of that table; otherwise the rules play. The lookup
//! tables of a kernel are filled by asking the rules, and tests compare it with the rules round by round.

#![allow(
    clippy::inline_always,
    clippy::needless_range_loop,
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "what is inlined takes the instructions of its caller, lanes are written as loops over places, and bits are cut off on purpose"
)]

mod baccarat;
mod blackjack;
mod deck;
mod dice;
mod in_between;
mod poker;
mod roulette;

pub(crate) use baccarat::BaccaratKernel;
pub(crate) use blackjack::BoxKernel;
pub(crate) use deck::Shuffler;
pub(crate) use dice::DiceKernel;
pub(crate) use in_between::InBetweenKernel;
pub(crate) use poker::PokerKernel;
pub(crate) use roulette::RouletteKernel;

use crate::job::Shoes;
use crate::table::TableKind;
use crate::totals::Totals;

/// The kernel of a table.
#[allow(clippy::large_enum_variant, reason = "a table has one, and it is not moved")]
pub(crate) enum Kernel {
    Roulette(RouletteKernel),
    Dice(DiceKernel),
    Baccarat(BaccaratKernel),
    InBetween(InBetweenKernel),
    Poker(PokerKernel),
    OneBox(BoxKernel),
}

impl Kernel {
    /// The kernel of a table; `None` if there is none for it.
    pub(crate) fn new(family: &TableKind, shoes: Shoes) -> Option<Self> {
        let fresh = shoes == Shoes::Fresh;
        match family {
            TableKind::Roulette(table) => RouletteKernel::new(table).map(Self::Roulette),
            TableKind::Dice(table) => DiceKernel::new(table).map(Self::Dice),
            TableKind::Baccarat(table) => BaccaratKernel::new(table, fresh).map(Self::Baccarat),
            TableKind::InBetween(table) => InBetweenKernel::new(table, fresh).map(Self::InBetween),
            TableKind::Poker(table) => PokerKernel::new(table, fresh).map(Self::Poker),
            TableKind::OneBox(table) => BoxKernel::new(table, fresh).map(Self::OneBox),
            TableKind::Boxes(_) | TableKind::OneBoxByCards(_) | TableKind::BoxesByCards(_) => None,
        }
    }

    /// Plays a block at the table for which the kernel was made; `None` if the rules must play it.
    pub(crate) fn play(&self, table: &TableKind, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        match self {
            Self::Roulette(kernel) => Some(kernel.play(seed, block, rounds)),
            Self::Dice(kernel) => kernel.play(seed, block, rounds),
            Self::Baccarat(kernel) => kernel.play(seed, block, rounds),
            Self::InBetween(kernel) => kernel.play(seed, block, rounds),
            Self::Poker(kernel) => kernel.play(seed, block, rounds),
            Self::OneBox(kernel) => kernel.play(table, seed, block, rounds),
        }
    }
}
