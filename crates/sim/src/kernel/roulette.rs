//! Roulette: every wager settled on every spin.
//!
//! A wager has a usual end, which is to lose, and other ends. For each other end a row marks the pockets that cause
//! it. Every spin adds its pocket's entry of every row. Processors that can look up sixty-four bytes at once do this
//! for sixty-four spins at a time. A wager that a zero can hold goes from life to life, spin by spin, in
//! [`HeldWager`].

use croupier_rules::contract::{Game, Positions};
use croupier_rules::games::roulette::{Life, Roulette};
use multiversion::multiversion;
use multiversion::target::match_target;

use super::PlayKernel;
use super::held::{HeldPlay, HeldWager};
use crate::machine::{GameMachine, GroupEffects, RollEffect, roll_machine};
use crate::play::SupplyKind;
use crate::random::{RandomStream, Rolls, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::profit;
use crate::totals::Totals;

/// The size of the tables in which pockets are looked up.
const POCKETS: usize = 64;
/// The number of rows settled together.
const ROWS: usize = 10;

/// The usual end of a wager, and the wager it is counted under.
struct Usual {
    wager: usize,
    profit: i64,
    /// Its profit for every pocket.
    ends: Vec<i64>,
}

/// An end of a wager other than its usual one.
struct Row {
    wager: usize,
    profit: i64,
}

/// Ten rows that are settled together. An entry is one if the pocket causes the end.
#[derive(Clone)]
pub(crate) struct RowBlock {
    /// The entries by row.
    bytes: [[u8; POCKETS]; ROWS],
    /// The entries by pocket, six bits per row.
    words: [u64; POCKETS],
}

pub(crate) struct RouletteKernel {
    pockets: u32,
    usual: Vec<Usual>,
    rows: Vec<Row>,
    slips: Vec<RowBlock>,
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
            Self { pockets, usual: Vec::new(), rows: Vec::new(), slips: Vec::new(), held: Vec::new() };
        let mut entries: Vec<[u8; POCKETS]> = Vec::new();
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
                Some(ends) => kernel.add_wager(wager, &ends, &mut entries),
                None => kernel.held.push(HeldWager::new(wager, stake.first, after)?),
            }
        }
        kernel.slips = entries.chunks(ROWS).map(RowBlock::new).collect();
        Some(kernel)
    }

    /// Adds a wager: its most frequent end is the usual one, and every other end gets a row.
    fn add_wager(&mut self, wager: usize, ends: &[i64], entries: &mut Vec<[u8; POCKETS]>) {
        let mut different: Vec<i64> = ends.to_vec();
        different.sort_unstable();
        different.dedup();
        let times = |end: &i64| ends.iter().filter(|other| *other == end).count();
        let usual = different.iter().copied().max_by_key(times).expect("a ball has ends");
        self.usual.push(Usual { wager, profit: usual, ends: ends.to_vec() });
        for profit in different.into_iter().filter(|end| *end != usual) {
            self.rows.push(Row { wager, profit });
            let mut entry = [0; POCKETS];
            entry.iter_mut().zip(ends).for_each(|(byte, end)| *byte = u8::from(*end == profit));
            entries.push(entry);
        }
    }

    fn found(&self, rounds: u64, counts: &[u64]) -> Totals {
        let mut found = Totals::nothing(self.usual.len() + self.held.len());
        found.fallen = rounds;
        for usual in &self.usual {
            let of_wager = self.rows.iter().zip(counts).filter(|(row, _)| row.wager == usual.wager);
            let tally = &mut found.tallies[usual.wager];
            let mut rest = rounds;
            for (row, count) in of_wager {
                tally.add_times(row.profit, *count);
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
        let mut counts = vec![[0_u64; ROWS]; self.slips.len()];
        let mut held: Vec<_> = self.held.iter().map(HeldWager::begin).collect();
        let mut more = 0;
        if let Some(mut rolls) =
            Rolls::new(RandomStream::new(seed, block, StreamPurpose::Chance), self.pockets)
        {
            let mut left = rounds;
            while left > 0 {
                let spins = rolls.some(left);
                left -= spins.len() as u64;
                for (slip, counts) in self.slips.iter().zip(&mut counts) {
                    settle(slip, spins, counts);
                }
                held.iter_mut().for_each(|held| held.play(spins));
            }
            // Stakes that are held are played on beyond the requested rounds.
            while held.iter().any(HeldPlay::stands) {
                let pocket = rolls.roll();
                more += 1;
                held.iter_mut().for_each(|held| held.play_on(pocket));
            }
        }
        let mut found = self.found(rounds, counts.as_flattened());
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

impl RowBlock {
    fn new(entries: &[[u8; POCKETS]]) -> Self {
        let mut slip = Self { bytes: [[0; POCKETS]; ROWS], words: [0; POCKETS] };
        for (row, entry) in entries.iter().enumerate() {
            slip.bytes[row] = *entry;
            for (word, byte) in slip.words.iter_mut().zip(entry) {
                *word |= u64::from(*byte) << (6 * row);
            }
        }
        slip
    }
}

/// Adds to each count the number of spins whose entry in that row is one.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi",
    "x86_64+avx2",
    "aarch64+neon"
))]
fn settle(slip: &RowBlock, spins: &[u8], counts: &mut [u64; ROWS]) {
    match_target! {
        "x86_64+avx512f+avx512bw+avx512vbmi" => {
            use std::arch::x86_64::{
                __m512i, _mm512_add_epi8, _mm512_add_epi64, _mm512_permutexvar_epi8, _mm512_reduce_add_epi64,
                _mm512_sad_epu8, _mm512_setzero_si512,
            };
            let tables: [__m512i; ROWS] = slip.bytes.map(bytemuck::cast);
            let (chunks, rest) = spins.as_chunks::<64>();
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
            settle_words(slip, rest, counts);
        }
        _ => settle_words(slip, spins, counts),
    }
}

/// Settles spins with the entries by pocket. The six bits of a row hold at most 63.
#[inline(always)]
fn settle_words(slip: &RowBlock, spins: &[u8], counts: &mut [u64; ROWS]) {
    for some in spins.chunks(63) {
        let sum: u64 = some.iter().map(|pocket| slip.words[usize::from(pocket % 64)]).sum();
        for (row, count) in counts.iter_mut().enumerate() {
            *count += sum >> (6 * row) & 63;
        }
    }
}
