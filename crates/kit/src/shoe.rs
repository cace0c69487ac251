//! The shoe: which cards of its packs have not been dealt yet.

use std::fmt;

use crate::card::Card;

/// The largest number of packs in any game here. The count of one card then easily fits in a byte.
pub const PACKS_MAX: u8 = 8;

/// The cards left of some packs. It has no order: the caller says which card is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shoe {
    packs: u8,
    left: [u8; 52],
}

/// The error for a card of which every copy in the packs has already been dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInShoe {
    /// The card that is no longer in the shoe.
    pub card: Card,
    /// The number of packs in the full shoe.
    pub packs: u8,
}

impl fmt::Display for NotInShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let packs = if self.packs == 1 { "pack holds" } else { "packs hold" };
        write!(f, "{} cannot still be in the shoe: {} {packs} {} of it", self.card, self.packs, self.packs)
    }
}

impl std::error::Error for NotInShoe {}

impl Shoe {
    /// A full shoe of `packs` packs.
    pub const fn new(packs: u8) -> Self {
        Self { packs, left: [packs; 52] }
    }

    /// Removes one card.
    pub fn take(&mut self, card: Card) -> Result<(), NotInShoe> {
        match self.left[card.index()].checked_sub(1) {
            Some(left) => {
                self.left[card.index()] = left;
                Ok(())
            }
            None => Err(NotInShoe { card, packs: self.packs }),
        }
    }

    /// The number of copies of this card left.
    pub const fn count(&self, card: Card) -> u8 {
        self.left[card.index()]
    }

    /// The total number of cards left.
    pub fn len(&self) -> u32 {
        self.left.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether every card has been dealt.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shuffles: every card is back in the shoe.
    pub const fn shuffle(&mut self) {
        *self = Self::new(self.packs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_packs_hold_four_aces_of_spades() {
        let mut shoe = Shoe::new(4);
        let ace: Card = "AS".parse().unwrap();
        assert_eq!(shoe.len(), 208);
        for _ in 0..4 {
            shoe.take(ace).unwrap();
        }
        assert_eq!(shoe.take(ace), Err(NotInShoe { card: ace, packs: 4 }));
        assert_eq!((shoe.count(ace), shoe.len()), (0, 204));
        shoe.shuffle();
        assert_eq!(shoe.count(ace), 4);
    }
}
