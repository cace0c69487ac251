//! Games of cards: a state takes one card a step.

use super::build::EndList;
use super::word::{LotRow, StepKind, StepWord};
use crate::error::ShoeSpent;
use crate::random::CardPlaces;
use crate::random::StreamPurpose;
use crate::random::counter::{CounterShoe, DrawRule, TABLES, TableStream, rounds_at};
use crate::totals::Totals;

/// The ways that a hand of a split box can end.
pub const CLASSES: usize = 64;
/// The class of a hand over 21, and the bit of one that was doubled.
const BUST: usize = 22;
/// See [`BUST`].
const DOUBLED: usize = 32;
/// The ways that the dealer can end.
pub const FINALS: usize = 8;
/// The most hands of a box.
pub const HANDS_MAX: usize = 8;
/// The largest profit or loss of a split round.
pub const PROFIT_MAX: i64 = 127;
/// The cells in which split rounds are counted by their profit.
const PROFITS: usize = 2 * PROFIT_MAX as usize + 1;

/// The profit of each class of hand at each end of the dealer, for the first hand and for those created by splitting.
pub type SplitWorths = [[[i16; FINALS]; CLASSES]; 2];

/// A pair that is split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitSituation {
    /// By the number of hands, the row in which a hand of one card begins.
    pub starts: [u32; HANDS_MAX + 1],
    /// What follows the last hand if all hands are over 21, and if any is not.
    pub dealer: [StepWord; 2],
    /// The number of the table of worths.
    pub worths: u32,
    /// The end of what was settled before the split.
    pub before: u32,
    /// By the dealer's end, the end of an insurance bet.
    pub insured: [u32; FINALS],
}

/// A game of cards as a machine.
#[derive(Clone, Debug)]
pub struct CardMachine {
    /// The cards of the shoe.
    pub places: CardPlaces,
    /// The number of kinds of cards, which is the length of a row.
    pub kinds: usize,
    /// A shoe is shuffled before a round if so many cards are out.
    pub cut: usize,
    /// The row in which a round begins.
    pub start: u32,
    /// What each card does, row by row.
    pub steps: Vec<u32>,
    /// Pairs that are split.
    pub situations: Vec<SplitSituation>,
    /// The tables of worths of split hands.
    pub worths: Vec<SplitWorths>,
    /// Decisions drawn by lot.
    pub lots: Vec<LotRow>,
    /// The wager under which split rounds are counted.
    pub(crate) on_splits: Option<usize>,
    pub(crate) ends: EndList,
    pub(crate) wagers: usize,
}

/// A table at play: what of a round is not in its row.
struct AtTable<'m> {
    machine: &'m CardMachine,
    counts: &'m mut [u64],
    lots: TableStream,
    round: u32,
    situation: usize,
    hands: usize,
    done: usize,
    classes: [u8; HANDS_MAX],
    standing: bool,
}

impl CardMachine {
    /// The number of ends; the first means nothing.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// Whether pairs are split.
    pub fn has_splits(&self) -> bool {
        !self.situations.is_empty()
    }

    /// The cells of split rounds by profit.
    pub fn profits(&self) -> usize {
        if self.has_splits() { PROFITS } else { 0 }
    }

    /// How cards are drawn.
    pub fn rule(&self) -> DrawRule {
        DrawRule::cards(self.places.list().len()).expect("a shoe has few cards")
    }

    /// The cells: the ends, the profits of split rounds, what was staked on those, and the cards that fell.
    pub(super) fn cells(&self) -> usize {
        self.ends() + self.profits() + 2
    }

    pub(super) fn totals(&self, counts: &[u64]) -> Totals {
        let mut found = Totals::nothing(self.wagers);
        self.ends.note(counts, &mut found.tallies);
        let (profits, rest) = counts[self.ends()..].split_at(self.profits());
        if let Some(wager) = self.on_splits {
            for (profit, times) in (-PROFIT_MAX..).zip(profits) {
                found.tallies[wager].add_times(profit, *times);
            }
            found.tallies[wager].stake(rest[0]);
        }
        found.fallen = rest[1];
        found
    }

