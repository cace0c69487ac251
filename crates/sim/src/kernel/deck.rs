//! Shuffles of whole shoes at once, and fresh packs for every round.

use crate::random::{DrawGroup, ROOM, RandomWords, ShufflePlan, draw};

/// Shuffles the shoes of a block one after another, giving the same cards as [`crate::random::ShuffledShoe`].
pub(crate) struct Shuffler<'p> {
    plan: &'p ShufflePlan,
    /// The number of groups of two draws, at the beginning of the shoe.
    pairs: usize,
    /// The number of groups of three draws after them.
    triples: usize,
    passed_over: Vec<u32>,
    places: Box<[u16; ROOM]>,
}

impl<'p> Shuffler<'p> {
    pub(crate) fn new(plan: &'p ShufflePlan) -> Self {
        let groups = &plan.groups[..plan.at_shuffle];
        let pairs = groups.iter().position(|group| group.len != 2).unwrap_or(groups.len());
        let triples = groups[pairs..].iter().take_while(|group| group.len == 3).count();
        let passed_over = groups.iter().map(|group| group.passed_over).collect();
        Self { plan, pairs, triples, passed_over, places: Box::new([0; ROOM]) }
    }

    /// The number of cards drawn.
    pub(crate) const fn drawn(&self) -> usize {
        self.plan.drawn_at_shuffle
    }

    /// Shuffles a shoe.
    #[inline(always)]
    pub(crate) fn shuffle(&mut self, words: &mut RandomWords, shoe: &mut [u8; ROOM]) {
        self.draw_places(words);
        *shoe = *self.plan.sorted;
        for place in 0..self.plan.drawn_at_shuffle.min(ROOM) {
            let other = usize::from(self.places[place]) % ROOM;
            shoe.swap(place, other);
        }
    }

    #[inline(always)]
    fn draw_places(&mut self, words: &mut RandomWords) {
        let (first, second) = words.ahead(self.pairs + self.triples).split_at(self.pairs);
        let (over_first, over_second) = self.passed_over.split_at(self.pairs);
        let (in_pairs, in_triples) = self.places.split_at_mut(2 * self.pairs);
        let cards = self.plan.cards as u64;
        let counts = pairs(first, cards, over_first, in_pairs.as_chunks_mut().0)
            & triples(second, cards, 2 * self.pairs as u64, over_second, in_triples.as_chunks_mut().0);
        if counts {
            words.take(self.pairs + self.triples);
            self.draw_singly(words, self.pairs + self.triples);
        } else {
            self.draw_singly(words, 0);
        }
    }

    /// Draws group by group, rejecting half words where necessary.
    fn draw_singly(&mut self, words: &mut RandomWords, from: usize) {
        for group in &self.plan.groups[from..self.plan.at_shuffle] {
            let places = &mut self.places[usize::from(group.from)..];
            while !draw(*group, self.plan.cards, words.half(), places) {}
        }
    }
}

/// Draws positions in pairs from the first card on; returns whether all half words are accepted.
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

/// Draws positions in triples from the card `from` on; returns whether all half words are accepted.
#[inline(always)]
fn triples(halves: &[u32], cards: u64, from: u64, passed_over: &[u32], places: &mut [[u16; 3]]) -> bool {
    let mut counts = true;
    for (triple, ((half, passed_over), places)) in (0_u64..).zip(halves.iter().zip(passed_over).zip(places)) {
        let place = from + 3 * triple;
        let left = cards - place;
        let first = u64::from(u32::from_le(*half)) * left;
        let second = (first & 0xFFFF_FFFF) * (left - 1);
        let third = (second & 0xFFFF_FFFF) * (left - 2);
        let drawn = [place + (first >> 32), place + 1 + (second >> 32), place + 2 + (third >> 32)];
        *places = drawn.map(|drawn| drawn as u16);
        counts &= (third & 0xFFFF_FFFF) >= u64::from(*passed_over);
    }
    counts
}

/// The number of rounds dealt at a time from fresh packs.
pub(crate) const ROUNDS: usize = 32;
/// The largest number of cards per round that can be dealt in this way.
pub(crate) const DEALT: usize = 10;

/// A whole pack for every round, of which the first few cards are dealt.
pub(crate) struct Fresh<'p> {
    plan: &'p ShufflePlan,
    groups: &'p [DrawGroup],
    even: Option<Even>,
}

/// Packs sorted into runs of equal length, except that one run may be several times as long. The card at a position is
/// then found by multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Even {
    /// The reciprocal of the length of a run, in parts of 2^16.
    by: u32,
    /// The number of the long run, and its length in runs, less one.
    long: u32,
    more: u32,
}

impl Even {
    pub(super) fn of(plan: &ShufflePlan) -> Option<Self> {
        let sorted = &plan.sorted[..plan.cards];
        let lengths: Vec<u32> =
            sorted.chunk_by(|one, other| one == other).map(|run| run.len() as u32).collect();
        let (length, longest) = (*lengths.iter().min()?, *lengths.iter().max()?);
        let even = Self {
            by: (1_u32 << 16).div_ceil(length),
            long: (0..).zip(&lengths).find(|(_, length)| **length == longest)?.0,
            more: longest / length - 1,
        };
        (0..).zip(sorted).all(|(place, card)| even.card(place) == *card).then_some(even)
    }

