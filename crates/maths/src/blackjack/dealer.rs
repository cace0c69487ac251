//! The dealer's play from any shoe: every set of cards he can finish with, told once, weighed for each shoe.
//!
//! The chance of a set is (the orders in which it can fall) × ∏ (cards of a kind, one fewer each time) ÷ ∏ (cards left,
//! one fewer each time). The sets are laid out as a tree so that sets with the same beginning share its product.

use std::collections::BTreeMap;

use croupier_rules::games::blackjack::DealerOn17;

use super::hands::{ACE, Cards, KINDS};
use super::number::Number;
use super::terms::{BLACKJACK, DEALER_OVER, FINALS, Terms};

/// More cards than a dealer can take.
const LONGEST: usize = 24;

/// A set of cards with which the dealer must draw: how far down the tree, the card that leads there, and the cards that
/// end his hand without taking it over 21.
#[derive(Clone, Debug)]
struct Open<N> {
    depth: u8,
    /// The kind and how many of it lie further up: `kind * LONGEST + taken`.
    slot: u8,
    /// Where the cards that make 17 to 21 stand in a row of the shoe; `APART` where they do not stand in a row.
    row: u8,
    /// How many cards there are.
    count: u8,
    /// How many of those five kinds are in the set already.
    held: [N; 5],
    /// The card that makes 17, 18, 19, 20 and 21; `EMPTY` where none does.
    last: [u8; 5],
    /// In how many orders the set can fall.
    orders: N,
    cards: Cards,
    /// Whether 21 with the next card is blackjack.
    blackjack: bool,
}

/// Not in a row.
const APART: u8 = 255;

/// More heaps than any kind set apart needs.
const HEAPS: usize = 1024;

/// A card that there is none of.
const EMPTY: u8 = 255;

/// Where the weights of hands are added up: those with the same result, as many cards, and as many of the kind set apart.
#[derive(Clone, Debug)]
struct Heap {
    result: usize,
    count: usize,
    apart: usize,
}

/// Heaps for one kind set apart, or for none.
#[derive(Clone, Debug)]
struct Sorted {
    heaps: Vec<Heap>,
    /// The heaps to which each set adds with its last cards.
    to: Vec<[u16; 5]>,
}

/// Everything that the dealer can do after one up-card.
#[derive(Clone, Debug)]
pub(super) struct Tree<N> {
    open: Vec<Open<N>>,
    apart: Vec<Sorted>,
    ace_eleven: bool,
    /// The most cards of a kind that he can take.
    most: [usize; KINDS],
}

/// A result for each of 17 to 21 and blackjack, by how many cards the dealer took.
type ByCount<N> = [[N; 8]; 32];

/// Room to reckon in, kept between calls.
pub(super) struct Scratch<N> {
    by_count: Box<ByCount<N>>,
    factors: Box<[N; 256]>,
    down: Box<[N; 32]>,
    heaps: Box<[N; HEAPS]>,
}

impl<N: Number> Scratch<N> {
    pub(super) fn new() -> Self {
        Self {
            by_count: Box::new(std::array::from_fn(|_| std::array::from_fn(|_| N::zero()))),
            factors: Box::new(std::array::from_fn(|_| N::zero())),
            down: Box::new(std::array::from_fn(|_| N::one())),
            heaps: Box::new(std::array::from_fn(|_| N::zero())),
        }
    }
}

/// The inverse of `left · (left − 1) · …`, by how many cards are left and how many fall.
pub(super) struct Falls<N> {
    most: i32,
    by_gone: Vec<Vec<N>>,
}

impl<N: Number> Falls<N> {
    /// For shoes of so many cards down to so many fewer.
    pub(super) fn new(most: i32, gone: i32) -> Self {
        let inverse = |left: i32| {
            let mut product = N::one();
            let mut list = vec![N::one()];
            for taken in 0..i32::try_from(LONGEST).unwrap_or(0) {
                product = product.times(&N::whole(i64::from((left - taken).max(1))));
                list.push(N::one().over(&product));
            }
            list
        };
        Self { most, by_gone: (0..=gone).map(|gone| inverse(most - gone)).collect() }
    }

    fn at(&self, left: i32) -> &[N] {
        &self.by_gone[usize::try_from(self.most - left).unwrap_or(0)]
    }
}

