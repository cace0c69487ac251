//! The hi-lo count: dealt low cards favour the player, dealt high cards favour the house.

use croupier_kit::Rank;

/// The number of cards in a pack.
const PACK: i64 = 52;

/// The count of one shoe.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// The count value of each card, by its number.
    values: Vec<i8>,
    cards: i64,
    running: i64,
    out: i64,
}

impl Counting {
    /// The count of a shoe with `cards` cards; `ranks` gives the rank of each card number.
    pub(crate) fn new(ranks: &[Rank], cards: usize, value: impl Fn(Rank) -> u8) -> Self {
        let count = |rank: &Rank| match value(*rank) {
            2..=6 => 1,
            7..=9 => 0,
            _ => -1,
        };
        let cards = i64::try_from(cards).expect("a shoe has few cards");
        Self { values: ranks.iter().map(count).collect(), cards, running: 0, out: 0 }
    }

    /// Starts again after a shuffle.
    pub(crate) const fn shuffled(&mut self) {
        (self.running, self.out) = (0, 0);
    }

    /// Counts a card that was dealt.
    pub(crate) fn fell(&mut self, chance: u8) {
        self.running += i64::from(self.values[usize::from(chance)]);
        self.out += 1;
    }

    /// The running count per remaining pack, rounded down.
    pub(crate) fn true_count(&self) -> i64 {
        (self.running * PACK).div_euclid((self.cards - self.out).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_cards_out_raise_the_count() {
        let ranks = [Rank::Ace, Rank::Two, Rank::Eight];
        let mut count = Counting::new(&ranks, 104, |rank| match rank {
            Rank::Ace => 1,
            Rank::Two => 2,
            _ => 8,
        });
        (0..4).for_each(|_| count.fell(1));
        assert_eq!(count.true_count(), 2);
        (0..5).for_each(|_| count.fell(0));
        count.fell(2);
        assert_eq!(count.true_count(), -1);
        count.shuffled();
        assert_eq!(count.true_count(), 0);
    }
}
