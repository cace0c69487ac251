//! Arizona Hold-Em: five cards, two decisions by table lookup, one pay table.

use croupier_kit::{Card, HandSum, PokerHand};
use croupier_rules::contract::Seated;
use croupier_rules::games::poker::HoldEm;
use multiversion::multiversion;

use super::PlayKernel;
use super::deck::{Fresh, ROUNDS};
use crate::play::{Raised, SupplyKind};
use crate::policy::{Raises, hand_profits};
use crate::random::{RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::DecidedTable;
use crate::totals::Totals;

const PACK: usize = 52;
/// The number of sets of three cards, including equal cards.
const THREES: usize = 24_804;
/// Space for the counts of each kind of hand.
const COUNTS: usize = 32;

pub(crate) struct PokerKernel {
    plan: ShufflePlan,
    /// The number of every set of three cards, by the cards in any order.
    threes: Box<[u16]>,
    /// Whether to raise in the first circle; `second` has one bit per common card for the second circle.
    first: Box<[u8]>,
    second: Box<[u64]>,
    circles: u8,
    profits: [i64; PokerHand::COUNT],
}

impl PokerKernel {
    pub(crate) fn new(table: &DecidedTable<Seated<HoldEm, 1>, Raised, Raises>, fresh: bool) -> Option<Self> {
        let SupplyKind::Shoe { plan, .. } = &table.supply.from else { return None };
        let sorted = table.supply.chances.iter().copied().eq(Card::pack());
        if !fresh || !sorted || plan.drawn_at_shuffle < 5 || table.game.raises > 2 {
            return None;
        }
        let (first_raises, second_raises) = table.policy.tables();
        let mut threes = vec![u16::MAX; PACK * PACK * PACK];
        let (mut first, mut second) = (Vec::with_capacity(THREES), Vec::with_capacity(THREES));
        for place in 0..threes.len() {
            let [one, two, three] = [place / PACK / PACK, place / PACK % PACK, place % PACK];
            if one <= two && two <= three {
                let number = u16::try_from(first.len()).ok()?;
                first.push(u8::from(first_raises[place]));
                let bit = |card: usize| u64::from(second_raises[place * PACK + card]) << card;
                second.push((0..PACK).map(bit).sum());
                for [a, b, c] in orders(one, two, three) {
                    threes[(a * PACK + b) * PACK + c] = number;
                }
            }
        }
        Some(Self {
            plan: plan.clone(),
            threes: threes.into(),
            first: first.into(),
            second: second.into(),
            circles: table.game.raises,
            profits: hand_profits(&table.game, table.stakes.parts),
        })
    }
}

impl PlayKernel for PokerKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut counts = [[0; COUNTS]; 4];
        play_hands(self, &mut words, rounds, &mut counts)?;
        let mut found = Totals::nothing(1);
        found.fallen = 5 * rounds;
        for (stakes, counts) in (1_u64..).zip(&counts) {
            for (profit, times) in self.profits.iter().zip(counts) {
                found.tallies[0].add_times(*profit * stakes.cast_signed(), *times);
                found.tallies[0].stake(*times * stakes);
            }
        }
        Some(found)
    }
}

fn orders(a: usize, b: usize, c: usize) -> [[usize; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn play_hands(
    kernel: &PokerKernel,
    words: &mut RandomWords,
    rounds: u64,
    counts: &mut [[u64; COUNTS]; 4],
) -> Option<()> {
    let packs = Fresh::new(&kernel.plan)?;
    let circles = [u64::from(kernel.circles >= 1), u64::from(kernel.circles >= 2)];
    let mut left = rounds as usize;
    while left > 0 {
        let dealt = packs.deal(words);
        for round in 0..left.min(ROUNDS) {
            // Cards are dealt alternately to the player and as common cards: the player's are the first, third and
            // fifth.
            let card = |place: usize| dealt[place][round];
            let own = [card(0), card(2), card(4)].map(usize::from);
            let three = kernel.threes.get((own[0] * PACK + own[1]) * PACK + own[2]).copied().unwrap_or(0);
            let first = kernel.first.get(usize::from(three)).copied().unwrap_or(0);
            let second = kernel.second.get(usize::from(three)).copied().unwrap_or(0) >> (card(1) % 64) & 1;
            let raises = (u64::from(first) & circles[0]) + (second & circles[1]);
            let add =
                |sum: HandSum, place: usize| sum.with(Card::at(usize::from(card(place))).unwrap_or(FIRST));
            let hand = (0..5).fold(HandSum::EMPTY, add).index();
            counts[raises as usize % 4][hand % COUNTS] += 1;
        }
        left -= left.min(ROUNDS);
    }
    Some(())
}

const FIRST: Card = Card::new(croupier_kit::Rank::Two, croupier_kit::Suit::Clubs);
