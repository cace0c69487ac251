//! Shoes played side by side: a few lanes at a time, each with a shoe until its cutting card comes out.

use super::machine::{ENDS, Machine, Transition};
use super::split::{PROFIT_MAX, SplitResult};
use super::state::{BoxTable, by_rules};
use crate::play::Source;
use crate::random::ROOM;
use crate::tally::Tally;
use crate::totals::Totals;

/// The largest number of shoes shuffled at a time.
pub(super) const SHOES: usize = 64;
/// Enough lanes to use a core fully while each waits for the effect of its last card, and few enough for its
/// registers.
const LANES: usize = 4;
/// The number of possible profits of split rounds, each counted separately.
const PROFITS: usize = 2 * PROFIT_MAX as usize + 1;

/// The position of a lane.
#[derive(Clone, Copy)]
struct Lane {
    /// The index of its shoe's first card among all cards.
    shoe: usize,
    /// The index of the next card among all cards.
    at: usize,
    last: Transition,
}

/// Several shoes and their results.
pub(super) struct ShoeBatch<'k> {
    machine: &'k Machine,
    /// The number of cards of a shoe before its cutting card.
    cut: usize,
    table: &'k BoxTable,
    cards: &'k [u8],
    drawn: usize,
    counts: EndCounts<LANES>,
    /// The results of rounds played through the rules, and the number of all cards dealt.
    found: Totals,
    rounds_by_rules: u64,
}

/// How often each end of a round occurred, in each lane.
pub(super) struct EndCounts<const LANES: usize> {
    pub(super) times: [[u32; ENDS]; LANES],
    /// The number of split rounds by profit; `staked` is the sum staked on them.
    splits: [u32; PROFITS],
    staked: u64,
}

impl<const LANES: usize> EndCounts<LANES> {
    pub(super) const NONE: Self = Self { times: [[0; ENDS]; LANES], splits: [0; PROFITS], staked: 0 };

    pub(super) fn note_split(&mut self, round: &SplitResult) {
        // No profit exceeds its bounds: splits that could are played by the rules.
        self.splits[(round.profit + PROFIT_MAX).unsigned_abs() as usize % PROFITS] += 1;
        self.staked += round.staked;
    }

    fn rounds(&self) -> u64 {
        let ends = self.times.iter().flat_map(|times| &times[1..]).chain(&self.splits);
        ends.map(|times| u64::from(*times)).sum()
    }

    /// Adds the results of all rounds to the tallies.
    pub(super) fn add_to(&self, machine: &Machine, table: &BoxTable, tallies: &mut [Tally]) {
        let times =
            std::array::from_fn(|end| self.times.iter().map(|times| u64::from(times[end])).sum::<u64>());
        machine.note(&times, tallies);
        if let Some(wager) = table.stakes.counted() {
            for (profit, times) in (-PROFIT_MAX..).zip(&self.splits).filter(|(_, times)| **times > 0) {
                tallies[wager].add_times(profit, u64::from(*times));
            }
            tallies[wager].stake(self.staked);
        }
    }
}

impl<'k> ShoeBatch<'k> {
    /// A batch of shoes, each with `drawn` cards drawn.
    pub(super) fn new(
        machine: &'k Machine,
        cut: usize,
        table: &'k BoxTable,
        cards: &'k [u8],
        drawn: usize,
    ) -> Self {
        Self {
            machine,
            cut,
            table,
            cards,
            drawn,
            counts: EndCounts::NONE,
            found: Totals::nothing(table.stakes.wagers()),
            rounds_by_rules: 0,
        }
    }

    /// Plays shoes to their cutting cards, or a single shoe for `rounds` rounds, and returns the number of rounds.
    /// `None` if a round needs more cards than are drawn.
    pub(super) fn play(&mut self, shoes: usize, rounds: u64) -> Option<u64> {
        if shoes < LANES {
            for shoe in 0..shoes {
                let mut lane = self.lane(shoe);
                self.finish(0, &mut lane, if shoes == 1 { rounds } else { u64::MAX })?;
            }
        } else {
            self.side_by_side(shoes)?;
        }
        Some(self.rounds_by_rules + self.counts.rounds())
    }

    /// A lane at the beginning of a shoe.
    fn lane(&self, shoe: usize) -> Lane {
        Lane { shoe: shoe * ROOM, at: shoe * ROOM, last: self.machine.start() }
    }

