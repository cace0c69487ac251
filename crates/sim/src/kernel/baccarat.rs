//! Baccarat of every kind: a coup without a branch, from a shoe or from fresh packs.

use std::cmp::Ordering;

use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, Banker, LEFT, Move, Opposing, PLAYER, Third};
use multiversion::multiversion;

use super::deck::{Fresh, ROUNDS, Shuffler, packed};
use crate::play::From;
use crate::policy::{Chance, Mood, Opposite, Thirds};
use crate::random::{Plan, Purpose, ROOM, Stream, Words};
use crate::table::{CoupTable, Found};
use crate::tally::profit;

/// Shoes that are played side by side.
const SHOES: usize = 8;
/// The results of a coup: how either hand fared, in threes.
const RESULTS: usize = 9;

/// When each hand draws, as bounds on the bits of a mood; what the rules fix is never or always.
pub(crate) struct Bounds {
    /// The right hand, by the scores of right and banker (and, with two hands, left: then the last place is its own).
    right: [u32; 16],
    left: [[u32; 16]; 16],
    banker: Box<[[[u32; 16]; 16]; 16]>,
    /// The scores that are naturals, one bit each.
    naturals: u32,
}

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

/// A coup: its result, and how many cards it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Coup {
    result: u8,
    cards: u8,
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
        let [low, high] = packed(&packs.deal(words));
        for round in 0..left.min(ROUNDS) {
            let mood = Mood(minds.as_mut().map_or(0, Words::whole));
            let coup = coup::<TWO>(&kernel.bounds, [low[round], high[round]], mood);
            counts.results[usize::from(coup.result) % 16] += 1;
            counts.cards += u64::from(coup.cards);
        }
        left -= left.min(ROUNDS);
    }
    Some(())
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
        coup::<TWO>(&kernel.bounds, cards_at(shoe, *at), Mood(0))
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
        let coup = coup::<TWO>(&kernel.bounds, cards_at(&shoe, at), mood);
        at += usize::from(coup.cards);
        if at > shuffler.drawn() {
            return None;
        }
        counts.results[usize::from(coup.result) % 16] += 1;
        counts.cards += u64::from(coup.cards);
    }
    Some(())
}

#[inline(always)]
fn cards_at(shoe: &[u8; ROOM], at: usize) -> [u64; 2] {
    let word = |from: usize| u64::from_le_bytes(shoe[from..].first_chunk().copied().unwrap_or_default());
    [word(at % 480), word(at % 480 + 4)]
}

/// One hand against the banker where nobody decides at random: two look-ups a coup.
pub(crate) struct Lookup {
    /// By the two scores and the fifth card: where the last card is looked up, and in the lowest bit whether that is
    /// the sixth.
    first: Box<[u16; 4096]>,
    /// By that and the last card: how many cards were dealt, and the result above them.
    second: Box<[u8; 8192]>,
}

impl Lookup {
    /// Every coup there can be, played by the other way.
    fn new(bounds: &Bounds) -> Self {
        let mut lookup = Self { first: Box::new([0; 4096]), second: Box::new([0; 8192]) };
        let mut rows: Vec<[u8; 16]> = Vec::new();
        for place in 0..4096 {
            let [right, banker, fifth] = [place, place >> 4, place >> 8].map(|part| (part & 15) as u8);
            if right > 9 || banker > 9 || fifth > 9 {
                continue;
            }
            let end = |by_sixth: bool| {
                let mut row = [0; 16];
                for last in 0..10 {
                    let (five, six) = if by_sixth { (fifth, last) } else { (last, 0) };
                    let low = u64::from_le_bytes([right, banker, 0, 0, five, six, 0, 0]);
                    let played = coup::<false>(bounds, [low, 0], Mood(0));
                    row[usize::from(last)] = played.cards | played.result << 4;
                }
                row
            };
            // Where the hand draws the fifth card the sixth decides; else the fifth is the banker's or nobody's.
            let mood = below(0, bounds.right[usize::from(right)]);
            let natural = bounds.naturals >> right & 1 | bounds.naturals >> banker & 1;
            let by_sixth = mood & (natural ^ 1);
            let row = end(by_sixth == 1);
            let known = rows.iter().position(|known| *known == row);
            let number = known.unwrap_or_else(|| {
                rows.push(row);
                rows.len() - 1
            });
            lookup.first[place] = (number * 16) as u16 | by_sixth as u16;
        }
        for (number, row) in rows.iter().take(512).enumerate() {
            lookup.second[number * 16..(number + 1) * 16].copy_from_slice(row);
        }
        lookup
    }

    #[inline(always)]
    fn coup(&self, cards: u64) -> Coup {
        let byte = |place: u32| (cards >> (8 * place)) as u32 & 31;
        let (right, banker) = (digit(byte(0) + byte(2)), digit(byte(1) + byte(3)));
        let entry = u32::from(self.first[(right | banker << 4 | byte(4) << 8) as usize % 4096]);
        let last = (cards >> (32 + 8 * (entry & 1))) as u32 & 15;
        let end = self.second[(entry & !15 | last) as usize % 8192];
        Coup { result: end >> 4, cards: end & 15 }
    }
}