impl<N: Number> Tree<N> {
    pub(super) fn new(terms: &Terms, up: Option<usize>) -> Self {
        let open = lay_out(terms, up, open_sets(terms, up));
        let mut most = [0; KINDS];
        for set in &open {
            let kinds = set.last.iter().filter(|slot| **slot != EMPTY).chain([&set.slot]);
            kinds.for_each(|slot| {
                let (kind, taken) = (usize::from(*slot) / LONGEST, usize::from(*slot) % LONGEST);
                most[kind] = most[kind].max(taken + 1);
            });
        }
        let apart = (0..KINDS).map(|kind| Sorted::new(&open, kind)).collect();
        Self { open, apart, ace_eleven: terms.ace_eleven, most }
    }

    /// How many roundings the chance of a final result can suffer: its products, its sum, its share; and once more for going
    /// over 21, which is what remains.
    pub(super) fn roundings(&self) -> usize {
        2 * (self.open.len() + 3 * LONGEST)
    }

    /// The chance of each result when so many cards of each kind are left.
    pub(super) fn finals(
        &self,
        left: &[i32; KINDS],
        falls: &Falls<N>,
        scratch: &mut Scratch<N>,
    ) -> [N; FINALS] {
        self.weigh(left, scratch);
        let falls = falls.at(left.iter().sum());
        let mut chances = std::array::from_fn(|_| N::zero());
        for (heap, share) in scratch.by_count.iter().zip(falls).take(LONGEST) {
            for (chance, weight) in chances.iter_mut().zip(&heap[..DEALER_OVER]) {
                let chance: &mut N = chance;
                chance.add_product(weight, share);
            }
        }
        chances[DEALER_OVER] = what_remains(&chances);
        chances
    }

    /// The same when 0, 1, 2 … cards of one kind fewer are left, for as many as there are places.
    pub(super) fn finals_without(
        &self,
        left: &[i32; KINDS],
        apart: usize,
        falls: &Falls<N>,
        scratch: &mut Scratch<N>,
        lanes: &mut [[N; FINALS]],
    ) {
        self.weigh_apart(left, apart, scratch);
        let cards: i32 = left.iter().sum();
        for (fewer, lane) in (0_i32..).zip(lanes) {
            let falls = falls.at(cards - fewer);
            let mut product = N::one();
            let mut taken = [const { None }; LONGEST];
            for (count, place) in (0_i32..).zip(taken.iter_mut().take(self.most[apart] + 1)) {
                *place = Some(product.clone());
                product = product.times(&N::whole(i64::from((left[apart] - fewer - count).max(0))));
            }
            *lane = std::array::from_fn(|_| N::zero());
            for (heap, weight) in self.apart[apart].heaps.iter().zip(scratch.heaps.iter()) {
                if let Some(product) = &taken[heap.apart] {
                    lane[heap.result].add_product(&weight.times(product), &falls[heap.count]);
                }
            }
            lane[DEALER_OVER] = what_remains(lane);
        }
    }

    /// The cards of each kind left, one fewer each time; those of the kind set apart are left out.
    fn factors(&self, left: &[i32; KINDS], apart: Option<usize>, factors: &mut [N; 256]) {
        for kind in 0..KINDS {
            for (taken, place) in (0..self.most[kind]).zip(kind * LONGEST..) {
                let more = left[kind] - i32::try_from(taken).unwrap_or(i32::MAX);
                let factor = if apart == Some(kind) { 1 } else { more.max(0) };
                factors[place] = N::whole(i64::from(factor));
            }
        }
    }

    /// Adds up the weights of all hands by result and number of cards.
    fn weigh(&self, left: &[i32; KINDS], scratch: &mut Scratch<N>) {
        let Scratch { factors, down, by_count, .. } = scratch;
        self.factors(left, None, factors);
        // What makes a score of 17 or more stands in a row here: nothing, the cards that count 1 to 10, the Ace as eleven.
        let row: [N; 32] = std::array::from_fn(|value| match value {
            1..=10 => N::whole(left[value - 1].into()),
            11 if self.ace_eleven => N::whole(left[ACE].into()),
            _ => N::zero(),
        });
        by_count.iter_mut().flatten().for_each(|heap| *heap = N::zero());
        for set in &self.open {
            let at = usize::from(set.depth & 31);
            let product = match at {
                0 => N::one(),
                _ => down[at - 1].times(&factors[usize::from(set.slot)]),
            };
            let weight = product.times(&set.orders);
            down[at] = product;
            let heap = &mut by_count[usize::from(set.count & 31)];
            if let Some(row) = row.get(usize::from(set.row)..usize::from(set.row) + 5) {
                for ((sum, left), held) in heap.iter_mut().zip(row).zip(&set.held) {
                    sum.add_product(&weight, &left.minus(held));
                }
            } else {
                for (result, last) in set.last.iter().enumerate() {
                    let result = if set.blackjack && result == 4 { BLACKJACK } else { result };
                    heap[result].add_product(&weight, &factors[usize::from(*last)]);
                }
            }
        }
    }

