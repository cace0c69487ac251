//! The dealer's play from any shoe. Every set of cards that can complete the dealer's hand is listed once, and its
//! chance is computed for each shoe.
//!
//! The chance of a set is (the number of orders in which it can be drawn) × ∏ (cards of a kind, one fewer each time)
//! ÷ ∏ (cards left, one fewer each time). The product is computed kind by kind, and so is the sum over all sets: once
//! the tens are summed out, sets that differ only in tens are merged. Thousands of shoes that differ by a few cards
//! share the sums over the kinds in which they agree.

use std::collections::BTreeMap;

use croupier_rules::games::blackjack::DealerOn17;

use super::hands::{ACE, KINDS, KindCounts};
use super::pricing_rules::{BLACKJACK, DEALER_OVER, FINALS, PricingRules};
use super::removed::Removed;
use crate::number::Number;

/// More cards than a dealer can draw. A power of two: reducing an index modulo `LONGEST` is cheap and makes a bounds
/// check unnecessary.
const LONGEST: usize = 32;

/// More cards of one kind than are ever out of the shoe.
const OUT_MOST: usize = 36;

/// How a set of cards is merged when a kind is summed out: the index of the merged set, and the number of cards of
/// that kind.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: u16,
    held: u8,
}

/// The dealer's hands with the same result and the same number of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Heap {
    result: usize,
    count: usize,
}

/// Every way in which the dealer's hand can end, for one up-card.
#[derive(Clone, Debug)]
pub(super) struct Tree<N> {
    /// For each set that ends the dealer's hand on 17 to 21: the number of orders in which it can be drawn.
    orders: Vec<N>,
    /// For each kind from the tens down: how the sets are merged.
    links: Vec<Vec<Link>>,
    /// The number of sets that remain after each kind.
    widths: Vec<usize>,
    heaps: Vec<Heap>,
}

/// The chances of the dealer's final results, for every set of cards that can be out of the shoe.
pub(super) struct Finals<N> {
    by_set: Vec<[N; FINALS]>,
    levels: Vec<Vec<N>>,
    abreast: Vec<[N; ABREAST]>,
    factors: Factors<N>,
}

/// The products `left · (left − 1) · …`, by the number of cards drawn: for each kind and the number of its cards that
/// are out, and for several numbers of Aces side by side.
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

    /// The chance of each final result when the set at index `place` is out.
    pub(super) fn at(&self, place: usize) -> &[N; FINALS] {
        &self.by_set[place]
    }
}

/// The inverses of the products `left · (left − 1) · …`, by the number of cards left and the number of cards drawn.
pub(super) struct Falls<N> {
    most: i32,
    by_gone: Vec<Vec<N>>,
}

impl<N: Number> Falls<N> {
    /// For shoes of `most` cards down to `most − gone` cards.
    pub(super) fn new(most: i32, gone: i32) -> Self {
        let inverse = |left: i32| {
            let mut product = N::one();
            let mut list = vec![N::one()];
            for taken in 0..whole(LONGEST) {
                product = product.times(&N::whole(i64::from((left - taken).max(1))));
                list.push(N::one().over(&product));
            }
            list
        };
        Self { most, by_gone: (0..=gone).map(|gone| inverse(most - gone)).collect() }
    }

    fn at(&self, left: i32) -> &[N] {
        &self.by_gone[usize::try_from(self.most - left).expect("cards are only taken")]
    }
}

/// A shoe without the up-card, for which the chances of the dealer's final results are computed.
pub(super) struct Weighed<'a, N> {
    pub(super) tree: &'a Tree<N>,
    pub(super) removed: &'a Removed,
    pub(super) falls: &'a Falls<N>,
    pub(super) shoe: [i32; KINDS],
}

impl<N: Number> Weighed<'_, N> {
    /// Computes the chances of the dealer's final results for every set of cards that can be out.
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

    /// Sums out the Aces, the last kind, for `ABREAST` numbers of Aces side by side.
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

/// The number of shoes computed side by side.
const ABREAST: usize = 4;

fn whole(number: usize) -> i32 {
    i32::try_from(number).expect("a shoe has few cards")
}

/// The products `left · (left − 1) · …`, by the number of cards drawn.
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

/// Sums out one kind.
fn sum_out<N: Number>(from: &[N], links: &[Link], factors: &[N; LONGEST], into: &mut [N]) {
    into.iter_mut().for_each(|sum| *sum = N::zero());
    for (weight, link) in from.iter().zip(links) {
        into[usize::from(link.to)].add_product(weight, &factors[usize::from(link.held) % LONGEST]);
    }
}

/// The same as `sum_out`, for several shoes at once.
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
                let to = next.binary_search(&without(*set)).expect("every set without this kind was listed");
                Link { to: u16::try_from(to).expect("a dealer has few hands"), held: set.0[kind] }
            };
            links.push(level.iter().map(link).collect());
            widths.push(next.len());
            level = next;
        }
        let orders = ended.iter().map(|(_, _, orders)| N::whole(*orders)).collect();
        Self { orders, links, widths, heaps: level.into_iter().map(|(_, heap)| heap).collect() }
    }

    /// An upper bound of the number of roundings in the chance of a final result: the products and sums for each
    /// kind, and the division. It is doubled for going over 21, whose chance is one minus all others.
    pub(super) fn roundings(&self) -> usize {
        2 * (self.orders.len() + 4 * LONGEST + 2 * KINDS)
    }

    /// The chances of the final results, from the weights of the heaps.
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

/// The dealer's result with the up-card and the cards `drawn`; `None` while the dealer must draw.
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

/// Every set of cards that ends the dealer's hand on 17 to 21, with the number of orders in which it can be drawn.
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
