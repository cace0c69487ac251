//! Roulette: every wager settled on every spin.
//!
//! A wager has a usual end, which is to lose, and other ends. For each other end a row has the pockets that cause it.
//! How often each pocket came says how often each end did. Where there are few rows, processors that can look up
//! sixty-four bytes at once add the entries of every row for sixty-four spins at a time instead, which is faster. A
//! wager that a zero can hold goes from life to life, spin by spin, in [`HeldWager`].

use std::ops::Range;

use croupier_rules::contract::{Game, Positions};
use croupier_rules::games::roulette::{Life, Roulette};
use multiversion::multiversion;
use multiversion::target::match_target;

use super::PlayKernel;
use super::counts::{ROLLS, RollCounts};
use super::held::{HeldPlay, HeldWager};
use crate::machine::{GameMachine, GroupEffects, RollEffect, roll_machine};
use crate::play::SupplyKind;
use crate::random::{RandomStream, Rolls, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::profit;
use crate::totals::Totals;

/// The size of the tables in which pockets are looked up.
const POCKETS: usize = ROLLS;
/// The number of rows settled together.
const ROWS: usize = 10;
/// The largest number of such blocks of rows with which looking up is faster than counting.
const BLOCKS_MAX: usize = 2;

/// The usual end of a wager, and the wager it is counted under.
struct Usual {
    wager: usize,
    profit: i64,
    /// Its profit for every pocket.
    ends: Vec<i64>,
    /// Its other ends.
    rows: Range<usize>,
}

/// An end of a wager other than its usual one, and the pockets that cause it.
struct Row {
    profit: i64,
    pockets: Vec<u8>,
}

/// Ten rows that are settled together. An entry is one if the pocket causes the end.
type RowBlock = [[u8; POCKETS]; ROWS];

pub(crate) struct RouletteKernel {
    pockets: u32,
    usual: Vec<Usual>,
    rows: Vec<Row>,
    /// The rows in blocks; none if there are too many.
    blocks: Vec<RowBlock>,
    held: Vec<HeldWager>,
}

impl RouletteKernel {
    /// Asks the rules about every pocket; `None` if there are more pockets than a table holds.
    pub(crate) fn new(table: &PlainTable<Roulette>) -> Option<Self> {
        let SupplyKind::Rolls(pockets) = table.supply.from else { return None };
        if pockets as usize > POCKETS {
            return None;
        }
        let mut kernel =
            Self { pockets, usual: Vec::new(), rows: Vec::new(), blocks: Vec::new(), held: Vec::new() };
        for stake in &table.stakes.stakes {
            let (wager, parts) = stake.counted?;
            let after = |life: Life| {
                let ends = table.supply.chances.iter().map(|pocket| {
                    let mut deal = table.game.open(Positions::NONE);
                    table.game.fall_unchecked(&mut deal, *pocket);
                    let mut life = life;
                    let settled = table.game.advance(stake.wager, &mut life, &deal);
                    settled.map(|settled| profit(settled.payout, 1, parts)).ok_or(life)
                });
                ends.collect::<Vec<_>>()
            };
            let first = after(stake.first);
            match first.iter().map(|end| end.ok()).collect::<Option<Vec<i64>>>() {
                Some(ends) => kernel.add_wager(wager, &ends),
                None => kernel.held.push(HeldWager::new(wager, stake.first, after)?),
            }
        }
        if kernel.rows.len() <= BLOCKS_MAX * ROWS {
            kernel.blocks = kernel.rows.chunks(ROWS).map(block).collect();
        }
        Some(kernel)
    }

    /// Adds a wager: its most frequent end is the usual one, and every other end gets a row.
    fn add_wager(&mut self, wager: usize, ends: &[i64]) {
        let mut different: Vec<i64> = ends.to_vec();
        different.sort_unstable();
        different.dedup();
        let times = |end: &i64| ends.iter().filter(|other| *other == end).count();
        let usual = different.iter().copied().max_by_key(times).expect("a ball has ends");
        let from = self.rows.len();
        for profit in different.into_iter().filter(|end| *end != usual) {
            let causes = (0..).zip(ends).filter(|(_, end)| **end == profit);
            self.rows.push(Row { profit, pockets: causes.map(|(pocket, _)| pocket).collect() });
        }
        self.usual.push(Usual { wager, profit: usual, ends: ends.to_vec(), rows: from..self.rows.len() });
    }

    /// The totals, from what was looked up row by row and what was counted.
    fn found(&self, rounds: u64, by_row: &[u64], times: &[u64; POCKETS]) -> Totals {
        let mut found = Totals::nothing(self.usual.len() + self.held.len());
        found.fallen = rounds;
        for usual in &self.usual {
            let tally = &mut found.tallies[usual.wager];
            let mut rest = rounds;
            for (place, row) in usual.rows.clone().zip(&self.rows[usual.rows.clone()]) {
                let counted: u64 = row.pockets.iter().map(|pocket| times[usize::from(*pocket)]).sum();
                let count = counted + by_row.get(place).copied().unwrap_or(0);
                tally.add_times(row.profit, count);
                rest -= count;
            }
            tally.add_times(usual.profit, rest);
            tally.stake(rounds);
        }
        found
    }
}

impl PlayKernel for RouletteKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut by_row = vec![[0_u64; ROWS]; self.blocks.len()];
        let mut counts = RollCounts::new();
        let mut held: Vec<_> = self.held.iter().map(HeldWager::begin).collect();
        let mut more = 0;
        if let Some(mut rolls) =
            Rolls::new(RandomStream::new(seed, block, StreamPurpose::Chance), self.pockets)
        {
            let mut left = rounds;
            while left > 0 {
                let spins = rolls.some(left);
                left -= spins.len() as u64;
                let looked_up = look_up(&self.blocks, spins, &mut by_row);
                counts.add(&spins[looked_up..]);
                held.iter_mut().for_each(|held| held.play(spins));
            }
            // Stakes that are held are played on beyond the requested rounds.
            while held.iter().any(HeldPlay::stands) {
                let pocket = rolls.roll();
                more += 1;
                held.iter_mut().for_each(|held| held.play_on(pocket));
            }
        }
        let mut found = self.found(rounds, by_row.as_flattened(), &counts.times());
        found.fallen += more;
        held.iter().for_each(|held| held.count(&mut found));
        Some(found)
    }

    fn machine(&self) -> Option<GameMachine> {
        let fixed = self.usual.iter().map(|usual| -> GroupEffects {
            vec![usual.ends.iter().map(|profit| RollEffect::Ends(vec![(usual.wager, *profit)])).collect()]
        });
        let held = self.held.iter().map(|held| held.effects(self.pockets as usize));
        let groups = fixed.chain(held).collect();
        roll_machine(self.pockets, groups, self.usual.len() + self.held.len()).map(GameMachine::Rolls)
    }
}

