//! The cards that lie on a table, in the order in which they fell. The rules themselves keep no cards in this form; it is for
//! whoever shows a table: a house, or a program that plays at one.

use croupier_kit::Card;

use crate::contract::{Face, Fall, Seat};
use crate::notation::BoxHand;

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCard {
    /// The card.
    pub card: Card,
    /// The seat that got it.
    pub seat: Seat,
    /// The hand of the box that got it, where there are boxes.
    pub spot: Option<BoxHand>,
    /// Face up or face down.
    pub face: Face,
}

impl TableCard {
    /// A card that falls where the rules said before.
    pub const fn fallen(card: Card, (fall, spot): (Fall, Option<BoxHand>)) -> Self {
        Self { card, seat: fall.to, spot, face: fall.face }
    }
}

/// Moves the second card of a split hand to the new hand, which gets the next number.
pub fn split_cards(cards: &mut [TableCard], split: BoxHand) {
    let of_box = cards.iter().filter_map(|card| card.spot).filter(|spot| spot.number == split.number);
    let new = of_box.filter_map(|spot| spot.hand).max().map(|hand| hand + 1);
    if let Some(second) = cards.iter_mut().rfind(|card| card.spot == Some(split)) {
        second.spot = Some(BoxHand { number: split.number, hand: new });
    }
}
