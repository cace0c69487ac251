//! The dealer's play from any shoe: every set of cards he can finish with is listed once and weighed for each shoe.
//!
//! The chance of a set is (the orders in which it can fall) × ∏ (cards of a kind, one fewer each time) ÷ ∏ (cards left,
//! one fewer each time). That product goes kind by kind, and so does the sum over all sets: when the tens have been
//! summed out, sets that differ in tens alone are one. Thousands of shoes that differ by a few cards share the sums over the kinds in which
//! they agree.

use std::collections::BTreeMap;

use croupier_rules::games::blackjack::DealerOn17;

use super::hands::{ACE, KINDS, KindCounts};
use super::pricing_rules::{BLACKJACK, DEALER_OVER, FINALS, PricingRules};
use super::removed::Removed;
use crate::number::Number;

/// More cards than a dealer can take; a power of two, so that no index need be looked at twice.
const LONGEST: usize = 32;

/// More cards of a kind than are ever out.
const OUT_MOST: usize = 36;

/// What remains of sets of cards when a kind is summed out: where each goes, and how many of the kind it has.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: u16,
    held: u8,
}

/// Hands with the same result and as many cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Heap {
    result: usize,
    count: usize,
}

/// Everything that the dealer can do after one up-card.
#[derive(Clone, Debug)]
pub(super) struct Tree<N> {
    /// In how many orders each set that ends his hand on 17 to 21 can fall.
    orders: Vec<N>,
    /// Kind by kind from the tens down: what remains.
    links: Vec<Vec<Link>>,
    /// How much remains after each kind.
    widths: Vec<usize>,
    heaps: Vec<Heap>,
}

/// What the dealer finishes with, for every set of cards that can be out.
pub(super) struct Finals<N> {
    by_set: Vec<[N; FINALS]>,
    levels: Vec<Vec<N>>,
    abreast: Vec<[N; ABREAST]>,
    factors: Factors<N>,
}

/// `left · (left − 1) · …`, by how many cards fall: for each kind and how many of it are out, and for the Aces side by side.
struct Factors<N> {
    by_kind: Vec<Vec<[N; LONGEST]>>,
    aces: Vec<[[N; ABREAST]; LONGEST]>,
}

impl<N: Number> Factors<N> {
    fn new(shoe: &[i32; KINDS]) -> Self {
        let by_kind = shoe.map(|left| (0..OUT_MOST).map(|out| falling(left - whole(out))).collect());
        let aces = (0..OUT_MOST).step_by(ABREAST).map(|out| {
            let each: [[N; LONGEST]; ABREAST] =
                std::array::from_fn(|more| falling(shoe[ACE] - whole(out + more)));
            std::array::from_fn(|held| std::array::from_fn(|more| each[more][held].clone()))
        });
        Self { by_kind: by_kind.to_vec(), aces: aces.collect() }
    }
}

impl<N: Number> Finals<N> {
    pub(super) fn new() -> Self {
        let factors = Factors { by_kind: Vec::new(), aces: Vec::new() };
        Self { by_set: Vec::new(), levels: Vec::new(), abreast: Vec::new(), factors }
    }

    /// The chance of each final when the set at this place is out.
    pub(super) fn at(&self, place: usize) -> &[N; FINALS] {
        &self.by_set[place]
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

/// A shoe to be weighed, the up-card out.
pub(super) struct Weighed<'a, N> {
    pub(super) tree: &'a Tree<N>,
    pub(super) removed: &'a Removed,
    pub(super) falls: &'a Falls<N>,
    pub(super) shoe: [i32; KINDS],
}

impl<N: Number> Weighed<'_, N> {
    /// Finds what the dealer finishes with for every set of cards that can be out.
    pub(super) fn fill(&self, finals: &mut Finals<N>) {
        finals.by_set.resize(self.removed.len(), std::array::from_fn(|_| N::zero()));
        finals.levels = self.tree.widths.iter().map(|&width| vec![N::zero(); width]).collect();
        finals.levels.insert(0, self.tree.orders.clone());
        finals.abreast = vec![std::array::from_fn(|_| N::zero()); self.tree.heaps.len()];
        finals.factors = Factors::new(&self.shoe);
        self.descend(0, 0, self.shoe.iter().sum(), finals);
    }

    fn descend(&self, step: usize, at: usize, left: i32, finals: &mut Finals<N>) {
        let kind = KINDS - 1 - step;
        if kind == ACE {
            return self.aces(at, left, finals);
        }
        for (out, next) in self.removed.going_on(step, at).enumerate() {
            if whole(out) > self.shoe[kind] {
                break;
            }
            let (before, after) = finals.levels.split_at_mut(step + 1);
            sum_out(&before[step], &self.tree.links[step], &finals.factors.by_kind[kind][out], &mut after[0]);
            self.descend(step + 1, next, left - whole(out), finals);
        }
    }

    /// The last kind, with so many Aces out and one, two, three more, side by side.
    fn aces(&self, at: usize, left: i32, finals: &mut Finals<N>) {
        let Finals { by_set, levels, abreast, factors } = finals;
        let (step, places) = (KINDS - 1, self.removed.going_on(KINDS - 1, at));
        for (chunk, next) in places.clone().step_by(ABREAST).enumerate() {
            sum_out_abreast(&levels[step], &self.tree.links[step], &factors.aces[chunk], abreast);
            for more in 0..ABREAST.min(places.end - next) {
                let out = whole(chunk * ABREAST + more);
                if out <= self.shoe[ACE] {
                    let weights = abreast.iter().map(|abreast| &abreast[more]);
                    by_set[next + more] = self.tree.chances(weights, self.falls.at(left - out));
                }
            }
        }
    }
}

