//! Counting systems at blackjack: what each knows of the cards, how a counter plays and bets, and what that gains.
//!
//! A [`CountSystem`] gives every card a tag. [`RemovalEffects`] says how well the tags follow what cards are worth, exactly.
//! [`CountPlay`] derives from the exact solver at which counts another move is better than the chart's. A [`CountTable`]
//! plays shoes under all rules of the book and counts, by the count before each round, what a bet of one unit gains
//! ([`CountRows`]). Bets are chosen afterwards ([`BetRamp`]), and [`CountFigures`] says what they are worth.

mod correlation;
mod course;
mod decisions;
mod figures;
mod machine;
mod play;
mod ramp;
mod rows;
mod run;
mod system;
#[cfg(test)]
mod tests;
mod totals;

pub use correlation::{CountCorrelation, RemovalEffects};
pub use course::{CountOptions, CountTable, CounterPresence, blackjack_of};
pub use figures::CountFigures;
pub use play::{COUNT_LEAST, COUNTS, CountPlay, IndexPlay, IndexSet};
pub use ramp::{BetRamp, BetSpread};
pub use rows::{CountRow, CountRows, Estimated};
pub use run::run_counts;
pub use system::{CountBasis, CountRounding, CountSystem, TagFault, card_name};
pub use totals::{CountCell, CountTotals};
