//! Classes of cards that a pay table does not distinguish: the same ranks, and either all of one suit or not.

use croupier_kit::{Card, HandSum, Rank, Suit};

/// Whether some cards are all of one suit. Only those can become a flush.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suits {
    /// All of one suit.
    One,
    /// Of two or more suits.
    Several,
}

/// Cards by their ranks, from the lowest, and whether they are all of one suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class<const CARDS: usize> {
    /// The ranks, from the lowest.
    pub ranks: [Rank; CARDS],
    /// Whether they are all of one suit.
    pub suits: Suits,
}

impl<const CARDS: usize> Class<CARDS> {
    /// The class of some cards.
    pub fn of(cards: [Card; CARDS]) -> Self {
        let one_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
        let mut ranks = cards.map(Card::rank);
        ranks.sort_unstable();
        Self { ranks, suits: if one_suit { Suits::One } else { Suits::Several } }
    }

    /// The number of its cards with this rank.
    fn times(&self, rank: Rank) -> u64 {
        self.ranks.iter().map(|own| u64::from(*own == rank)).sum()
    }

    /// The number of different draws of cards that give this class, in any order.
    pub fn ways(&self, packs: u64) -> u64 {
        let of = |held: u64| self.runs().map(|times| choose(held, times)).product::<u64>();
        let one_suit = 4 * of(packs);
        if self.suits == Suits::One { one_suit } else { of(4 * packs) - one_suit }
    }

    /// The number of cards of each of its ranks.
    fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranks.chunk_by(PartialEq::eq).map(|run| run.len() as u64)
    }

    /// The number of cards left of a rank, none if all are held, which, added to this class, make its suits `suits`.
    pub fn left(&self, rank: Rank, suits: Suits, packs: u64) -> u64 {
        let times = self.times(rank);
        match (self.suits, suits) {
            (Suits::One, Suits::One) => packs.saturating_sub(times),
            (Suits::One, Suits::Several) => 3 * packs,
            (Suits::Several, Suits::Several) => (4 * packs).saturating_sub(times),
            (Suits::Several, Suits::One) => 0,
        }
    }

    /// The sum of the card keys for this class.
    pub fn sum(&self) -> HandSum {
        let suit = |nth: usize| if nth == 0 || self.suits == Suits::One { Suit::Clubs } else { Suit::Hearts };
        let cards = self.ranks.iter().enumerate().map(|(nth, rank)| Card::new(*rank, suit(nth)));
        cards.fold(HandSum::EMPTY, HandSum::with)
    }
}

/// Implements adding one card to a class.
macro_rules! with_one_more {
    ($($few:literal => $more:literal),*) => {$(
        impl Class<$few> {
            /// This class with one more card.
            pub fn with(&self, rank: Rank, suits: Suits) -> Class<$more> {
                let mut ranks = [rank; $more];
                ranks[..$few].copy_from_slice(&self.ranks);
                ranks.sort_unstable();
                Class { ranks, suits }
            }
        }
    )*};
}
with_one_more!(3 => 4, 4 => 5);

impl Class<3> {
    /// Every class of three cards that can be dealt from `packs` packs.
    pub fn every(packs: u64) -> Vec<Self> {
        let mut classes = Vec::new();
        for (low, a) in Rank::ALL.into_iter().enumerate() {
            for (middle, b) in Rank::ALL.into_iter().enumerate().skip(low) {
                for c in Rank::ALL.into_iter().skip(middle) {
                    let both = [Suits::One, Suits::Several].map(|suits| Self { ranks: [a, b, c], suits });
                    classes.extend(both.into_iter().filter(|class| class.ways(packs) > 0));
                }
            }
        }
        classes
    }
}

/// The number of ways to choose so many of the cards held: none if there are fewer.
fn choose(held: u64, times: u64) -> u64 {
    (0..times).fold(1, |product, taken| product * held.saturating_sub(taken) / (taken + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_of_three_cards_are_all_there_is() {
        for (packs, draws) in [(1, 22_100), (2, 182_104), (8, 11_912_160)] {
            assert_eq!(Class::every(packs).iter().map(|class| class.ways(packs)).sum::<u64>(), draws);
        }
    }

    #[test]
    fn what_is_left_after_three_cards_is_the_rest_of_the_packs() {
        for class in Class::every(2) {
            let left = |rank| {
                [Suits::One, Suits::Several].map(|suits| class.left(rank, suits, 2)).iter().sum::<u64>()
            };
            assert_eq!(Rank::ALL.into_iter().map(left).sum::<u64>(), 101, "{class:?}");
        }
    }
}
