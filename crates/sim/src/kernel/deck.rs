//! Whole shuffles at once, and fresh packs for every round.

use crate::random::{Group, Plan, ROOM, Words, draw};

/// The shoes of a block, one after another: the same cards that [`crate::random::Cards`] deals.
pub(crate) struct Shuffler<'p> {
    plan: &'p Plan,
    /// The groups of two at the beginning of the shoe.
    pairs: usize,
    passed_over: Vec<u32>,
    places: Box<[u16; ROOM]>,
}

impl<'p> Shuffler<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        let groups = &plan.groups[..plan.at_shuffle];
        let pairs = groups.iter().position(|group| group.len != 2).unwrap_or(groups.len());
        let passed_over = groups.iter().map(|group| group.passed_over).collect();
        Self { plan, pairs, passed_over, places: Box::new([0; ROOM]) }
    }

    /// How many cards are drawn.
    pub(crate) const fn drawn(&self) -> usize {
        self.plan.drawn_at_shuffle
    }

    /// Shuffles a shoe.
    #[inline(always)]
    pub(crate) fn shuffle(&mut self, words: &mut Words, shoe: &mut [u8; ROOM]) {
        self.draw_places(words);
        *shoe = *self.plan.sorted;
        for place in 0..self.plan.drawn_at_shuffle.min(ROOM) {
            let other = usize::from(self.places[place]) % ROOM;
            shoe.swap(place, other);
        }
    }

    #[inline(always)]
    fn draw_places(&mut self, words: &mut Words) {
        let halves = words.ahead(self.pairs);
        let counts = pairs(halves, self.plan.cards as u64, &self.passed_over, self.places.as_chunks_mut().0);
        if counts {
            words.take(self.pairs);
            self.draw_singly(words, self.pairs);
        } else {
            self.draw_singly(words, 0);
        }
    }

    /// Group by group, passing over halves that do not count.
    fn draw_singly(&mut self, words: &mut Words, from: usize) {
        for group in &self.plan.groups[from..self.plan.at_shuffle] {
            let places = &mut self.places[usize::from(group.from)..];
            while !draw(*group, self.plan.cards, words.half(), places) {}
        }
    }
}

/// The places of pairs from the first card on; whether all halves count.
#[inline(always)]
fn pairs(halves: &[u32], cards: u64, passed_over: &[u32], places: &mut [[u16; 2]]) -> bool {
    let mut counts = true;
    let pairs = halves.iter().zip(passed_over).zip(places);
    for (pair, ((half, passed_over), places)) in (0_u64..).zip(pairs) {
        let left = cards - 2 * pair;
        let first = u64::from(u32::from_le(*half)) * left;
        let second = (first & 0xFFFF_FFFF) * (left - 1);
        let from = 2 * pair;
        *places = [(from + (first >> 32)) as u16, (from + 1 + (second >> 32)) as u16];
        counts &= (second & 0xFFFF_FFFF) >= u64::from(*passed_over);
    }
    counts
}

/// Rounds that are dealt at a time from fresh packs.
pub(crate) const ROUNDS: usize = 16;
/// The most cards a round is dealt so.
pub(crate) const DEALT: usize = 10;

/// A whole pack for every round, of which the first few cards are dealt.
pub(crate) struct Fresh<'p> {
    plan: &'p Plan,
    groups: &'p [Group],
    even: Option<Even>,
}

/// Packs that are sorted into runs of the same length, the first of them several runs long: what lies at a place is
/// found by multiplying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Even {
    /// The reciprocal of the length of a run, in parts of 2^16.
    by: u32,
    /// How many runs the first has more than one.
    first: u32,
}

impl Even {
    fn of(plan: &Plan) -> Option<Self> {
        let sorted = &plan.sorted[..plan.cards];
        let length = sorted.iter().rev().take_while(|card| **card == sorted[plan.cards - 1]).count();
        let first = sorted.iter().take_while(|card| **card == sorted[0]).count() / length;
        let even = Self { by: (1_u32 << 16).div_ceil(length as u32), first: first.checked_sub(1)? as u32 };
        (0..).zip(sorted).all(|(place, card)| even.card(place) == *card).then_some(even)
    }

    #[inline(always)]
    const fn card(self, place: u32) -> u8 {
        (place * self.by >> 16).saturating_sub(self.first) as u8
    }
}

/// Some rounds of cards: by place in the deal, then by round.
pub(crate) type Dealt = [[u8; ROUNDS]; DEALT];

