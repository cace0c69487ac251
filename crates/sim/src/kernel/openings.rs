//! The first cards of rounds that are dealt from whole shoes, found for every half word at which a round could begin.
//!
//! Where a round begins is known only after the round before it, because long rounds draw more cards than were drawn
//! at the shuffle. The first cards are therefore found in advance for all places at once, and two of three are never
//! used: the processor does this for many places with one instruction.
//!
//! Nothing is swapped. The shoe is sorted, and in the first draws every card that a swap brings to a later place is
//! one of its first cards, which are of the same kind. So a draw gives the card of the sorted shoe at its place, or one
//! of the first kind if the place was drawn before.

use multiversion::multiversion;

use super::deck::Even;
use crate::random::{DrawGroup, RandomWords, ShufflePlan, draw};

/// The number of half words at which rounds may begin.
pub(super) const STARTS: usize = 480;
/// The number of half words that are looked at.
const AHEAD: usize = 512;
/// The number of groups at the beginning of a round, of two cards each.
const GROUPS: usize = 3;
/// The number of cards at the beginning of a round.
pub(super) const OPENING: usize = 2 * GROUPS;
/// The largest number of cards of a round that are found here.
const CARDS: usize = 24;

/// The first cards of rounds that begin at any of the next half words.
pub(super) struct Openings<'p> {
    plan: &'p ShufflePlan,
    even: Even,
    /// The number of cards that can be drawn before a swap brings a card of another kind.
    alike: usize,
    halves: Box<[u32; AHEAD]>,
    /// By place in the deal, then by beginning: the position in the sorted shoe.
    places: Box<[[u16; STARTS]; OPENING]>,
    /// The kinds of the first four cards of each beginning, four bits each.
    pub(super) first: Box<[u16; STARTS]>,
    /// The kinds of the next two cards; beyond eight bits if a half word is rejected.
    pub(super) second: Box<[u16; STARTS]>,
}

impl<'p> Openings<'p> {
    /// `None` if the cards of this shoe are not drawn in three pairs, or its kinds cannot be found by multiplying.
    pub(super) fn new(plan: &'p ShufflePlan) -> Option<Self> {
        let pairs = plan.groups.iter().take_while(|group| group.len == 2).count();
        let even = Even::of(plan).filter(|even| even.fits_half())?;
        let alike = plan.sorted[..plan.cards].iter().take_while(|kind| **kind == plan.sorted[0]).count();
        let fits = plan.at_shuffle == GROUPS && 2 * pairs >= CARDS && alike >= OPENING;
        fits.then(|| Self {
            plan,
            even,
            alike: alike.min(CARDS),
            halves: Box::new([0; AHEAD]),
            places: Box::new([[0; STARTS]; OPENING]),
            first: Box::new([0; STARTS]),
            second: Box::new([0; STARTS]),
        })
    }

    /// Finds the first cards for the next half words, and consumes none.
    pub(super) fn look(&mut self, words: &mut RandomWords) {
        self.halves.copy_from_slice(words.ahead(AHEAD));
        find(self);
    }

    /// The cards of the round that begins at this half word, after those that were found.
    pub(super) fn cards_at(&self, start: usize) -> OpenedShoe<'_> {
        let mut places = [0; CARDS];
        for (place, row) in places.iter_mut().zip(self.places.iter()) {
            *place = row[start];
        }
        OpenedShoe { of: self, places, start, drawn: OPENING, next: OPENING }
    }

    fn kind(&self, place: u16) -> u8 {
        self.even.card(u32::from(place))
    }
}

/// A shoe of which the first cards have been drawn.
pub(super) struct OpenedShoe<'o> {
    of: &'o Openings<'o>,
    places: [u16; CARDS],
    start: usize,
    drawn: usize,
    next: usize,
}

impl OpenedShoe<'_> {
    /// The next card; `None` if it must be found by swapping, or if a half word is rejected.
    #[inline]
    pub(super) fn card(&mut self) -> Option<u8> {
        if self.next == self.drawn {
            self.draw_pair()?;
        }
        let place = self.places[self.next];
        let again = self.places[..self.next].contains(&place);
        self.next += 1;
        Some(self.of.kind(if again { 0 } else { place }))
    }

    fn draw_pair(&mut self) -> Option<()> {
        let group = *self.of.plan.groups.get(self.drawn / 2).filter(|_| self.drawn + 2 <= self.of.alike)?;
        let half = u32::from_le(*self.of.halves.get(self.start + self.drawn / 2)?);
        let places = self.places.get_mut(self.drawn..)?;
        self.drawn += 2;
        draw(group, self.of.plan.cards, half, places).then_some(())
    }

    /// Deals again from this card on.
    pub(super) const fn go_back_to(&mut self, card: usize) {
        self.next = card;
    }

    /// The number of cards dealt.
    pub(super) const fn out(&self) -> usize {
        self.next
    }

    /// The number of half words consumed.
    pub(super) const fn halves(&self) -> usize {
        self.drawn / 2
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn find(openings: &mut Openings<'_>) {
    let Openings { plan, even, halves, places, first, second, .. } = openings;
    let mut rejected = [false; STARTS];
    for ((number, group), rows) in (0..).zip(&plan.groups[..GROUPS]).zip(places.as_chunks_mut().0) {
        let Some(halves) = halves[number..].first_chunk() else { return };
        draw_pairs(halves, *group, plan.cards as u64, rows, &mut rejected);
    }
    for start in 0..STARTS {
        first[start] = 0;
        second[start] = u16::from(rejected[start]) << 8;
    }
    add_kinds::<0>(*even, places, first, 0);
    add_kinds::<1>(*even, places, first, 4);
    add_kinds::<2>(*even, places, first, 8);
    add_kinds::<3>(*even, places, first, 12);
    add_kinds::<4>(*even, places, second, 0);
    add_kinds::<5>(*even, places, second, 4);
}

/// Draws the two cards of a group for every beginning, and marks the half words that are rejected.
#[inline(always)]
fn draw_pairs(
    halves: &[u32; STARTS],
    group: DrawGroup,
    cards: u64,
    [first, second]: &mut [[u16; STARTS]; 2],
    rejected: &mut [bool; STARTS],
) {
    let left = cards - u64::from(group.from);
    for start in 0..STARTS {
        let one = u64::from(u32::from_le(halves[start])) * left;
        let two = (one & 0xFFFF_FFFF) * (left - 1);
        first[start] = group.from + (one >> 32) as u16;
        second[start] = group.from + 1 + (two >> 32) as u16;
        rejected[start] |= (two as u32) < group.passed_over;
    }
}

/// Adds the kind of a card of every beginning: that of the first cards, if its place was drawn before.
#[inline(always)]
fn add_kinds<const DRAW: usize>(
    even: Even,
    places: &[[u16; STARTS]; OPENING],
    kinds: &mut [u16; STARTS],
    shift: u32,
) {
    for start in 0..STARTS {
        let place = places[DRAW][start];
        let mut again = false;
        for earlier in 0..DRAW {
            again |= places[earlier][start] == place;
        }
        kinds[start] |= even.card_in_half(if again { 0 } else { place }) << shift;
    }
}
