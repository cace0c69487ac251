//! Baccarat of every kind: a coup without a branch, from a shoe or from fresh packs.

use std::cmp::Ordering;

use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, Banker, LEFT, Move, Opposing, PLAYER, Third};
use multiversion::multiversion;

use super::deck::{Fresh, Shuffler};
use crate::play::{From, Plain};
use crate::policy::{Chance, Mood, Opposite, Thirds};
use crate::random::{Plan, Purpose, ROOM, Stream, Words};
use crate::setup::{Decided, Found};
use crate::tally::profit;

/// Shoes that are played side by side.
const SHOES: usize = 8;
/// The results of a coup: how either hand fared, in threes.
const RESULTS: usize = 9;

/// When each hand draws, as bounds on the bits of a mood; what the rules fix is never or always.
pub(crate) struct Bounds {
    /// The right hand, by the scores of right and banker (and, with two hands, left: then the last place is its own).
    right: [u32; 10],
    left: [[u32; 16]; 16],
    banker: Box<[[[u32; 16]; 16]; 16]>,
    natural: [bool; 16],
}

pub(crate) struct BaccaratKernel {
    bounds: Bounds,
    hands: Opposing,
    plan: Plan,
    cut: Option<usize>,
    mixed: bool,
    /// What each result is to each wager.
    profits: Vec<[i64; RESULTS]>,
}

type CoupTable = Decided<Baccarat, Plain<Baccarat>, Option<Box<Thirds>>>;

