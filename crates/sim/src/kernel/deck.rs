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

/// A whole pack for every round, of which the first few cards are dealt.
pub(crate) struct Fresh<'p> {
    groups: &'p [Group],
    cards: usize,
    dealt: usize,
    shoe: Box<[u8; ROOM]>,
    places: [u16; 32],
}

impl<'p> Fresh<'p> {
    /// `None` where a round takes more cards than can be kept.
    pub(crate) fn new(plan: &'p Plan) -> Option<Self> {
        let dealt = plan.drawn_at_shuffle;
        let groups = &plan.groups[..plan.at_shuffle];
        let shoe = plan.sorted.clone();
        (dealt <= 12).then_some(Self { groups, cards: plan.cards, dealt, shoe, places: [0; 32] })
    }

    /// The first cards of the next round.
    #[inline(always)]
    pub(crate) fn deal(&mut self, words: &mut Words) -> [u8; 12] {
        for group in self.groups {
            while !draw(*group, self.cards, words.half(), &mut self.places[usize::from(group.from) % 16..]) {}
        }
        // A card that has been put in its place stays there; it is kept in a register, for reading many bytes that
        // were just written one by one is slow.
        let mut packed = 0_u128;
        for place in 0..self.dealt {
            let other = usize::from(self.places[place]) % ROOM;
            packed |= u128::from(self.shoe[other]) << (8 * place);
            self.shoe.swap(place, other);
        }
        let bytes = packed.to_le_bytes();
        let mut cards = [0; 12];
        cards.copy_from_slice(&bytes[..12]);
        // The other way round, so that the pack is sorted again.
        for place in (0..self.dealt).rev() {
            self.shoe.swap(place, usize::from(self.places[place]) % ROOM);
        }
        cards
    }
}
