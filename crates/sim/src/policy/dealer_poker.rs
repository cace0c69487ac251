//! When to raise against a dealer's hand: yes or no for everything a player can hold and see.

use std::sync::Arc;

use croupier_kit::Card;
use croupier_maths::dealer_poker::{DealerAnalysis, analyse};
use croupier_rules::games::dealer_poker::{DealerPoker, Move, View};

/// The hands to raise with, by class and by the card that the dealer shows. Hands that differ only in the names of the
/// suits are one class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandRaises {
    /// Sorted by class; a bit for each card that the dealer can show.
    by_class: Arc<[([u16; 4], u64)]>,
}

impl HandRaises {
    /// Raises whenever that costs less than the ante.
    pub fn best(game: &DealerPoker) -> Self {
        Self { by_class: analyse(game).decisions().into() }
    }

    /// Whether to raise with these cards; their order does not matter.
    pub fn raises(&self, own: &[Card], shown: Option<Card>) -> bool {
        let (class, bit) = DealerAnalysis::key(own, shown);
        let found = self.by_class.binary_search_by_key(&class, |(known, _)| *known);
        found.is_ok_and(|place| self.by_class[place].1 >> bit & 1 == 1)
    }

    /// The decision of a player.
    pub fn decide(&self, game: &DealerPoker, view: &View) -> Move {
        let cards = usize::from(game.size.cards());
        let raises = view.own.is_some_and(|own| self.raises(&own[..cards], view.shown));
        if raises { Move::Raise } else { Move::Fold }
    }

    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (class, raises) in self.by_class.iter() {
            for mask in class {
                hasher.update(&mask.to_le_bytes());
            }
            hasher.update(&raises.to_le_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}
