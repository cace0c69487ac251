//! Arizona Hold-Em: the ante with the best raise in each circle, over every possible deal (6.2, 6.6).
//!
//! A raise is worth making if the visible cards have a positive expected gain under the pay table. In the first
//! circle these are three cards, in the second four. For the second circle it does not matter which three of the four
//! came first. A pay table depends only on ranks and on whether all cards are of one suit. Cards that agree in both
//! form one class. One pack has 311,875,200 deals but only a few thousand classes.

mod advice;
mod advisor;
mod analysis;
mod class;
mod family;
mod strategy;

pub use advice::{CardShape, RaiseAdvice, RaiseWhen, advice};
pub use analysis::{RaiseAnalysis, RaiseChoice, analyse};
pub use class::{Class, Suits};