impl<'p> Fresh<'p> {
    /// `None` where a round takes more cards than can be kept.
    pub(crate) fn new(plan: &'p Plan) -> Option<Self> {
        let groups = &plan.groups[..plan.at_shuffle];
        (plan.drawn_at_shuffle <= DEALT).then(|| Self { plan, groups, even: Even::of(plan) })
    }

    /// The first cards of the next rounds.
    #[inline(always)]
    pub(crate) fn deal(&self, words: &mut Words) -> Dealt {
        let mut places = [[0_u32; ROUNDS]; DEALT];
        let count = self.groups.len();
        let halves = words.ahead(count * ROUNDS);
        let mut counts = true;
        for (number, group) in self.groups.iter().enumerate() {
            let mut rests: [u32; ROUNDS] =
                std::array::from_fn(|round| u32::from_le(halves[round * count + number]));
            for place in group.from..group.from + group.len {
                let left = (self.plan.cards - usize::from(place)) as u64;
                let row = &mut places[usize::from(place) % DEALT];
                for round in 0..ROUNDS {
                    let product = u64::from(rests[round]) * left;
                    row[round] = u32::from(place) + (product >> 32) as u32;
                    rests[round] = product as u32;
                }
            }
            for rest in rests {
                counts &= rest >= group.passed_over;
            }
        }
        if counts {
            words.take(count * ROUNDS);
        } else {
            self.deal_singly(words, &mut places);
        }
        self.cards(&places)
    }

    /// Round by round, passing over halves that do not count.
    #[cold]
    fn deal_singly(&self, words: &mut Words, places: &mut [[u32; ROUNDS]; DEALT]) {
        for round in 0..ROUNDS {
            for group in self.groups {
                let mut drawn = [0; DEALT];
                while !draw(*group, self.plan.cards, words.half(), &mut drawn) {}
                for (place, drawn) in (usize::from(group.from)..).zip(&drawn[..usize::from(group.len)]) {
                    places[place][round] = u32::from(*drawn);
                }
            }
        }
    }

    /// What lies at the places that were drawn, each draw having changed two places of a sorted pack.
    #[inline(always)]
    fn cards(&self, places: &[[u32; ROUNDS]; DEALT]) -> Dealt {
        let mut cards = [[0; ROUNDS]; DEALT];
        // What lay at the place of each draw before it was made.
        let mut before = [[0_u32; ROUNDS]; DEALT];
        for draw in 0..self.plan.drawn_at_shuffle.min(DEALT) {
            let mut out = places[draw];
            let mut here = [draw as u32; ROUNDS];
            for earlier in 0..draw {
                for round in 0..ROUNDS {
                    let (place, lay) = (places[earlier][round], before[earlier][round]);
                    out[round] = if place == places[draw][round] { lay } else { out[round] };
                    here[round] = if place == draw as u32 { lay } else { here[round] };
                }
            }
            before[draw] = here;
            cards[draw] = match self.even {
                Some(even) => out.map(|place| even.card(place)),
                None => out.map(|place| self.plan.sorted[place as usize % ROOM]),
            };
        }
        cards
    }
}

/// The cards of each round in two words of bytes: the first eight, and eight from the fifth on.
#[inline(always)]
pub(crate) fn packed(dealt: &Dealt) -> [[u64; ROUNDS]; 2] {
    let mut words = [[0; ROUNDS]; 2];
    for (word, first) in [0, 4].into_iter().enumerate() {
        for place in first..DEALT.min(first + 8) {
            for round in 0..ROUNDS {
                words[word][round] |= u64::from(dealt[place][round]) << (8 * (place - first));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_the_same_length_are_found_by_multiplying() {
        let runs = |first: usize, length: usize, kinds: u8| -> Vec<u8> {
            let more = (1..kinds).flat_map(|kind| std::iter::repeat_n(kind, length));
            std::iter::repeat_n(0, first).chain(more).collect()
        };
        for packs in 1..=8 {
            for sorted in
                [runs(16 * packs, 4 * packs, 10), runs(4 * packs, 4 * packs, 13), runs(packs, packs, 52)]
            {
                assert!(Even::of(&Plan::new(&sorted, 6).unwrap()).is_some(), "{packs}");
            }
        }
        assert_eq!(Even::of(&Plan::new(&[0, 0, 0, 1, 1, 2, 2], 2).unwrap()), None);
        assert_eq!(Even::of(&Plan::new(&[0, 0, 1, 2, 2], 2).unwrap()), None);
    }
}
