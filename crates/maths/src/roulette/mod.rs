//! Roulette: nobody decides anything, but whether to take half of a stake that a zero holds.

mod family;
mod half;

pub use half::best_halves;