/// The last digit of a sum below twenty.
#[inline(always)]
const fn digit(sum: u32) -> u32 {
    let less = sum.wrapping_sub(10);
    if less < sum { less } else { sum }
}

/// One where it is less, by subtraction, so that nothing is guessed.
#[inline(always)]
const fn below(one: u32, other: u32) -> u32 {
    one.wrapping_sub(other) >> 31
}

/// The first where the mask is all ones, the second where it is nought.
#[inline(always)]
const fn choose(mask: u32, one: u32, other: u32) -> u32 {
    other ^ (mask & (one ^ other))
}

/// One coup without a branch, from its first eight cards and eight from the fifth on: yes and no are one and nought, and bounds are far below 2^31.
#[inline(always)]
fn coup<const TWO: bool>(bounds: &Bounds, [low, high]: [u64; 2], mood: Mood) -> Coup {
    let card = |place: u32| (low >> (8 * place)) as u32 & 15;
    // Third cards: the fifth to eighth of two hands, the seventh to ninth of three.
    let third = |place: u32| (if TWO { high >> (8 * (place - 4)) } else { low >> (8 * place) }) as u32 & 15;
    let hands = if TWO { 3 } else { 2 };
    let score = |hand: u32| digit(card(hand) + card(hand + hands));
    let (right, left, banker) = (score(0), if TWO { score(1) } else { 0 }, score(hands - 1));
    let natural = |score: u32| bounds.naturals >> score & 1;
    let (right_natural, left_natural) = (natural(right), if TWO { natural(left) } else { 1 });
    let goes_on = (natural(banker) | right_natural & left_natural) ^ 1;
    let mut next = 2 * hands;

    let right_third = third(next);
    let right_draws =
        below(mood.of_seat(PLAYER), bounds.right[right as usize % 16]) & goes_on & (right_natural ^ 1);
    let right_mask = right_draws.wrapping_neg();
    let right_shows =
        choose(right_mask, right_third, 10 + right_natural + (right_natural & u32::from(right == 9)))
            as usize
            % 16;
    next += right_draws;
    let (mut left_mask, mut left_third, mut left_shows) = (0, 0, 10);
    if TWO {
        left_third = third(next);
        let bound = bounds.left[left as usize % 16][right_shows];
        let left_draws = below(mood.of_seat(LEFT), bound) & goes_on & (left_natural ^ 1);
        left_mask = left_draws.wrapping_neg();
        left_shows = choose(left_mask, left_third, 10 + left_natural + (left_natural & u32::from(left == 9)))
            as usize
            % 16;
        next += left_draws;
    }
    let bound = bounds.banker[banker as usize % 16][right_shows][left_shows];
    let banker_draws = below(mood.of_seat(BANKER), bound) & goes_on;
    let banker_end = digit(banker + (third(next) & banker_draws.wrapping_neg()));
    next += banker_draws;

    let fares = |score: u32, third: u32, mask: u32, natural: u32| {
        let own = digit(score + (third & mask));
        let his = choose(natural.wrapping_neg(), banker, banker_end);
        (below(own, his) ^ 1) + below(his, own)
    };
    let right_fares = fares(right, right_third, right_mask, right_natural);
    let left_fares = if TWO { fares(left, left_third, left_mask, left_natural) } else { 0 };
    Coup { result: (right_fares + 3 * left_fares) as u8, cards: next as u8 }
}

impl Bounds {
    fn new(game: &Baccarat, policy: Option<&Thirds>) -> Option<Self> {
        let drawing = &game.drawing;
        let by_score = |score: usize, chosen: Option<Chance>| match drawing.opposing[score] {
            Third::Draws => Some(Chance::ALWAYS.parts()),
            Third::Stands => Some(Chance::NEVER.parts()),
            Third::Chooses => chosen.map(Chance::parts),
        };
        let mut bounds =
            Self { right: [0; 16], left: [[0; 16]; 16], banker: Box::new([[[0; 16]; 16]; 16]), naturals: 0 };
        let customary = Thirds::customary(game);
        for score in 0..10 {
            bounds.naturals |= u32::from(drawing.naturals.contains(u8::try_from(score).ok()?)) << score;
            bounds.right[score] = by_score(score, policy.map(|policy| policy.right[score]))?;
            for right in 0..Opposite::COUNT {
                bounds.left[score][right] = by_score(score, policy.map(|policy| policy.left[score][right]))?;
                for left in 0..Opposite::COUNT {
                    let thirds = if drawing.banker == Banker::Free { policy? } else { &customary };
                    bounds.banker[score][right][left] = thirds.banker[score][right][left].parts();
                }
            }
        }
        Some(bounds)
    }
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
