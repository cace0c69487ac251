//! The sets of cards that can be out when the dealer begins to draw: a hand, and further cards like its pair where
//! one was split.

use super::hands::{KINDS, KindCounts};

/// All these sets, arranged kind by kind from the tens down to the Aces.
pub(super) struct Removed {
    /// For each kind, from the tens down: the index at which the sets that continue each partial set begin. These are
    /// ordered by the number of cards of the kind that are out.
    first: [Vec<u32>; KINDS],
}

/// A partial set: its total value, and how much of that further cards like a pair can account for.
#[derive(Clone, Copy)]
struct Beginning {
    counts: usize,
    like_pair: usize,
}

impl Removed {
    /// Hands of 21 or less, and such hands with up to `more` further cards of a kind they contain.
    pub(super) fn new(more: usize) -> Self {
        let mut level = vec![Beginning { counts: 0, like_pair: 0 }];
        let first = std::array::from_fn(|step| {
            let value = KINDS - step;
            let mut next = Vec::new();
            let mut first = Vec::with_capacity(level.len() + 1);
            for beginning in &level {
                first.push(place(next.len()));
                next.extend((0..).map_while(|out| beginning.with(out, value, more)));
            }
            first.push(place(next.len()));
            level = next;
            first
        });
        Self { first }
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.first[KINDS - 1].last().map_or(0, |&end| end as usize)
    }

    /// The index of a set.
    pub(super) fn find(&self, cards: &KindCounts) -> usize {
        let mut at = 0;
        for (first, &out) in self.first.iter().zip(cards.iter().rev()) {
            at = first[at] as usize + usize::from(out);
        }
        at
    }

    /// The indices of the sets that continue the one at `at`, for the kind that is `step` steps down from the tens.
    pub(super) fn going_on(&self, step: usize, at: usize) -> std::ops::Range<usize> {
        self.first[step][at] as usize..self.first[step][at + 1] as usize
    }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).expect("there are fewer sets of cards")
}

impl Beginning {
    /// The partial set with `out` cards of this value added; `None` if it can no longer be part of a set.
    fn with(self, out: usize, value: usize, more: usize) -> Option<Self> {
        let counts = self.counts + out * value;
        let like_pair = self.like_pair.max(value * more.min(out.saturating_sub(1)));
        (counts <= 21 + like_pair).then_some(Self { counts, like_pair })
    }
}

#[cfg(test)]
mod tests {
    use super::super::hands::HANDS;
    use super::*;

    #[test]
    fn every_hand_has_its_own_place_and_so_has_a_hand_with_more_cards_like_its_pair() {
        let removed = Removed::new(5);
        let mut seen = vec![false; removed.len()];
        for hand in &HANDS.list {
            assert!(!std::mem::replace(&mut seen[removed.find(&hand.cards)], true));
        }
        for hand in &HANDS.list {
            for kind in (0..KINDS).filter(|kind| hand.cards[*kind] > 0) {
                let mut cards = hand.cards;
                for _ in 0..5 {
                    cards[kind] += 1;
                    seen[removed.find(&cards)] = true;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen), "there are places that nothing needs");
        assert_eq!(Removed::new(0).len(), HANDS.list.len());
    }
}
