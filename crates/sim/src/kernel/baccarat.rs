//! Baccarat of every kind: coups without branches, from a shoe or from fresh packs.

mod coup;
mod lookup;
mod program;

use std::cmp::Ordering;

use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, LEFT, Move, Opposing, PLAYER};
use multiversion::multiversion;

use super::PlayKernel;
use super::deck::{Dealt, Fresh, ROUNDS, Shuffler};
use crate::machine::GameMachine;
use crate::play::{Plain, SupplyKind};
use crate::policy::{DecisionBits, Thirds};
use crate::random::{ROOM, RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::DecidedTable;
use crate::tally::profit;
use crate::totals::Totals;
use coup::{DrawingBounds, coup};
use lookup::Lookup;

/// A table of baccarat; without a policy, nobody has a choice.
pub(crate) type CoupTable = DecidedTable<Baccarat, Plain<Baccarat>, Option<Box<Thirds>>>;

/// Shoes played side by side.
const SHOES: usize = 8;
/// The number of results of a coup: loss, tie or win for each of two hands.
const RESULTS: usize = 9;

pub(crate) struct BaccaratKernel {
    bounds: DrawingBounds,
    lookup: Lookup,
    hands: Opposing,
    plan: ShufflePlan,
    cut: Option<usize>,
    mixed: bool,
    rules: program::CoupRules,
    /// The profit of each wager for each result.
    profits: Vec<[i64; RESULTS]>,
}

impl BaccaratKernel {
    pub(crate) fn new(table: &CoupTable, fresh: bool) -> Option<Self> {
        let SupplyKind::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if table.supply.chances != (0..10).collect::<Vec<_>>() {
            return None;
        }
        let bounds = DrawingBounds::new(&table.game, table.policy.as_deref())?;
        Some(Self {
            lookup: Lookup::new(&bounds),
            bounds,
            hands: table.game.hands,
            plan: plan.clone(),
            cut: (!fresh).then_some(*shuffled_at),
            mixed: table.policy.as_ref().is_some_and(|thirds| thirds.is_mixed()),
            rules: program::CoupRules {
                game: table.game.clone(),
                stakes: table.stakes.clone(),
                thirds: table.policy.clone(),
                supply: table.supply.from.clone(),
            },
            profits: profits(table)?,
        })
    }
}

impl PlayKernel for BaccaratKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut decision_words =
            self.mixed.then(|| RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Decisions)));
        let mut counts = Counts::default();
        match (self.cut, self.hands) {
            (None, Opposing::One) => fresh_one(self, &mut words, &mut decision_words, rounds, &mut counts)?,
            (None, Opposing::Two) => fresh_two(self, &mut words, &mut decision_words, rounds, &mut counts)?,
            (Some(cut), Opposing::One) => {
                shoes_one(self, cut, &mut words, &mut decision_words, rounds, &mut counts)?
            }
            (Some(cut), Opposing::Two) => {
                shoes_two(self, cut, &mut words, &mut decision_words, rounds, &mut counts)?
            }
        }
        let mut found = Totals::nothing(self.profits.len());
        found.fallen = counts.cards;
        for (tally, profits) in found.tallies.iter_mut().zip(&self.profits) {
            for (profit, times) in profits.iter().zip(&counts.results) {
                tally.add_times(*profit, *times);
            }
            tally.stake(rounds);
        }
        Some(found)
    }

    fn machine(&self) -> Option<GameMachine> {
        self.rules.machine(self.cut.unwrap_or(1), self.profits.len()).map(GameMachine::Cards)
    }
}

