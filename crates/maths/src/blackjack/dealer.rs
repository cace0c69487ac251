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

/// A card more of some kind: how far down the tree, what the kind has left, and whether the dealer stops there.
#[derive(Clone, Copy, Debug)]
struct Step {
    depth: u8,
    /// The kind and how many of it lie further up: `kind * LONGEST + taken`.
    slot: u8,
    /// Which final set it is; `NONE` where it is only the beginning of others.
    ends: u16,
}

const NONE: u16 = u16::MAX;

/// A set of cards with which the dealer stops.
#[derive(Clone, Debug)]
struct Ending<N> {
    cards: Cards,
    count: usize,
    result: usize,
    /// In how many orders it can fall.
    orders: N,
}

/// Where the weights of sets are added up: those with the same result, as many cards, and as many of the kind set apart.
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
    /// The heap of each ending.
    to: Vec<u16>,
}

/// Everything that the dealer can do after one up-card.
#[derive(Clone, Debug)]
pub(super) struct Tree<N> {
    steps: Vec<Step>,
    endings: Vec<Ending<N>>,
    plain: Sorted,
    apart: Vec<Sorted>,
    /// The most cards of a kind that he can take.
    most: [usize; KINDS],
}

/// Room to reckon in, kept between calls.
pub(super) struct Scratch<N> {
    factors: Box<[N; 256]>,
    down: Box<[N; 32]>,
    heaps: Vec<N>,
}

impl<N: Number> Scratch<N> {
    pub(super) fn new() -> Self {
        Self {
            factors: Box::new(std::array::from_fn(|_| N::one())),
            down: Box::new(std::array::from_fn(|_| N::one())),
            heaps: Vec::new(),
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
        let found = endings(terms, up);
        let falling: Vec<usize> = (0..KINDS).rev().collect();
        let (steps, endings) = lay_out(found, &falling);
        let mut most = [0; KINDS];
        for ending in &endings {
            (0..KINDS).for_each(|kind| most[kind] = most[kind].max(usize::from(ending.cards[kind])));
        }
        let plain = Sorted::new(&endings, None);
        let apart = (0..KINDS).map(|kind| Sorted::new(&endings, Some(kind))).collect();
        Self { steps, endings, plain, apart, most }
    }

    /// How many roundings the chance of a final result can suffer: its products, its sum, its share.
    pub(super) fn roundings(&self) -> usize {
        self.endings.len() + 3 * LONGEST
    }

    /// The chance of each result when so many cards of each kind are left.
    pub(super) fn finals(
        &self,
        left: &[i32; KINDS],
        falls: &Falls<N>,
        scratch: &mut Scratch<N>,
    ) -> [N; FINALS] {
        self.weigh(left, None, scratch);
        let falls = falls.at(left.iter().sum());
        let mut chances = std::array::from_fn(|_| N::zero());
        for (heap, weight) in self.plain.heaps.iter().zip(&scratch.heaps) {
            let chance: &mut N = &mut chances[heap.result];
            chance.add_product(weight, &falls[heap.count]);
        }
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
        self.weigh(left, Some(apart), scratch);
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
            for (heap, weight) in self.apart[apart].heaps.iter().zip(&scratch.heaps) {
                if let Some(product) = &taken[heap.apart] {
                    lane[heap.result].add_product(&weight.times(product), &falls[heap.count]);
                }
            }
        }
    }