/// The entries of some rows.
fn block(rows: &[Row]) -> RowBlock {
    let mut block = [[0; POCKETS]; ROWS];
    for (entries, row) in block.iter_mut().zip(rows) {
        row.pockets.iter().for_each(|pocket| entries[usize::from(*pocket)] = 1);
    }
    block
}

/// Adds to the count of each row the number of the first spins whose entry is one. Returns how many spins were looked
/// up: none where the processor cannot look up sixty-four at once, or there are no blocks.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi"))]
fn look_up(blocks: &[RowBlock], spins: &[u8], by_row: &mut [[u64; ROWS]]) -> usize {
    match_target! {
        "x86_64+avx512f+avx512bw+avx512vbmi" => {
            use std::arch::x86_64::{
                __m512i, _mm512_add_epi8, _mm512_add_epi64, _mm512_permutexvar_epi8, _mm512_reduce_add_epi64,
                _mm512_sad_epu8, _mm512_setzero_si512,
            };
            let chunks = spins.as_chunks::<64>().0;
            for (block, counts) in blocks.iter().zip(by_row) {
                let tables: [__m512i; ROWS] = block.map(bytemuck::cast);
                let mut sums = [_mm512_setzero_si512(); ROWS];
                // A byte holds at most 255.
                for some in chunks.chunks(255) {
                    let mut bytes = [_mm512_setzero_si512(); ROWS];
                    for chunk in some {
                        let pockets: __m512i = bytemuck::cast(*chunk);
                        for row in 0..ROWS {
                            bytes[row] = _mm512_add_epi8(bytes[row], _mm512_permutexvar_epi8(pockets, tables[row]));
                        }
                    }
                    for row in 0..ROWS {
                        sums[row] = _mm512_add_epi64(sums[row], _mm512_sad_epu8(bytes[row], _mm512_setzero_si512()));
                    }
                }
                for row in 0..ROWS {
                    counts[row] += _mm512_reduce_add_epi64(sums[row]).unsigned_abs();
                }
            }
            if blocks.is_empty() { 0 } else { 64 * chunks.len() }
        }
        _ => {
            let _ = (blocks, spins, by_row);
            0
        }
    }
}
