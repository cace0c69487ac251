//! The families at a simulated table: policies, prices and set-up, one file each.

mod baccarat;
mod blackjack;
mod dealer_poker;
mod dice;
mod in_between;
mod poker;
mod roulette;

pub use blackjack::chart_from_file;
