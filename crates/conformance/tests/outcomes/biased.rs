//! A generator with mistakes that have been made.

use croupier_conformance::Falls;
use croupier_kit::{Card, Pocket, Wheel};

/// Bytes of a hash, mapped wrongly.
pub(super) struct Biased(blake3::OutputReader);

impl Biased {
    pub(super) fn new(seed: &[u8; 32]) -> Self {
        Self(blake3::Hasher::new_keyed(seed).finalize_xof())
    }

    fn byte(&mut self) -> usize {
        let mut byte = [0];
        self.0.fill(&mut byte);
        byte[0].into()
    }
}

impl Falls for Biased {
    /// The remainder of a byte favours the first pockets.
    fn spin(&mut self, wheel: &Wheel) -> Pocket {
        wheel.order()[self.byte() % wheel.order().len()]
    }

    /// A number that is too large counts as a six.
    fn throw(&mut self) -> [u32; 2] {
        [(); 2].map(|()| u32::try_from((self.byte() % 7).min(5)).unwrap() + 1)
    }

    /// Every place is exchanged with one of the first eight.
    fn shuffled(&mut self, packs: u8) -> Vec<Card> {
        let mut cards: Vec<Card> = (0..packs).flat_map(|_| Card::pack()).collect();
        for place in 0..cards.len() {
            let other = self.byte() % 8;
            cards.swap(place, other);
        }
        cards
    }
}
