//! The number of ways to deal the first two cards of two hands, by score: in closed form, for any cards left.

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
