//! The hi-lo count: low cards that are out favour the player, high ones the house.

use croupier_kit::Rank;

/// How many cards a pack has.
const PACK: i64 = 52;

/// The count of one shoe.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// What each chance counts, by its number.
    values: Vec<i8>,
    cards: i64,
    running: i64,
    out: i64,
}

impl Counting {
    /// The count of a shoe with these ranks, each by its number, and so many cards.
    pub(crate) fn new(ranks: &[Rank], cards: usize, value: impl Fn(Rank) -> u8) -> Self {
        let count = |rank: &Rank| match value(*rank) {
            2..=6 => 1,
            7..=9 => 0,
            _ => -1,
        };
        let cards = i64::try_from(cards).unwrap_or(i64::MAX);
        Self { values: ranks.iter().map(count).collect(), cards, running: 0, out: 0 }
    }

    /// All cards are in the shoe again.
    pub(crate) const fn shuffled(&mut self) {
        (self.running, self.out) = (0, 0);
    }

    /// A card is seen.
    pub(crate) fn fell(&mut self, chance: u8) {
        self.running += i64::from(self.values[usize::from(chance)]);
        self.out += 1;
    }

    /// The running count for each pack that is left, rounded down.
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
