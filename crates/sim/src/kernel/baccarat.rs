//! Baccarat of every kind: a coup without a branch, from a shoe or from fresh packs.

mod coup;
mod lookup;

use std::cmp::Ordering;

use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::baccarat::{BANKER, LEFT, Move, Opposing, PLAYER};
use multiversion::multiversion;

use super::deck::{Dealt, Fresh, ROUNDS, Shuffler};
use crate::play::From;
use crate::policy::Mood;
use crate::random::{Plan, Purpose, ROOM, Stream, Words};
use crate::table::{CoupTable, Found};
use crate::tally::profit;
use coup::{Bounds, coup};
use lookup::Lookup;

/// Shoes that are played side by side.
const SHOES: usize = 8;
/// The results of a coup: how either hand fared, in threes.
const RESULTS: usize = 9;

pub(crate) struct BaccaratKernel {
    bounds: Bounds,
    lookup: Lookup,
    hands: Opposing,
    plan: Plan,
    cut: Option<usize>,
    mixed: bool,
    /// What each result is to each wager.
    profits: Vec<[i64; RESULTS]>,
}

impl BaccaratKernel {
    pub(crate) fn new(table: &CoupTable, fresh: bool) -> Option<Self> {
        let From::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if table.supply.chances != (0..10).collect::<Vec<_>>() {
            return None;
        }
        let bounds = Bounds::new(&table.game, table.policy.as_deref())?;
        Some(Self {
            lookup: Lookup::new(&bounds),
            bounds,
            hands: table.game.hands,
            plan: plan.clone(),
            cut: (!fresh).then_some(*shuffled_at),
            mixed: table.policy.as_ref().is_some_and(|thirds| thirds.is_mixed()),
            profits: profits(table)?,
        })
    }

    pub(crate) fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Found> {
        let mut words = Words::new(Stream::new(seed, block, Purpose::Chance));
        let mut minds = self.mixed.then(|| Words::new(Stream::new(seed, block, Purpose::Minds)));
        let mut counts = Counts::default();
        match (self.cut, self.hands) {
            (None, Opposing::One) => fresh_one(self, &mut words, &mut minds, rounds, &mut counts)?,
            (None, Opposing::Two) => fresh_two(self, &mut words, &mut minds, rounds, &mut counts)?,
            (Some(cut), Opposing::One) => shoes_one(self, cut, &mut words, &mut minds, rounds, &mut counts)?,
            (Some(cut), Opposing::Two) => shoes_two(self, cut, &mut words, &mut minds, rounds, &mut counts)?,
        }
        let mut found = Found::nothing(self.profits.len());
        found.fallen = counts.cards;
        for (tally, profits) in found.tallies.iter_mut().zip(&self.profits) {
            for (profit, times) in profits.iter().zip(&counts.results) {
                tally.add_times(*profit, *times);
            }
            tally.stake(rounds);
        }
        Some(found)
    }
}

