//! What a source of outcomes of the house gives, card by card.

use croupier_house::table::OutcomeSource;
use croupier_kit::{Card, Pocket, Shoe, Wheel};

use super::{CARDS_SEEN, Falls};

/// Outcomes of a source that the house asks for one at a time.
pub struct Sourced<S>(pub S);

impl<S: OutcomeSource> Falls for Sourced<S> {
    fn spin(&mut self, wheel: &Wheel) -> Pocket {
        self.0.ball(wheel)
    }

    fn throw(&mut self) -> [u32; 2] {
        self.0.dice()
    }

    fn shuffled(&mut self, packs: u8) -> Vec<Card> {
        let mut left = Shoe::new(packs);
        let mut cards = Vec::new();
        while cards.len() < CARDS_SEEN && !left.is_empty() {
            let card = self.0.card(packs, &left);
            left.take(card).expect("a source gives a card that is left");
            cards.push(card);
        }
        cards
    }
}