    pub(super) fn play(&self, seed: u64, block: u64, rounds: u64) -> Result<Vec<u64>, ShoeSpent> {
        let mut counts = vec![0; self.cells()];
        for table in 0..TABLES {
            let stream = |purpose| TableStream::new(seed, block, table, purpose);
            let mut shoe = CounterShoe::new(&self.places, stream(StreamPurpose::Chance)).ok_or(ShoeSpent)?;
            let mut at = AtTable {
                machine: self,
                counts: &mut counts,
                lots: stream(StreamPurpose::Decisions),
                round: 0,
                situation: 0,
                hands: 0,
                done: 0,
                classes: [0; HANDS_MAX],
                standing: false,
            };
            at.play(&mut shoe, rounds_at(table, rounds))?;
        }
        Ok(counts)
    }
}

impl AtTable<'_> {
    /// Plays rounds, and more until no stake stands.
    fn play(&mut self, shoe: &mut CounterShoe<'_>, rounds: u64) -> Result<(), ShoeSpent> {
        let (mut left, mut stands) = (rounds, false);
        while left > 0 || stands {
            if shoe.out() >= self.machine.cut {
                shoe.shuffle();
            }
            left -= u64::from(left > 0);
            stands = self.round(shoe)?;
            self.round += 1;
        }
        Ok(())
    }

    /// Plays a round; returns whether a stake stands.
    #[inline]
    fn round(&mut self, shoe: &mut CounterShoe<'_>) -> Result<bool, ShoeSpent> {
        let fallen = self.counts.len() - 1;
        let mut row = self.machine.start as usize;
        loop {
            let card = shoe.card().ok_or(ShoeSpent)?;
            self.counts[fallen] += 1;
            let mut step = StepWord(self.machine.steps[row * self.machine.kinds + usize::from(card)]);
            while step.kind() != StepKind::Plain {
                step = self.special(step);
            }
            if step.is_over() {
                self.counts[step.end()] += 1;
                return Ok(step.stands());
            }
            row = step.next();
        }
    }

    fn special(&mut self, step: StepWord) -> StepWord {
        if step.kind() == StepKind::Lot {
            return self.lot(&self.machine.lots[step.next()]);
        }
        if step.kind() == StepKind::Split {
            self.situation = step.next();
            (self.hands, self.done, self.standing) = (1, 0, false);
            self.counts[self.of_pair().before as usize] += 1;
        }
        if step.kind() == StepKind::Done {
            if self.done == self.hands {
                return self.settle(step.next());
            }
            self.classes[self.done] = step.next() as u8;
            self.standing |= step.next() % DOUBLED != BUST;
            self.done += 1;
            if self.done == self.hands {
                return self.of_pair().dealer[usize::from(self.standing)];
            }
        } else {
            self.hands += 1;
        }
        StepWord::on(self.of_pair().starts[self.hands])
    }

    fn of_pair(&self) -> &SplitSituation {
        &self.machine.situations[self.situation]
    }

    /// Settles the hands of a split box against the end of the dealer.
    fn settle(&mut self, dealer: usize) -> StepWord {
        let (pair, ends) = (self.of_pair(), self.machine.ends());
        let worths = &self.machine.worths[pair.worths as usize];
        let (mut profit, mut staked) = (PROFIT_MAX, 0);
        for (place, class) in self.classes[..self.hands].iter().enumerate() {
            let class = usize::from(*class);
            profit += i64::from(worths[usize::from(place > 0)][class][dealer]);
            staked += 1 + (class / DOUBLED) as u64;
        }
        let insured = pair.insured[dealer] as usize;
        self.counts[insured] += 1;
        self.counts[ends + profit.unsigned_abs() as usize] += 1;
        self.counts[ends + PROFITS] += staked;
        StepWord::over(0, self.machine.start)
    }

    /// Decides by the bits of a seat.
    fn lot(&self, lot: &LotRow) -> StepWord {
        let [low, high, ..] = self.lots.call(self.round);
        let bits = u64::from(low) | u64::from(high) << 32;
        let bits = crate::policy::DecisionBits(bits).of_seat(lot.seat as u8);
        if bits < lot.bound { lot.below } else { lot.above }
    }
}
