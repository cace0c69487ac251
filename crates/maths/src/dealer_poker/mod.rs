//! Poker against a dealer's hand: the ante with the best decision on each hand, over every possible deal.
//!
//! A hand is compared by its ranks and by whether its cards are of one suit. So the dealer's hands are counted by ranks,
//! and those of one suit are moved from their place among the plain hands to their place among the suited ones. Players'
//! hands that differ only in the names of the suits are one class. Caribbean Stud has 20 million million deals, but 6,175
//! sets of ranks and 134,459 classes.

mod advisor;
mod analysis;
mod class;
mod counts;
mod family;
mod sides;
mod strategy;

pub use analysis::{DealerAnalysis, analyse};