/// The counts of results and of cards dealt.
#[derive(Clone, Copy, Default)]
struct Counts {
    results: [u64; 16],
    cards: u64,
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fresh_one(
    kernel: &BaccaratKernel,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    fresh::<false>(kernel, words, decision_words, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fresh_two(
    kernel: &BaccaratKernel,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    fresh::<true>(kernel, words, decision_words, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shoes_one(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    shoes::<false>(kernel, cut, words, decision_words, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shoes_two(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    shoes::<true>(kernel, cut, words, decision_words, rounds, counts)
}

#[inline(always)]
fn fresh<const TWO: bool>(
    kernel: &BaccaratKernel,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let packs = Fresh::new(&kernel.plan)?;
    let mut left = rounds as usize;
    while left > 0 {
        let dealt = packs.deal(words);
        let coups =
            side_by_side_fresh::<TWO>(&kernel.bounds, &dealt, &seat_bits(decision_words, left.min(ROUNDS)));
        for coup in &coups[..left.min(ROUNDS)] {
            counts.results[usize::from(*coup) % 16] += 1;
            counts.cards += u64::from(*coup >> 4);
        }
        left -= left.min(ROUNDS);
    }
    Some(())
}

/// The decision bits of `rounds` rounds, by seat.
#[inline(always)]
fn seat_bits(decision_words: &mut Option<RandomWords>, rounds: usize) -> [[u32; ROUNDS]; 3] {
    let mut seat_bits = [[0; ROUNDS]; 3];
    if let Some(words) = decision_words {
        for (round, halves) in words.ahead(2 * rounds).chunks_exact(2).enumerate() {
            let bits =
                DecisionBits(u64::from(u32::from_le(halves[0])) | u64::from(u32::from_le(halves[1])) << 32);
            for seat in [PLAYER, LEFT, BANKER] {
                seat_bits[usize::from(seat) % 3][round % ROUNDS] = bits.of_seat(seat);
            }
        }
        words.take(2 * rounds);
    }
    seat_bits
}

/// Plays one coup in each round. Each byte has the result in the lower four bits and the number of cards above.
#[inline(always)]
fn side_by_side_fresh<const TWO: bool>(
    bounds: &DrawingBounds,
    dealt: &Dealt,
    seat_bits: &[[u32; ROUNDS]; 3],
) -> [u8; ROUNDS] {
    let mut coups = [0; ROUNDS];
    for round in 0..ROUNDS {
        let bits = [seat_bits[0][round], seat_bits[1][round], seat_bits[2][round]];
        let played = coup::<TWO>(bounds, |place| u32::from(dealt[place][round]), bits);
        coups[round] = played.result | played.cards << 4;
    }
    coups
}

#[inline(always)]
fn shoes<const TWO: bool>(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let mut shuffler = Shuffler::new(&kernel.plan);
    let mut shoes = Box::new([[0; ROOM]; SHOES]);
    let mut left = rounds;
    // Shoes are played side by side while they cannot have more coups than are left. Random decisions must be drawn
    // in order, so then shoes are played one by one.
    let most = (SHOES * (cut / 4 + 1)) as u64;
    while decision_words.is_none() && left > most {
        let before = words.clone();
        for shoe in shoes.iter_mut() {
            shuffler.shuffle(words, shoe);
        }
        let Some(played) = side_by_side::<TWO>(kernel, &shoes, cut, shuffler.drawn(), counts) else {
            *words = before;
            break;
        };
        left -= played;
    }
    one_by_one::<TWO>(kernel, cut, words, decision_words, left, counts)
}

/// Plays shoes side by side to their cutting cards. Returns `None` and counts nothing if a shoe needs more cards than
/// were drawn.
#[inline(always)]
fn side_by_side<const TWO: bool>(
    kernel: &BaccaratKernel,
    shoes: &[[u8; ROOM]; SHOES],
    cut: usize,
    drawn: usize,
    counts: &mut Counts,
) -> Option<u64> {
    let mut at = [0_usize; SHOES];
    let mut sums = [[0_u32; 16]; SHOES];
    // The number of coups that every shoe has at least.
    for _ in 0..cut / if TWO { 9 } else { 6 } {
        for shoe in 0..SHOES {
            step::<TWO>(kernel, &shoes[shoe], &mut at[shoe], &mut sums[shoe]);
        }
    }
    for shoe in 0..SHOES {
        while at[shoe] < cut {
            step::<TWO>(kernel, &shoes[shoe], &mut at[shoe], &mut sums[shoe]);
        }
    }
    if at.iter().any(|at| *at > drawn) {
        return None;
    }
    let mut played = 0;
    for (place, total) in counts.results.iter_mut().enumerate() {
        let sum: u64 = sums.iter().map(|sums| u64::from(sums[place])).sum();
        *total += sum;
        played += sum;
    }
    counts.cards += at.iter().sum::<usize>() as u64;
    Some(played)
}

#[inline(always)]
fn step<const TWO: bool>(kernel: &BaccaratKernel, shoe: &[u8; ROOM], at: &mut usize, sums: &mut [u32; 16]) {
    let played = if TWO {
        coup::<TWO>(&kernel.bounds, cards_at(shoe, *at), [0; 3])
    } else {
        kernel.lookup.coup(u64::from_le_bytes(shoe[*at % 480..].first_chunk().copied().unwrap_or_default()))
    };
    *at += usize::from(played.cards);
    sums[usize::from(played.result) % 16] += 1;
}

/// Plays one shoe after another; `None` if a coup needs more cards than were drawn at the shuffle, because then the
/// rules must draw more.
fn one_by_one<const TWO: bool>(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut RandomWords,
    decision_words: &mut Option<RandomWords>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let mut shuffler = Shuffler::new(&kernel.plan);
    let mut shoe = Box::new([0; ROOM]);
    let mut at = cut;
    for _ in 0..rounds {
        if at >= cut {
            shuffler.shuffle(words, &mut shoe);
            at = 0;
        }
        let bits = DecisionBits(decision_words.as_mut().map_or(0, RandomWords::whole));
        let coup = coup::<TWO>(&kernel.bounds, cards_at(&shoe, at), [0, 1, 2].map(|seat| bits.of_seat(seat)));
        at += usize::from(coup.cards);
        if at > shuffler.drawn() {
            return None;
        }
        counts.results[usize::from(coup.result) % 16] += 1;
        counts.cards += u64::from(coup.cards);
    }
    Some(())
}

/// Access to the cards of the coup that starts at `at`, by place.
#[inline(always)]
fn cards_at(shoe: &[u8; ROOM], at: usize) -> impl Fn(usize) -> u32 + Copy {
    let word = |from: usize| u64::from_le_bytes(shoe[from..].first_chunk().copied().unwrap_or_default());
    let (low, high) = (word(at % 480), word(at % 480 + 4));
    move |place| (if place < 8 { low >> (8 * place) } else { high >> (8 * (place - 4)) }) as u32 & 15
}

/// The profit of every wager for every result, found by playing coups through the rules until each result has
/// occurred.
fn profits(table: &CoupTable) -> Option<Vec<[i64; RESULTS]>> {
    let wagers = table.stakes.stakes.iter().map(|stake| {
        stake.counted.map_or(0, |(wager, _)| wager + 1).max(stake.mirrored.map_or(0, |wager| wager + 1))
    });
    let mut profits = vec![[0; RESULTS]; wagers.max()?];
    let mut known = [false; RESULTS];
    let wanted = if table.game.hands == Opposing::Two { RESULTS } else { 3 };
    let mut words = RandomWords::new(RandomStream::new(0, 0, StreamPurpose::Decisions));
    for _ in 0..10_000 {
        let mut deal = table.game.open(Positions::NONE);
        loop {
            match table.game.turn(&deal) {
                Turn::Seat(seat) => {
                    let mv = if words.half().is_multiple_of(2) { Move::Draw } else { Move::Stand };
                    table.game.play_unchecked(&mut deal, seat, mv);
                }
                Turn::Chance(_) => table.game.fall_unchecked(&mut deal, (words.half() % 10) as u8),
                Turn::Over | Turn::Bets => break,
            }
        }
        let compared = |seat: u8| -> usize {
            let (hand, banker) = (deal.hand(seat), deal.hand(BANKER));
            let scores = match table.game.drawing.is_natural(hand) {
                true => (hand.score_of_two(), banker.score_of_two()),
                false => (hand.score(), banker.score()),
            };
            match scores.0.cmp(&scores.1) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            }
        };
        let result = compared(PLAYER) + if wanted == RESULTS { 3 * compared(LEFT) } else { 0 };
        let seen = std::mem::replace(&mut known[result], true);
        for stake in &table.stakes.stakes {
            let (wager, parts) = stake.counted?;
            let won = profit(table.game.advance(stake.wager, &mut (), &deal)?.payout, 1, parts);
            if seen && profits[wager][result] != won {
                return None;
            }
            profits[wager][result] = won;
            if let Some(mirror) = stake.mirrored {
                profits[mirror][result] = -won;
            }
        }
    }
    (known.iter().filter(|known| **known).count() == wanted).then_some(profits)
}
