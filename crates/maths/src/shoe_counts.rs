//! The number of cards of each rank in a shoe.

use croupier_kit::{Card, Rank, Shoe};

/// The number of cards left of each rank, from Two to Ace.
pub(crate) fn from_two(shoe: &Shoe) -> [i64; 13] {
    Rank::ALL.map(|rank| {
        Card::pack().filter(|card| card.rank() == rank).map(|card| i64::from(shoe.count(card))).sum()
    })
}

/// The same counts, from Ace to King.
pub(crate) fn from_ace(shoe: &Shoe) -> [i64; 13] {
    let mut counts = from_two(shoe);
    counts.rotate_right(1);
    counts
}