    /// Adds up the weights of all hands, heap by heap, leaving out the factors of the kind set apart.
    fn weigh_apart(&self, left: &[i32; KINDS], apart: usize, scratch: &mut Scratch<N>) {
        let sorted = &self.apart[apart];
        let Scratch { factors, down, heaps, .. } = scratch;
        self.factors(left, Some(apart), factors);
        heaps[..sorted.heaps.len()].iter_mut().for_each(|heap| *heap = N::zero());
        for (set, to) in self.open.iter().zip(&sorted.to) {
            let at = usize::from(set.depth & 31);
            let product = match at {
                0 => N::one(),
                _ => down[at - 1].times(&factors[usize::from(set.slot)]),
            };
            let weight = product.times(&set.orders);
            down[at] = product;
            for (last, heap) in set.last.iter().zip(to) {
                heaps[usize::from(*heap) % HEAPS].add_product(&weight, &factors[usize::from(*last)]);
            }
        }
    }
}

/// The chance of going over 21: that of nothing else.
fn what_remains<N: Number>(chances: &[N; FINALS]) -> N {
    chances[..DEALER_OVER].iter().fold(N::one(), |rest, chance| rest.minus(chance))
}

impl Sorted {
    fn new<N>(open: &[Open<N>], apart: usize) -> Self {
        let mut sorted = Self { heaps: Vec::new(), to: Vec::new() };
        let mut places = [[[None; LONGEST]; LONGEST]; FINALS];
        for set in open {
            let count = usize::from(set.count);
            let mut to = [0; 5];
            for (result, (last, place)) in set.last.iter().zip(&mut to).enumerate() {
                if *last == EMPTY {
                    continue;
                }
                let result = if set.blackjack && result == 4 { BLACKJACK } else { result };
                let same = apart == usize::from(*last) / LONGEST;
                let held = usize::from(set.cards[apart]) + usize::from(same);
                *place = *places[result][count][held].get_or_insert_with(|| {
                    sorted.heaps.push(Heap { result, count, apart: held });
                    u16::try_from(sorted.heaps.len() - 1).unwrap_or(u16::MAX)
                });
            }
            sorted.to.push(to);
        }
        sorted
    }
}

/// What the dealer has with these cards beside his up-card; `None` while he must draw.
fn result(terms: &Terms, up: Option<usize>, drawn: &Cards) -> Option<usize> {
    let mut cards = *drawn;
    up.into_iter().for_each(|kind| cards[kind] += 1);
    let count: u8 = cards.iter().sum();
    let hard: u8 = (1..).zip(cards).map(|(value, held): (u8, u8)| value * held).sum();
    let soft = terms.ace_eleven && cards[ACE] > 0 && hard <= 11;
    match if soft { hard + 10 } else { hard } {
        0..=16 => None,
        17 if soft && terms.dealer_on_17 == DealerOn17::Draws => None,
        21 if count == 2 => Some(BLACKJACK),
        score @ 17..=21 => Some(usize::from(score - 17)),
        _ => Some(DEALER_OVER),
    }
}

/// These cards and one more.
fn with(cards: &Cards, kind: usize) -> Cards {
    let mut with = *cards;
    with[kind] += 1;
    with
}

/// Every set of cards with which the dealer must draw, and the orders in which it can fall.
fn open_sets(terms: &Terms, up: Option<usize>) -> BTreeMap<Cards, i64> {
    let mut all = BTreeMap::new();
    let mut level = BTreeMap::from([([0; KINDS], 1_i64)]);
    while !level.is_empty() {
        let mut next = BTreeMap::new();
        for (cards, orders) in &level {
            let draws = (0..KINDS).map(|kind| with(cards, kind));
            for more in draws.filter(|more| result(terms, up, more).is_none()) {
                *next.entry(more).or_insert(0) += orders;
            }
        }
        all.append(&mut level);
        level = next;
    }
    all
}

