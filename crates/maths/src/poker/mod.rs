//! Arizona Hold-Em: the ante with the best raise in either circle, from every deal there is (6.2, 6.6).
//!
//! A raise is worth making when the cards that are seen expect more than nothing of the pay table. In the first circle
//! those are three cards, in the second four, and which three of the four came first does not matter to the second. A
//! pay table knows ranks, and whether all cards are of one suit: cards that are alike in these are one class, and there
//! are a few thousand classes for the 311,875,200 deals of one pack.

mod advice;
mod analysis;
mod class;
mod strategy;

pub use advice::{CardShape, RaiseAdvice, RaiseWhen, advice};
pub use analysis::{RaiseAnalysis, RaiseChoice, analyse};
pub use class::{Class, Suits};