    #[inline(always)]
    pub(super) const fn card(self, place: u32) -> u8 {
        self.of_run((place * self.by) >> 16) as u8
    }

    /// The card of a run, numbered as if the long run were several.
    #[inline(always)]
    const fn of_run(self, run: u32) -> u32 {
        let before = run.saturating_sub(self.more);
        let from_long = if before > self.long { before } else { self.long };
        if run < from_long { run } else { from_long }
    }

    /// Whether the reciprocal has sixteen bits.
    pub(super) const fn fits_half(self) -> bool {
        self.by <= u16::MAX as u32
    }

    /// The same with sixteen bits, of which a processor multiplies more at a time.
    #[inline(always)]
    pub(super) const fn card_in_half(self, place: u16) -> u16 {
        let run = ((place as u32 * self.by as u16 as u32) >> 16) as u16;
        let before = run.saturating_sub(self.more as u16);
        let from_long = if before > self.long as u16 { before } else { self.long as u16 };
        if run < from_long { run } else { from_long }
    }
}

/// The cards of several rounds: by place in the deal, then by round.
pub(crate) type Dealt = [[u8; ROUNDS]; DEALT];

impl<'p> Fresh<'p> {
    /// Fresh packs by this plan; `None` if a round takes more cards than there is space for.
    pub(crate) fn new(plan: &'p ShufflePlan) -> Option<Self> {
        let groups = &plan.groups[..plan.at_shuffle];
        (plan.drawn_at_shuffle <= DEALT).then(|| Self { plan, groups, even: Even::of(plan) })
    }

    /// The first cards of the next rounds.
    #[inline(always)]
    pub(crate) fn deal(&self, words: &mut RandomWords) -> Dealt {
        let mut places = [[0_u32; ROUNDS]; DEALT];
        let count = self.groups.len();
        let halves = words.ahead(count * ROUNDS);
        let mut counts = true;
        for (number, group) in self.groups.iter().enumerate() {
            let mut rests = [0_u32; ROUNDS];
            for (rest, some) in rests.iter_mut().zip(halves.chunks_exact(count)) {
                *rest = u32::from_le(some[number]);
            }
            let (from, len) = (usize::from(group.from), usize::from(group.len));
            for (place, row) in (from..).zip(&mut places[from..from + len]) {
                draw_row(&mut rests, row, place as u32, (self.plan.cards - place) as u32);
            }
            let mut passed = 0;
            for rest in rests {
                passed |= u32::from(rest < group.passed_over);
            }
            counts &= passed == 0;
        }
        if counts {
            words.take(count * ROUNDS);
        } else {
            self.deal_singly(words, &mut places);
        }
        self.cards(&places)
    }

    /// Deals round by round, rejecting half words where necessary.
    #[cold]
    fn deal_singly(&self, words: &mut RandomWords, places: &mut [[u32; ROUNDS]; DEALT]) {
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

    /// The cards at the drawn positions, considering that each draw swapped two positions of a sorted pack.
    #[inline(always)]
    fn cards(&self, places: &[[u32; ROUNDS]; DEALT]) -> Dealt {
        let mut cards = [[0; ROUNDS]; DEALT];
        // The original position of the card at the place of each draw, before the draw.
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
            match self.even {
                Some(even) => {
                    for (card, place) in cards[draw].iter_mut().zip(out) {
                        *card = even.card(place);
                    }
                }
                None => {
                    for (card, place) in cards[draw].iter_mut().zip(out) {
                        *card = self.plan.sorted[place as usize % ROOM];
                    }
                }
            }
        }
        cards
    }
}

/// Makes one draw in every round, from the remainders of the half words.
#[inline(always)]
fn draw_row(rests: &mut [u32; ROUNDS], row: &mut [u32; ROUNDS], place: u32, left: u32) {
    for (rest, drawn) in rests.iter_mut().zip(row) {
        let product = u64::from(*rest) * u64::from(left);
        *drawn = place + (product >> 32) as u32;
        *rest = product as u32;
    }
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
                assert!(Even::of(&ShufflePlan::new(&sorted, 6).unwrap()).is_some(), "{packs}");
            }
        }
        let of = |sorted: &[u8]| Even::of(&ShufflePlan::new(sorted, 2).unwrap());
        assert!(of(&[0, 1, 2, 2, 2, 3]).is_some() && of(&[0, 0, 1, 1, 2, 2, 2, 2, 3, 3]).is_some());
        assert_eq!(of(&[0, 0, 1, 1, 2, 3, 3]), None);
        assert_eq!(of(&[0, 0, 0, 1, 1, 2, 2]), None);
        assert_eq!(of(&[0, 0, 1, 1, 2]), None);
    }
}