/// What has been counted: results, and cards dealt.
#[derive(Clone, Copy, Default)]
struct Counts {
    results: [u64; 16],
    cards: u64,
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fresh_one(
    kernel: &BaccaratKernel,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    fresh::<false>(kernel, words, minds, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fresh_two(
    kernel: &BaccaratKernel,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    fresh::<true>(kernel, words, minds, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shoes_one(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    shoes::<false>(kernel, cut, words, minds, rounds, counts)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shoes_two(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    shoes::<true>(kernel, cut, words, minds, rounds, counts)
}

#[inline(always)]
fn fresh<const TWO: bool>(
    kernel: &BaccaratKernel,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let packs = Fresh::new(&kernel.plan)?;
    let mut left = rounds as usize;
    while left > 0 {
        let dealt = packs.deal(words);
        let coups = side_by_side_fresh::<TWO>(&kernel.bounds, &dealt, &moods(minds, left.min(ROUNDS)));
        for coup in &coups[..left.min(ROUNDS)] {
            counts.results[usize::from(*coup) % 16] += 1;
            counts.cards += u64::from(*coup >> 4);
        }
        left -= left.min(ROUNDS);
    }
    Some(())
}

/// The moods of so many rounds, by seat.
#[inline(always)]
fn moods(minds: &mut Option<Words>, rounds: usize) -> [[u32; ROUNDS]; 3] {
    let mut moods = [[0; ROUNDS]; 3];
    if let Some(words) = minds {
        for (round, halves) in words.ahead(2 * rounds).chunks_exact(2).enumerate() {
            let mood = Mood(u64::from(u32::from_le(halves[0])) | u64::from(u32::from_le(halves[1])) << 32);
            for seat in [PLAYER, LEFT, BANKER] {
                moods[usize::from(seat) % 3][round % ROUNDS] = mood.of_seat(seat);
            }
        }
        words.take(2 * rounds);
    }
    moods
}

/// A coup in every round: its result, and how many cards it took above that.
#[inline(always)]
fn side_by_side_fresh<const TWO: bool>(
    bounds: &Bounds,
    dealt: &Dealt,
    moods: &[[u32; ROUNDS]; 3],
) -> [u8; ROUNDS] {
    let mut coups = [0; ROUNDS];
    for round in 0..ROUNDS {
        let mood = [moods[0][round], moods[1][round], moods[2][round]];
        let played = coup::<TWO>(bounds, |place| u32::from(dealt[place][round]), mood);
        coups[round] = played.result | played.cards << 4;
    }
    coups
}

#[inline(always)]
fn shoes<const TWO: bool>(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let mut shuffler = Shuffler::new(&kernel.plan);
    let mut shoes = Box::new([[0; ROOM]; SHOES]);
    let mut left = rounds;
    // Side by side while a shoe cannot have more coups than are left; those who decide at random are asked in order.
    let most = (SHOES * (cut / 4 + 1)) as u64;
    while minds.is_none() && left > most {
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
    one_by_one::<TWO>(kernel, cut, words, minds, left, counts)
}

/// Plays shoes side by side to their cutting cards; `None`, and nothing counted, where one needs more than is drawn.
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
    // As many as any shoe has for certain.
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

/// Plays shoe after shoe; `None` where a coup needs more cards than were drawn at the shuffle: the rules draw on.
fn one_by_one<const TWO: bool>(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
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
        let mood = Mood(minds.as_mut().map_or(0, Words::whole));
        let coup = coup::<TWO>(&kernel.bounds, cards_at(&shoe, at), [0, 1, 2].map(|seat| mood.of_seat(seat)));
        at += usize::from(coup.cards);
        if at > shuffler.drawn() {
            return None;
        }
        counts.results[usize::from(coup.result) % 16] += 1;
        counts.cards += u64::from(coup.cards);
    }
    Some(())
}

/// What lies at a place of the coup that begins here.
#[inline(always)]
fn cards_at(shoe: &[u8; ROOM], at: usize) -> impl Fn(usize) -> u32 + Copy {
    let word = |from: usize| u64::from_le_bytes(shoe[from..].first_chunk().copied().unwrap_or_default());
    let (low, high) = (word(at % 480), word(at % 480 + 4));
    move |place| (if place < 8 { low >> (8 * place) } else { high >> (8 * (place - 4)) }) as u32 & 15
}

/// What every result is to every wager, found by playing coups by the rules until each result has come.
fn profits(table: &CoupTable) -> Option<Vec<[i64; RESULTS]>> {
    let wagers = table.stakes.stakes.iter().map(|stake| {
        stake.counted.map_or(0, |(wager, _)| wager + 1).max(stake.mirrored.map_or(0, |wager| wager + 1))
    });
    let mut profits = vec![[0; RESULTS]; wagers.max()?];
    let mut known = [false; RESULTS];
    let wanted = if table.game.hands == Opposing::Two { RESULTS } else { 3 };
    let mut words = Words::new(Stream::new(0, 0, Purpose::Minds));
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
        let fares = |seat: u8| -> usize {
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
        let result = fares(PLAYER) + if wanted == RESULTS { 3 * fares(LEFT) } else { 0 };
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
