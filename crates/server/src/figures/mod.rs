//! Figures over an interval: theory and variance of the bets that were made, and patterns that they make unlikely.

mod pairs;
mod patterns;
mod prices;
mod reckoning;
mod results;
mod tails;

pub(crate) use patterns::{PatternData, People, patterns};
pub(crate) use prices::price_terms;
pub(crate) use reckoning::{FigureQuestion, view};