    fn side_by_side(&mut self, shoes: usize) -> Option<()> {
        let mut lanes: [Lane; LANES] = std::array::from_fn(|lane| self.lane(lane));
        let (mut next, mut busy) = (LANES, LANES);
        // The last card before the cutting card is never taken here, so that no end has to check the cut.
        let cut = self.cut;
        let before_cut = |lane: &Lane| match lane.last {
            Machine::PARKED => usize::MAX,
            _ => (lane.shoe + cut).saturating_sub(lane.at + 1),
        };
        while busy > 0 {
            let most = lanes.iter().map(before_cut).min().unwrap_or(0);
            advance(self.machine, self.cards, &mut lanes, most, &mut self.counts.times);
            for place in 0..LANES {
                let lane = &mut lanes[place];
                if lane.last == Machine::PARKED {
                    lane.at = 0;
                    continue;
                }
                if lane.last.is_split() {
                    self.split(lane)?;
                }
                if lane.at + 1 >= lane.shoe + self.cut {
                    self.finish(place, lane, u64::MAX)?;
                    if next < shoes {
                        *lane = self.lane(next);
                        next += 1;
                    } else {
                        *lane = Lane { shoe: 0, at: 0, last: Machine::PARKED };
                        busy -= 1;
                    }
                }
            }
        }
        Some(())
    }

    /// Plays a shoe card by card until its cutting card, or for `rounds` rounds.
    fn finish(&mut self, place: usize, lane: &mut Lane, rounds: u64) -> Option<()> {
        let (cut, drawn) = (lane.shoe + self.cut, lane.shoe + self.drawn);
        let mut left = rounds;
        let mut between = lane.last.end() != 0 || lane.last == self.machine.start();
        while !between || (lane.at < cut && left > 0) {
            if lane.at >= drawn {
                return None;
            }
            lane.last = self.machine.step(lane.last, self.cards[lane.at]);
            lane.at += 1;
            between = lane.last.end() != 0 || lane.last.is_split();
            if lane.last.is_split() {
                self.split(lane)?;
            } else {
                self.counts.times[place][lane.last.end()] += 1;
            }
            left -= u64::from(between);
        }
        self.found.fallen += (lane.at - lane.shoe) as u64;
        Some(())
    }

    /// Plays the rest of a round from a split, and moves the lane to the beginning of the next round.
    #[cold]
    fn split(&mut self, lane: &mut Lane) -> Option<()> {
        let splits = &self.machine.splits;
        let (situation, end) = (lane.last.next(), lane.shoe + self.drawn);
        lane.last = self.machine.start();
        let mut cards = self.cards.get(lane.at..end)?.iter();
        if let Some(round) = splits.play(situation, || cards.next().copied()) {
            self.counts.note_split(&round);
            lane.at = end - cards.len();
            return Some(());
        }
        let from = lane.at - splits.depth(situation);
        let mut source = Source::Laid(self.cards.get(from..end)?.iter());
        let fallen = by_rules(self.table, &mut source, 1, &mut self.found.tallies)?;
        self.rounds_by_rules += 1;
        lane.at = from + usize::try_from(fallen).ok()?;
        Some(())
    }

    /// The results of all rounds.
    pub(super) fn found(mut self) -> Totals {
        self.counts.add_to(self.machine, self.table, &mut self.found.tallies);
        self.found
    }
}

/// Takes cards in all lanes until a hand is split or `most` cards are taken.
fn advance(
    machine: &Machine,
    cards: &[u8],
    lanes: &mut [Lane; LANES],
    most: usize,
    times: &mut [[u32; ENDS]; LANES],
) {
    let most = if most > cards.len() { 0 } else { most };
    let rows: [&[u8]; LANES] = std::array::from_fn(|lane| {
        cards.get(lanes[lane].at..).and_then(|row| row.get(..most)).unwrap_or(&[])
    });
    if rows.iter().any(|row| row.len() != most) {
        return;
    }
    let mut last = lanes.map(|lane| lane.last);
    let mut taken = 0;
    while taken < most {
        let mut marks = 0;
        for lane in 0..LANES {
            let step = machine.step(last[lane], rows[lane][taken]);
            times[lane][step.end()] += 1;
            marks |= step.0;
            last[lane] = step;
        }
        taken += 1;
        if marks & Transition::SPLIT != 0 {
            break;
        }
    }
    for (lane, last) in lanes.iter_mut().zip(last) {
        lane.at += taken;
        lane.last = last;
    }
}