/// How many shoes are weighed side by side.
const ABREAST: usize = 4;

fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// `left · (left − 1) · …`, by how many cards fall.
fn falling<N: Number>(left: i32) -> [N; LONGEST] {
    let mut factors: [N; LONGEST] = std::array::from_fn(|_| N::zero());
    factors[0] = N::one();
    for held in 1..LONGEST {
        let more = left - whole(held) + 1;
        if more <= 0 {
            break;
        }
        factors[held] = factors[held - 1].times(&N::whole(i64::from(more)));
    }
    factors
}

/// Sums a kind out.
fn sum_out<N: Number>(from: &[N], links: &[Link], factors: &[N; LONGEST], into: &mut [N]) {
    into.iter_mut().for_each(|sum| *sum = N::zero());
    for (weight, link) in from.iter().zip(links) {
        into[usize::from(link.to)].add_product(weight, &factors[usize::from(link.held) % LONGEST]);
    }
}

/// The same for several shoes at once.
fn sum_out_abreast<N: Number>(
    from: &[N],
    links: &[Link],
    factors: &[[N; ABREAST]; LONGEST],
    into: &mut [[N; ABREAST]],
) {
    into.iter_mut().flatten().for_each(|sum| *sum = N::zero());
    for (weight, link) in from.iter().zip(links) {
        let factors = &factors[usize::from(link.held) % LONGEST];
        for (sum, factor) in into[usize::from(link.to)].iter_mut().zip(factors) {
            sum.add_product(weight, factor);
        }
    }
}

impl<N: Number> Tree<N> {
    pub(super) fn new(terms: &PricingRules, up: Option<usize>) -> Self {
        let ended = endings(terms, up);
        let mut level: Vec<(KindCounts, Heap)> =
            ended.iter().map(|(cards, heap, _)| (*cards, *heap)).collect();
        let (mut links, mut widths) = (Vec::new(), Vec::new());
        for kind in (0..KINDS).rev() {
            let without = |(mut cards, heap): (KindCounts, Heap)| {
                cards[kind] = 0;
                (cards, heap)
            };
            let mut next: Vec<(KindCounts, Heap)> = level.iter().map(|set| without(*set)).collect();
            next.sort_unstable();
            next.dedup();
            let link = |set: &(KindCounts, Heap)| {
                let to = next.binary_search(&without(*set)).unwrap_or(0);
                Link { to: u16::try_from(to).unwrap_or(u16::MAX), held: set.0[kind] }
            };
            links.push(level.iter().map(link).collect());
            widths.push(next.len());
            level = next;
        }
        let orders = ended.iter().map(|(_, _, orders)| N::whole(*orders)).collect();
        Self { orders, links, widths, heaps: level.into_iter().map(|(_, heap)| heap).collect() }
    }

    /// How many roundings the chance of a final can suffer: the products and sums kind by kind and the share; and as many again
    /// for going over 21, which is what remains.
    pub(super) fn roundings(&self) -> usize {
        2 * (self.orders.len() + 4 * LONGEST + 2 * KINDS)
    }

    /// The chances that the weights of the heaps come to.
    fn chances<'w>(&self, weights: impl Iterator<Item = &'w N>, falls: &[N]) -> [N; FINALS]
    where
        N: 'w,
    {
        let mut chances = std::array::from_fn(|_| N::zero());
        for (heap, weight) in self.heaps.iter().zip(weights) {
            let chance: &mut N = &mut chances[heap.result];
            chance.add_product(weight, &falls[heap.count]);
        }
        chances[DEALER_OVER] =
            chances[..DEALER_OVER].iter().fold(N::one(), |rest, chance| rest.minus(chance));
        chances
    }
}

/// What the dealer has with these cards beside his up-card; `None` while he must draw.
fn result(terms: &PricingRules, up: Option<usize>, drawn: &KindCounts) -> Option<usize> {
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

/// Every set of cards that ends his hand on 17 to 21, and the orders in which it can fall.
fn endings(terms: &PricingRules, up: Option<usize>) -> Vec<(KindCounts, Heap, i64)> {
    let mut open = BTreeMap::from([([0; KINDS], 1_i64)]);
    let mut ended: BTreeMap<(KindCounts, Heap), i64> = BTreeMap::new();
    let mut count = 0;
    while !open.is_empty() {
        count += 1;
        let mut next = BTreeMap::new();
        for (cards, orders) in open {
            for kind in 0..KINDS {
                let mut with: KindCounts = cards;
                with[kind] += 1;
                match result(terms, up, &with) {
                    Some(DEALER_OVER) => {}
                    Some(result) => *ended.entry((with, Heap { result, count })).or_insert(0) += orders,
                    None => *next.entry(with).or_insert(0) += orders,
                }
            }
        }
        open = next;
    }
    ended.into_iter().map(|((cards, heap), orders)| (cards, heap, orders)).collect()
}
