//! Shuffles of whole shoes at once, and fresh packs for every round.

use crate::random::{DrawGroup, ROOM, RandomWords, ShufflePlan, draw};

/// Space for the draws of a group.
const PLACES_MAX: usize = 20;

/// Shuffles the shoes of a block one after another, giving the same cards as [`crate::random::ShuffledShoe`].
pub(crate) struct Shuffler<'p> {
    plan: &'p ShufflePlan,
    passed_over: Vec<u32>,
    /// The positions drawn by the groups of two, at the beginning of the shoe: sixteen bits each, so that a half word gives
    /// one number.
    pairs: Vec<u32>,
    /// The positions drawn by the groups of three after them, sixteen bits each.
    triples: Vec<u64>,
    /// The positions drawn by all other groups, and the place of the first of them.
    others: Vec<u16>,
    others_from: usize,
}

impl<'p> Shuffler<'p> {
    pub(crate) fn new(plan: &'p ShufflePlan) -> Self {
        let groups = &plan.groups[..plan.at_shuffle];
        let pairs = groups.iter().position(|group| group.len != 2).unwrap_or(groups.len());
        let triples = groups[pairs..].iter().take_while(|group| group.len == 3).count();
        let passed_over = groups.iter().map(|group| group.passed_over).collect();
        let others_from = 2 * pairs + 3 * triples;
        Self {
            plan,
            passed_over,
            pairs: vec![0; pairs],
            triples: vec![0; triples],
            others: vec![0; plan.drawn_at_shuffle - others_from],
            others_from,
        }
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
        let mut place = 0;
        let mut swap = |other: usize| {
            shoe.swap(place % ROOM, other % ROOM);
            place += 1;
        };
        for pair in &self.pairs {
            swap(*pair as usize & 0xFFFF);
            swap(*pair as usize >> 16);
        }
        for triple in &self.triples {
            swap(*triple as usize & 0xFFFF);
            swap((*triple >> 16) as usize & 0xFFFF);
            swap((*triple >> 32) as usize);
        }
        for other in &self.others {
            swap(usize::from(*other));
        }
    }

    #[inline(always)]
    fn draw_places(&mut self, words: &mut RandomWords) {
        let at_once = self.pairs.len() + self.triples.len();
        let (first, second) = words.ahead(at_once).split_at(self.pairs.len());
        let (over_first, over_second) = self.passed_over.split_at(self.pairs.len());
        let cards = self.plan.cards as u64;
        let from = 2 * self.pairs.len() as u64;
        let counts = pairs(first, cards, over_first, &mut self.pairs)
            & triples(second, cards, from, over_second, &mut self.triples);
        if counts {
            words.take(at_once);
            self.draw_singly(words, at_once);
        } else {
            self.draw_singly(words, 0);
        }
    }

    /// Draws group by group, rejecting half words where necessary.
    fn draw_singly(&mut self, words: &mut RandomWords, from: usize) {
        for (number, group) in self.plan.groups[..self.plan.at_shuffle].iter().enumerate().skip(from) {
            let mut places = [0; PLACES_MAX];
            while !draw(*group, self.plan.cards, words.half(), &mut places) {}
            let in_one =
                |count: usize| (0..count).map(|place| u64::from(places[place]) << (16 * place)).sum();
            let after_pairs = number.wrapping_sub(self.pairs.len());
            if let Some(pair) = self.pairs.get_mut(number) {
                let drawn: u64 = in_one(2);
                *pair = drawn as u32;
            } else if let Some(triple) = self.triples.get_mut(after_pairs) {
                *triple = in_one(3);
            } else {
                let from = usize::from(group.from) - self.others_from;
                self.others[from..from + usize::from(group.len)]
                    .copy_from_slice(&places[..usize::from(group.len)]);
            }
        }
    }
}

/// Draws positions in pairs from the first card on; returns whether all half words are accepted.
#[inline(always)]
fn pairs(halves: &[u32], cards: u64, passed_over: &[u32], places: &mut [u32]) -> bool {
    let mut rejected = 0;
    let pairs = halves.iter().zip(passed_over).zip(places);
    for (pair, ((half, passed_over), places)) in (0_u64..).zip(pairs) {
        let from = 2 * pair;
        let first = u64::from(u32::from_le(*half)) * (cards - from);
        let second = (first & 0xFFFF_FFFF) * (cards - from - 1);
        *places = ((from + (first >> 32)) | ((from + 1 + (second >> 32)) << 16)) as u32;
        rejected |= u32::from((second as u32) < *passed_over);
    }
    rejected == 0
}

/// Draws positions in triples from the card `from` on; returns whether all half words are accepted.
#[inline(always)]
fn triples(halves: &[u32], cards: u64, from: u64, passed_over: &[u32], places: &mut [u64]) -> bool {
    let mut rejected = 0;
    for (triple, ((half, passed_over), places)) in (0_u64..).zip(halves.iter().zip(passed_over).zip(places)) {
        let place = from + 3 * triple;
        let left = cards - place;
        let first = u64::from(u32::from_le(*half)) * left;
        let second = (first & 0xFFFF_FFFF) * (left - 1);
        let third = (second & 0xFFFF_FFFF) * (left - 2);
        *places = (place + (first >> 32))
            | ((place + 1 + (second >> 32)) << 16)
            | ((place + 2 + (third >> 32)) << 32);
        rejected |= u32::from((third as u32) < *passed_over);
    }
    rejected == 0
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
