//! The shoe of a table: which of its cards are out, one bit each.

use crate::random::{RandomWords, SHOE_MAX};

const WORDS: usize = SHOE_MAX.div_ceil(64);

/// The cards that are out of a shoe. Each card that is left is equally likely to come next, so that drawing one of all and
/// trying again if it is out deals without replacement.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardsOut {
    bits: [u64; WORDS],
    count: u32,
}

impl CardsOut {
    pub(super) const NONE: Self = Self { bits: [0; WORDS], count: 0 };

    /// Puts all cards back.
    #[inline]
    pub(super) const fn shuffle(&mut self) {
        *self = Self::NONE;
    }

    /// The next card, by its place among the sorted cards. `cards` is the size of the shoe, and `passed_over` is 2^32 modulo
    /// it. At least one card is left.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the lower half is cut off on purpose")]
    pub(super) fn draw(&mut self, words: &mut RandomWords, cards: u32, passed_over: u32) -> usize {
        loop {
            let product = u64::from(words.half()) * u64::from(cards);
            let place = (product >> 32) as usize;
            let bit = 1 << (place % 64);
            let word = &mut self.bits[place / 64 % WORDS];
            if *word & bit == 0 && product as u32 >= passed_over {
                *word |= bit;
                self.count += 1;
                return place;
            }
        }
    }

    /// How many cards are out.
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{RandomStream, StreamPurpose};

    #[test]
    fn every_card_comes_out_once_and_first_cards_are_even() {
        let mut words = RandomWords::new(RandomStream::new(1, 0, StreamPurpose::Chance));
        let cards = 52;
        let passed_over = ((1_u64 << 32) % 52) as u32;
        let mut first = [0_u32; 52];
        let shoes = 52_000;
        for _ in 0..shoes {
            let mut out = CardsOut::NONE;
            let mut places: Vec<usize> =
                (0..cards).map(|_| out.draw(&mut words, cards, passed_over)).collect();
            first[places[0]] += 1;
            places.sort_unstable();
            assert!(places.into_iter().eq(0..52));
            assert_eq!(out.count(), cards);
        }
        // 51 degrees of freedom: five standard deviations.
        let chi: f64 = first.iter().map(|times| (f64::from(*times) - 1000.0).powi(2) / 1000.0).sum();
        assert!((chi - 51.0).abs() < 51.0, "{chi}");
    }
}
