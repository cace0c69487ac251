//! Figures over an interval: theory and variance of the bets that were made, and patterns that they make unlikely.

mod exact;
mod pairs;
mod patterns;
mod prices;
mod reckoning;
mod results;
mod rows;
mod tails;

pub(crate) use exact::ExactFigures;
pub(crate) use patterns::{PatternData, People, patterns};
pub(crate) use prices::{TermPrices, price_terms};
pub(crate) use reckoning::Reckoning;
pub(crate) use rows::{FigureQuestion, RowName, rows_by, view};