impl BaccaratKernel {
    pub(crate) fn new(table: &CoupTable, fresh: bool) -> Option<Self> {
        let From::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if table.supply.chances != (0..10).collect::<Vec<_>>() {
            return None;
        }
        Some(Self {
            bounds: Bounds::new(&table.game, table.policy.as_deref())?,
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
            (Some(cut), Opposing::One) => shoes_one(self, cut, &mut words, &mut minds, rounds, &mut counts),
            (Some(cut), Opposing::Two) => shoes_two(self, cut, &mut words, &mut minds, rounds, &mut counts),
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
) {
    shoes::<false>(kernel, cut, words, minds, rounds, counts);
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shoes_two(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) {
    shoes::<true>(kernel, cut, words, minds, rounds, counts);
}

#[inline(always)]
fn fresh<const TWO: bool>(
    kernel: &BaccaratKernel,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) -> Option<()> {
    let mut packs = Fresh::new(&kernel.plan)?;
    for _ in 0..rounds {
        let mood = Mood(minds.as_mut().map_or(0, Words::whole));
        let coup = coup::<TWO>(&kernel.bounds, packs.deal(words), mood);
        counts.results[usize::from(coup.result) % 16] += 1;
        counts.cards += u64::from(coup.cards);
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
) {
    let mut shuffler = Shuffler::new(&kernel.plan);
    let mut shoes = Box::new([[0; ROOM]; SHOES]);
    let mut left = rounds;
    // Side by side while a shoe cannot have more coups than are left; those who decide at random are asked in order.
    let most = (SHOES * (cut / 4 + 1)) as u64;
    while minds.is_none() && left > most {
        let before = words.clone();
        shoes.iter_mut().for_each(|shoe| shuffler.shuffle(words, shoe));
        let Some(played) = side_by_side::<TWO>(&kernel.bounds, &shoes, cut, shuffler.drawn(), counts) else {
            *words = before;
            break;
        };
        left -= played;
    }
    one_by_one::<TWO>(kernel, cut, words, minds, left, counts);
}

/// Plays shoes side by side to their cutting cards; `None`, and nothing counted, where one needs more than is drawn.
#[inline(always)]
fn side_by_side<const TWO: bool>(
    bounds: &Bounds,
    shoes: &[[u8; ROOM]; SHOES],
    cut: usize,
    drawn: usize,
    counts: &mut Counts,
) -> Option<u64> {
    let mut at = [0_usize; SHOES];
    let mut sums = [[0_u32; 16]; SHOES];
    while at.iter().all(|at| *at < cut) {
        for shoe in 0..SHOES {
            let coup = coup::<TWO>(bounds, cards_at(&shoes[shoe], at[shoe]), Mood(0));
            at[shoe] += usize::from(coup.cards);
            sums[shoe][usize::from(coup.result) % 16] += 1;
        }
    }
    for shoe in 0..SHOES {
        while at[shoe] < cut {
            let coup = coup::<TWO>(bounds, cards_at(&shoes[shoe], at[shoe]), Mood(0));
            at[shoe] += usize::from(coup.cards);
            sums[shoe][usize::from(coup.result) % 16] += 1;
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

/// Plays shoe after shoe, drawing on where a coup needs more cards than were drawn at the shuffle.
fn one_by_one<const TWO: bool>(
    kernel: &BaccaratKernel,
    cut: usize,
    words: &mut Words,
    minds: &mut Option<Words>,
    rounds: u64,
    counts: &mut Counts,
) {
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
        counts.results[usize::from(coup.result) % 16] += 1;
        counts.cards += u64::from(coup.cards);
    }
}

#[inline(always)]
fn cards_at(shoe: &[u8; ROOM], at: usize) -> [u8; 12] {
    shoe[at % 480..].first_chunk().copied().unwrap_or_default()
}

/// One coup without a branch.
#[inline(always)]
fn coup<const TWO: bool>(bounds: &Bounds, cards: [u8; 12], mood: Mood) -> Coup {
    let digit = |sum: u8| if sum > 9 { sum - 10 } else { sum };
    let hands = if TWO { 3 } else { 2 };
    let score = |hand: usize| digit(cards[hand] + cards[hand + hands]);
    let (right, left, banker) = (score(0), if TWO { score(1) } else { 0 }, score(hands - 1));
    let natural = |score: u8| bounds.natural[usize::from(score) % 16];
    let over = natural(banker) || natural(right) && (!TWO || natural(left));
    let plays = |score: u8| !over & !natural(score);
    let bits = |seat: u8| mood.of_seat(seat);
    let mut next = 2 * hands;
    let third = |next: usize| cards[next % 12];

    let right_draws = plays(right) & (bits(PLAYER) < bounds.right[usize::from(right) % 10]);
    let right_third = third(next);
    let right_shows = shows(right_draws, right_third, natural(right));
    next += usize::from(right_draws);
    let (mut left_draws, mut left_third, mut left_shows) = (false, 0, 10);
    if TWO {
        left_draws = plays(left) & (bits(LEFT) < bounds.left[usize::from(left) % 16][right_shows]);
        left_third = third(next);
        left_shows = shows(left_draws, left_third, natural(left));
        next += usize::from(left_draws);
    }
    let bound = bounds.banker[usize::from(banker) % 16][right_shows][left_shows];
    let banker_draws = !over & (bits(BANKER) < bound);
    let banker_end = if banker_draws { digit(banker + third(next)) } else { banker };
    next += usize::from(banker_draws);

    let fares = |score: u8, draws: bool, third: u8| {
        let (own, his) = if natural(score) { (score, banker) } else { (if draws { digit(score + third) } else { score }, banker_end) };
        u8::from(own >= his) + u8::from(own > his)
    };
    let right_fares = fares(right, right_draws, right_third);
    let left_fares = if TWO { fares(left, left_draws, left_third) } else { 0 };
    Coup { result: right_fares + 3 * left_fares, cards: next as u8 }
}

/// What a hand shows of its third card, as [`Opposite::index`] has it.
#[inline(always)]
fn shows(draws: bool, third: u8, natural: bool) -> usize {
    let stood = if natural { 11 } else { 10 };
    usize::from(if draws { third } else { stood }) % 16
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
            Self { right: [0; 10], left: [[0; 16]; 16], banker: Box::new([[[0; 16]; 16]; 16]), natural: [false; 16] };
        let customary = Thirds::customary(game);
        for score in 0..10 {
            bounds.natural[score] = drawing.naturals.contains(u8::try_from(score).ok()?);
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
    for _ in 0..100_000 {
        let mut deal = table.game.open(Positions::NONE);
        loop {
            match table.game.turn(&deal) {
                Turn::Seat(seat) => {
                    let mv = if words.half() % 2 == 0 { Move::Draw } else { Move::Stand };
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
