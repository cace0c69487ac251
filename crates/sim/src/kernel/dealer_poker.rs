//! Three cards against a dealer's hand: two hands by table lookup, one decision, one comparison.

use croupier_kit::Card;
use croupier_rules::contract::Seated;
use croupier_rules::games::dealer_poker::{
    DealOrder, DealerPoker, DealerShows, HandKind, HandSize, KINDS, Strength, Wager,
};
use multiversion::multiversion;

use super::PlayKernel;
use super::deck::{Fresh, ROUNDS};
use crate::play::{Compared, SupplyKind};
use crate::policy::HandRaises;
use crate::random::{RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::DecidedTable;
use crate::totals::Totals;

const PACK: usize = 52;
/// The cards of a hand, and of both.
const HAND: usize = 3;
const BOTH: usize = 2 * HAND;

pub(crate) struct DealerPokerKernel {
    plan: ShufflePlan,
    /// The number of the strength of each hand, by its cards in any order; the highest bit says that it raises.
    hands: Box<[u16]>,
    /// By the strengths of the player's hand and the dealer's: the number of the result.
    results: Box<[u8]>,
    strengths: usize,
    /// The profit and the antes staked of each result; the first is a fold. `None` if the ante is not counted.
    ends: Option<Vec<(i64, u64)>>,
    /// The kind of a hand of each strength, and the profits of the side wagers by kind.
    kinds: Box<[u8]>,
    sides: Vec<[i64; KINDS]>,
    /// The places of the player's cards in the deal, and of the dealer's.
    places: [[usize; HAND]; 2],
}

/// The bit of a hand that raises.
const RAISES: u16 = 1 << 15;

impl DealerPokerKernel {
    pub(crate) fn new(
        table: &DecidedTable<Seated<DealerPoker, 1>, Compared, HandRaises>,
        fresh: bool,
    ) -> Option<Self> {
        let SupplyKind::Shoe { plan, .. } = &table.supply.from else { return None };
        let game = &table.game;
        let sorted = table.supply.chances.iter().copied().eq(Card::pack());
        let is_three = game.size == HandSize::Three && game.shows == DealerShows::Nothing;
        if !fresh || !sorted || !is_three || plan.drawn_at_shuffle < BOTH {
            return None;
        }
        let strengths = strengths(game);
        let mut kernel = Self {
            plan: plan.clone(),
            hands: hands(game, &table.policy, &strengths).into(),
            results: Box::new([]),
            strengths: strengths.len(),
            ends: None,
            kinds: strengths.iter().map(|strength| strength.kind() as u8).collect(),
            sides: side_profits(game, &table.stakes),
            places: match game.order {
                DealOrder::OneByOne => [[0, 2, 4], [1, 3, 5]],
                DealOrder::Hands => [[0, 1, 2], [3, 4, 5]],
            },
        };
        // The first end is that of a hand that is folded.
        let mut ends: Vec<_> = table.stakes.ante.iter().map(|parts| (-parts, 1)).collect();
        let mut results = Vec::with_capacity(strengths.len() * strengths.len());
        for player in &strengths {
            for dealer in &strengths {
                let Some(parts) = table.stakes.ante else {
                    results.push(0);
                    continue;
                };
                let ante = game.settle(Wager::Ante, *player, *dealer).payout;
                let raise = game.settle(Wager::Raise, *player, *dealer).payout;
                let end = Compared::round(game, parts, ante, Some(raise));
                let place = ends.iter().position(|known| *known == end).unwrap_or(ends.len());
                if place == ends.len() {
                    ends.push(end);
                }
                results.push(u8::try_from(place).ok()?);
            }
        }
        kernel.results = results.into();
        kernel.ends = table.stakes.ante.map(|_| ends);
        Some(kernel)
    }
}

impl PlayKernel for DealerPokerKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut counts = Counts { ends: [0; 256], kinds: [0; 16] };
        play_hands(self, &mut words, rounds, &mut counts)?;
        let mut found = Totals::nothing(usize::from(self.ends.is_some()) + self.sides.len());
        found.fallen = BOTH as u64 * rounds;
        let (ante, sides) = found.tallies.split_at_mut(usize::from(self.ends.is_some()));
        for (tally, ends) in ante.iter_mut().zip(&self.ends) {
            for ((profit, staked), times) in ends.iter().zip(&counts.ends) {
                tally.add_times(*profit, *times);
                tally.stake(*times * *staked);
            }
        }
        for (tally, profits) in sides.iter_mut().zip(&self.sides) {
            for (profit, times) in profits.iter().zip(&counts.kinds) {
                tally.add_times(*profit, *times);
                tally.stake(*times);
            }
        }
        Some(found)
    }
}

/// How often each result came, and each kind of hand.
struct Counts {
    ends: [u64; 256],
    kinds: [u64; 16],
}

/// The profits of the side wagers by the kind of the hand.
fn side_profits(game: &DealerPoker, stakes: &Compared) -> Vec<[i64; KINDS]> {
    let by_kind = HandKind::ALL.map(|kind| stakes.sides(game, kind).collect::<Vec<_>>());
    (0..stakes.sides.len()).map(|side| std::array::from_fn(|kind| by_kind[kind][side])).collect()
}

/// The different strengths of three cards, from the lowest.
fn strengths(game: &DealerPoker) -> Vec<Strength> {
    let mut strengths = Vec::new();
    for_each_hand(|cards| strengths.push(game.size.strength(&cards)));
    strengths.sort_unstable();
    strengths.dedup();
    strengths
}

/// The number of the strength of each hand and whether it raises, by its cards in any order.
fn hands(game: &DealerPoker, policy: &HandRaises, strengths: &[Strength]) -> Vec<u16> {
    let mut hands = vec![0; PACK * PACK * PACK];
    for_each_hand(|cards| {
        let place = strengths.binary_search(&game.size.strength(&cards)).expect("every strength is listed");
        let number = u16::try_from(place).expect("there are few strengths");
        let raises = if policy.raises(&cards, None) { RAISES } else { 0 };
        let [a, b, c] = cards.map(Card::index);
        for [first, second, third] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            hands[(first * PACK + second) * PACK + third] = number | raises;
        }
    });
    hands
}

fn for_each_hand(mut each: impl FnMut([Card; HAND])) {
    let pack: Vec<Card> = Card::pack().collect();
    for (first, a) in pack.iter().enumerate() {
        for (second, b) in pack.iter().enumerate().skip(first + 1) {
            pack[second + 1..].iter().for_each(|c| each([*a, *b, *c]));
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn play_hands(
    kernel: &DealerPokerKernel,
    words: &mut RandomWords,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let packs = Fresh::new(&kernel.plan)?;
    let mut left = rounds as usize;
    while left > 0 {
        let dealt = packs.deal(words);
        for round in 0..left.min(ROUNDS) {
            let hand = |places: [usize; HAND]| {
                let [a, b, c] = places.map(|place| usize::from(dealt[place][round]));
                kernel.hands[(a * PACK + b) * PACK + c]
            };
            let (player, dealer) = (hand(kernel.places[0]), hand(kernel.places[1]));
            let place = usize::from(player & !RAISES) * kernel.strengths + usize::from(dealer & !RAISES);
            let end = if player & RAISES == 0 { 0 } else { kernel.results[place] };
            counts.ends[usize::from(end)] += 1;
            let kind = kernel.kinds[usize::from(player & !RAISES)];
            counts.kinds[usize::from(kind) % 16] += 1;
        }
        left -= left.min(ROUNDS);
    }
    Some(())
}
