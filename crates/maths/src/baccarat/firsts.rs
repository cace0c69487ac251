//! The number of ways to deal the first two cards of two hands, by score: in closed form, for any cards left.

use std::cell::OnceCell;

/// The number of ways to deal two cards to each of two hands, by the scores of the hands. The order of the cards
/// counts.
pub(crate) type Firsts = [[i64; 10]; 10];

/// The number of cards left of each value.
pub(crate) type Left = [i64; 10];

/// Counts by inclusion and exclusion. From all combinations of a pair that scores `p` and a pair that scores `b`,
/// those with a card in common are subtracted. The common card can be the first or second of either pair, hence the
/// factor four. The two ways in which both pairs are the same cards were then subtracted twice and are added back.
///
/// `A[p] A[b] - 4 Σ left[a] mate(a, p) mate(a, b) + 2 [p = b] A[p]`, where `mate(a, s)` is the number of cards that
/// make `s` with a given card `a`, and `A[s]` the number of ordered pairs that score `s`.
pub(crate) fn firsts(left: &Left) -> Firsts {
    let mates = mates(left);
    let mut weighed = mates;
    for (row, count) in weighed.iter_mut().zip(left) {
        row.iter_mut().for_each(|mate| *mate *= count);
    }
    let mut pairs = [0; 10];
    for row in &weighed {
        pairs.iter_mut().zip(row).for_each(|(pair, count)| *pair += count);
    }
    let mut ways = [[0; 10]; 10];
    for (row, weights) in mates.iter().zip(&weighed) {
        for (to, weight) in ways.iter_mut().zip(weights) {
            to.iter_mut().zip(row).for_each(|(way, mate)| *way += weight * mate);
        }
    }
    for (score, to) in ways.iter_mut().enumerate() {
        for (way, other) in to.iter_mut().zip(&pairs) {
            *way = pairs[score] * other - 4 * *way;
        }
        to[score] += 2 * pairs[score];
    }
    ways
}

/// The same count if every card is replaced before the next is dealt.
pub(crate) fn firsts_replaced(left: &Left) -> Firsts {
    let mut pairs = [0; 10];
    for (first, count) in left.iter().enumerate() {
        for (second, other) in left.iter().enumerate() {
            pairs[(first + second) % 10] += count * other;
        }
    }
    pairs.map(|player| pairs.map(|banker| player * banker))
}

/// The number of cards that make each score together with a given card, by the card's value.
fn mates(left: &Left) -> [[i64; 10]; 10] {
    let mut mates = [[0; 10]; 10];
    for (card, row) in mates.iter_mut().enumerate() {
        for (score, mate) in row.iter_mut().enumerate() {
            let other = (score + 10 - card) % 10;
            *mate = left[other] - i64::from(other == card);
        }
    }
    mates
}

/// The most cards that are taken before first cards are counted: two of the banker, and three third cards.
const TAKEN_MOST: usize = 5;

/// The numbers of ways to deal first cards after a few other cards were taken, each computed once.
pub(crate) struct FirstsAfter {
    whole: Left,
    count: fn(&Left) -> Firsts,
    known: Vec<OnceCell<Box<Firsts>>>,
}

impl FirstsAfter {
    /// For cards taken from `whole`; `count` is how the ways are counted.
    pub(crate) fn new(whole: Left, count: fn(&Left) -> Firsts) -> Self {
        Self { whole, count, known: (0..smaller_sets(TAKEN_MOST + 1)).map(|_| OnceCell::new()).collect() }
    }

    /// The ways when these cards are left.
    pub(crate) fn at(&self, left: &Left) -> &Firsts {
        self.known[self.place(left)].get_or_init(|| Box::new((self.count)(left)))
    }

    /// The index of the set of cards that were taken: after all smaller sets, in the order of the combinatorial
    /// number system.
    fn place(&self, left: &Left) -> usize {
        let (mut taken, mut place) = (0, 0);
        for (value, (whole, left)) in self.whole.iter().zip(left).enumerate() {
            for _ in *left..*whole {
                taken += 1;
                place += CHOOSE[value + taken - 1][taken];
            }
        }
        smaller_sets(taken) + place
    }
}

/// The number of sets of fewer than `taken` cards of ten values.
const fn smaller_sets(taken: usize) -> usize {
    if taken == 0 { 0 } else { CHOOSE[9 + taken][taken - 1] }
}

/// The number of ways to choose some of several things.
const CHOOSE: [[usize; TAKEN_MOST + 1]; 10 + TAKEN_MOST + 1] = {
    let mut ways = [[0; TAKEN_MOST + 1]; 10 + TAKEN_MOST + 1];
    let mut things = 0;
    while things < ways.len() {
        ways[things][0] = 1;
        let mut chosen = 1;
        while things > 0 && chosen <= TAKEN_MOST {
            ways[things][chosen] = ways[things - 1][chosen - 1] + ways[things - 1][chosen];
            chosen += 1;
        }
        things += 1;
    }
    ways
};

/// The same cards with one card of a value removed.
pub(crate) const fn less(left: &Left, value: usize) -> Left {
    let mut left = *left;
    left[value] -= 1;
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts every ordered deal of four distinct cards.
    fn by_hand(left: &Left) -> Firsts {
        let cards: Vec<usize> = (0..10)
            .flat_map(|value| std::iter::repeat_n(value, usize::try_from(left[value]).unwrap()))
            .collect();
        let mut ways = [[0; 10]; 10];
        for (i, a) in cards.iter().enumerate() {
            for (j, b) in cards.iter().enumerate().filter(|(j, _)| *j != i) {
                for (k, c) in cards.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                    for (l, d) in cards.iter().enumerate() {
                        if l != i && l != j && l != k {
                            ways[(a + b) % 10][(c + d) % 10] += 1;
                        }
                    }
                }
            }
        }
        ways
    }

    #[test]
    fn every_set_of_taken_cards_has_its_own_place() {
        let whole = [6; 10];
        let after = FirstsAfter::new(whole, firsts);
        let (mut level, mut seen) = (vec![(whole, 0)], vec![false; after.known.len()]);
        for _ in 0..=TAKEN_MOST {
            for (left, _) in &level {
                assert!(!std::mem::replace(&mut seen[after.place(left)], true), "{left:?}");
                assert_eq!(after.at(left), &firsts(left));
            }
            let more = |(left, from): (Left, usize)| (from..10).map(move |value| (less(&left, value), value));
            level = level.into_iter().flat_map(more).collect();
        }
        assert!(seen.into_iter().all(|seen| seen), "there are places that nothing needs");
    }

    #[test]
    fn the_closed_form_counts_what_there_is() {
        let shoes = [
            [4, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            [0, 3, 0, 2, 0, 5, 0, 0, 1, 1],
            [1, 0, 0, 0, 4, 4, 0, 0, 0, 2],
            [2, 2, 0, 0, 0, 0, 0, 0, 0, 0],
        ];
        for left in shoes {
            assert_eq!(firsts(&left), by_hand(&left), "{left:?}");
        }
    }
}
