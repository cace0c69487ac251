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
mod counts;
mod dealer_poker;
mod deck;
mod dice;
mod held;
mod in_between;
mod openings;
mod poker;
mod roulette;
mod sides;

pub(crate) use baccarat::{BaccaratKernel, CoupTable};
pub(crate) use blackjack::{BoxKernel, BoxOf, HandMoves, SplitBuilder, split};
pub(crate) use dealer_poker::DealerPokerKernel;
pub(crate) use deck::Shuffler;
pub(crate) use dice::DiceKernel;
pub(crate) use in_between::InBetweenKernel;
pub(crate) use poker::PokerKernel;
pub(crate) use roulette::RouletteKernel;
pub(crate) use sides::{CARDS, SidesKernel};

use crate::machine::GameMachine;
use crate::totals::Totals;

/// The kernel of a table.
pub(crate) trait PlayKernel: Send + Sync {
    /// Plays a block; `None` if the rules must play it.
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals>;

    /// The game as a machine of states, which plays the second edition; `None` if there is none.
    fn machine(&self) -> Option<GameMachine> {
        None
    }
}
