//! What machines are built with: rows of which equal ones are one, and numbered ends.

use std::collections::HashMap;

use super::word::StepWord;
use crate::tally::Tally;

/// What an end means: wager, profit and amount staked, for every settled stake.
pub(crate) type End = Vec<(usize, i64, u64)>;

/// The rows of a machine.
pub(crate) struct RowList {
    pub(crate) steps: Vec<u32>,
    known: HashMap<Vec<StepWord>, u32>,
}

/// The number of rows that a word can tell apart.
const ROWS_MAX: usize = 1 << 16;

impl RowList {
    /// No rows yet.
    pub(crate) fn new() -> Self {
        Self { steps: Vec::new(), known: HashMap::new() }
    }

    /// The number of this row, which is added if there is no equal one; `None` if there are too many.
    pub(crate) fn number(&mut self, row: Vec<StepWord>) -> Option<u32> {
        if let Some(known) = self.known.get(&row) {
            return Some(*known);
        }
        let number = u32::try_from(self.known.len()).ok().filter(|_| self.known.len() < ROWS_MAX)?;
        self.steps.extend(row.iter().map(|word| word.0));
        self.known.insert(row, number);
        Some(number)
    }
}

/// The ends of rounds; the first means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EndList(Vec<End>);

/// The number of ends that a word can tell apart.
const ENDS_MAX: usize = 256;

impl EndList {
    pub(crate) fn new() -> Self {
        Self(vec![Vec::new()])
    }

    /// Ends with the numbers that they have in this list, of which the first means nothing.
    pub(crate) fn of(ends: Vec<End>) -> Self {
        Self(ends)
    }

    /// The number of an end; an end without any stake is the first.
    pub(crate) fn number(&mut self, end: End) -> Option<u32> {
        let known = self.0.iter().position(|known| *known == end).unwrap_or(self.0.len());
        if known == self.0.len() {
            self.0.push(end);
        }
        u32::try_from(known).ok().filter(|_| known < ENDS_MAX)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds what the ends mean that occurred so often.
    pub(crate) fn note(&self, times: &[u64], tallies: &mut [Tally]) {
        for (end, times) in self.0.iter().zip(times) {
            for (wager, profit, staked) in end {
                tallies[*wager].add_times(*profit, *times);
                tallies[*wager].stake(*staked * times);
            }
        }
    }
}