/// Lays the sets out as a tree in which high cards come first. What begins a set there need not be a set with which
/// he draws; such a beginning is there for its product alone.
fn lay_out<N: Number>(terms: &Terms, up: Option<usize>, sets: BTreeMap<Cards, i64>) -> Vec<Open<N>> {
    let path = |cards: &Cards| -> Vec<usize> {
        (0..KINDS).rev().flat_map(|kind| std::iter::repeat_n(kind, usize::from(cards[kind]))).collect()
    };
    let mut paths: Vec<(Vec<usize>, i64)> =
        sets.iter().map(|(cards, orders)| (path(cards), *orders)).collect();
    paths.sort();
    let mut open: Vec<Open<N>> = Vec::new();
    let mut before: Vec<usize> = Vec::new();
    for (path, orders) in paths {
        let shared = path.iter().zip(&before).take_while(|(one, other)| one == other).count();
        for depth in shared..path.len() {
            open.push(beginning(&path[..=depth]));
        }
        if path.is_empty() {
            open.push(beginning(&path));
        }
        if let Some(last) = open.last_mut() {
            last.orders = N::whole(orders);
            last.last = last_cards(terms, up, &last.cards);
            last.blackjack = last.cards.iter().sum::<u8>() + u8::from(up.is_some()) == 1;
            stand_in_row(terms, up, last);
        }
        before = path;
    }
    open
}

/// The place in the tree of these cards.
fn beginning<N: Number>(path: &[usize]) -> Open<N> {
    let mut cards = [0; KINDS];
    path.iter().for_each(|&kind| cards[kind] += 1);
    let slot = path.last().map_or(0, |&kind| slot(kind, usize::from(cards[kind]) - 1));
    let depth = u8::try_from(path.len()).unwrap_or(31);
    let held = std::array::from_fn(|_| N::zero());
    let (last, orders) = ([EMPTY; 5], N::zero());
    Open { depth, slot, row: NOTHING, count: depth + 1, held, last, orders, cards, blackjack: false }
}

/// Where five kinds stand in a row of the shoe of which there are none.
const NOTHING: u8 = 20;

/// Says where the cards that make 17 to 21 stand in a row, if they do: not where a soft 17 is no end, nor 21 blackjack.
fn stand_in_row<N: Number>(terms: &Terms, up: Option<usize>, set: &mut Open<N>) {
    let mut cards = set.cards;
    up.into_iter().for_each(|kind| cards[kind] += 1);
    let hard: u8 = (1..).zip(cards).map(|(value, held): (u8, u8)| value * held).sum();
    let soft = terms.ace_eleven && cards[ACE] > 0 && hard <= 11;
    let first = 17_u8.saturating_sub(if soft { hard + 10 } else { hard });
    let kind = |value: usize| match value {
        1..=10 => Some(value - 1),
        11 if terms.ace_eleven => Some(ACE),
        _ => None,
    };
    let kinds: [Option<usize>; 5] = std::array::from_fn(|place| kind(usize::from(first) + place));
    let slots = kinds.map(|kind| kind.map_or(EMPTY, |kind| slot(kind, usize::from(set.cards[kind]))));
    let in_row = slots == set.last && !set.blackjack;
    set.row = if in_row { first } else { APART };
    set.held = kinds.map(|kind| N::whole(kind.map_or(0, |kind| i64::from(set.cards[kind]))));
}

fn slot(kind: usize, taken: usize) -> u8 {
    u8::try_from(kind * LONGEST + taken).unwrap_or(EMPTY)
}

/// The cards that end the dealer's hand on 17, 18, 19, 20 and 21.
fn last_cards(terms: &Terms, up: Option<usize>, cards: &Cards) -> [u8; 5] {
    let mut last = [EMPTY; 5];
    for kind in 0..KINDS {
        let place = match result(terms, up, &with(cards, kind)) {
            Some(BLACKJACK) => 4,
            Some(result @ 0..=4) => result,
            _ => continue,
        };
        last[place] = slot(kind, usize::from(cards[kind]));
    }
    last
}