    /// Adds up the weights of the endings, heap by heap, leaving out the factors of the kind set apart.
    fn weigh(&self, left: &[i32; KINDS], apart: Option<usize>, scratch: &mut Scratch<N>) {
        for kind in 0..KINDS {
            for (taken, place) in (0..self.most[kind]).zip(kind * LONGEST..) {
                let more = left[kind] - i32::try_from(taken).unwrap_or(i32::MAX);
                let factor = if apart == Some(kind) { 1 } else { more.max(0) };
                scratch.factors[place] = N::whole(i64::from(factor));
            }
        }
        let sorted = apart.map_or(&self.plain, |kind| &self.apart[kind]);
        scratch.heaps.clear();
        scratch.heaps.resize(sorted.heaps.len(), N::zero());
        let (factors, down) = (&scratch.factors, &mut scratch.down);
        for step in &self.steps {
            let at = usize::from(step.depth & 31);
            let product = down[at.wrapping_sub(1) & 31].times(&factors[usize::from(step.slot)]);
            if step.ends != NONE {
                let ends = usize::from(step.ends);
                let heap = usize::from(sorted.to[ends]);
                scratch.heaps[heap].add_product(&product, &self.endings[ends].orders);
            }
            down[at] = product;
        }
    }
}

impl Sorted {
    fn new<N>(endings: &[Ending<N>], apart: Option<usize>) -> Self {
        let mut sorted = Self { heaps: Vec::new(), to: Vec::new() };
        for ending in endings {
            let held = apart.map_or(0, |kind| usize::from(ending.cards[kind]));
            let same = |heap: &Heap| {
                heap.result == ending.result && heap.count == ending.count && heap.apart == held
            };
            let at = sorted.heaps.iter().position(same).unwrap_or_else(|| {
                sorted.heaps.push(Heap { result: ending.result, count: ending.count, apart: held });
                sorted.heaps.len() - 1
            });
            sorted.to.push(u16::try_from(at).unwrap_or(NONE));
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

/// Every set of cards that ends his hand, with its result and the orders in which it can fall.
fn endings(terms: &Terms, up: Option<usize>) -> Vec<(Cards, usize, i64)> {
    let mut open = BTreeMap::from([([0; KINDS], 1_i64)]);
    let mut ended: BTreeMap<Cards, (usize, i64)> = BTreeMap::new();
    while !open.is_empty() {
        let mut next = BTreeMap::new();
        for (cards, orders) in open {
            for kind in 0..KINDS {
                let mut with: Cards = cards;
                with[kind] += 1;
                match result(terms, up, &with) {
                    Some(result) => ended.entry(with).or_insert((result, 0)).1 += orders,
                    None => *next.entry(with).or_insert(0) += orders,
                }
            }
        }
        open = next;
    }
    ended.into_iter().map(|(cards, (result, orders))| (cards, result, orders)).collect()
}

/// Lays the sets out as a tree in which the kinds come in this order.
fn lay_out<N: Number>(found: Vec<(Cards, usize, i64)>, order: &[usize]) -> (Vec<Step>, Vec<Ending<N>>) {
    let path = |cards: &Cards| -> Vec<usize> {
        order.iter().flat_map(|&kind| std::iter::repeat_n(kind, usize::from(cards[kind]))).collect()
    };
    let mut paths: Vec<(Vec<usize>, (Cards, usize, i64))> =
        found.into_iter().map(|end| (path(&end.0), end)).collect();
    paths.sort();
    let (mut steps, mut endings): (Vec<Step>, Vec<Ending<N>>) = (Vec::new(), Vec::new());
    let mut before: Vec<usize> = Vec::new();
    for (path, (cards, result, orders)) in paths {
        let shared = path.iter().zip(&before).take_while(|(one, other)| one == other).count();
        for depth in shared..path.len() {
            let taken = path[..depth].iter().filter(|kind| **kind == path[depth]).count();
            steps.push(Step {
                depth: u8::try_from(depth + 1).unwrap_or(31),
                slot: u8::try_from(path[depth] * LONGEST + taken).unwrap_or(u8::MAX),
                ends: NONE,
            });
        }
        if let Some(last) = steps.last_mut() {
            last.ends = u16::try_from(endings.len()).unwrap_or(NONE);
        }
        endings.push(Ending { cards, count: path.len(), result, orders: N::whole(orders) });
        before = path;
    }
    (steps, endings)
}
