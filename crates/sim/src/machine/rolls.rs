//! Wheels and dice: a state takes one roll a step.
//!
//! Stakes whose states matter move together through the rows of one machine. Other stakes are settled from the number of
//! times that each roll came. After the last round, stakes that stand are played on group by group, because some are settled
//! before others.

use super::build::EndList;
use super::word::StepWord;
use crate::random::StreamPurpose;
use crate::random::counter::{CounterRolls, DrawRule, TABLES, TableStream, rounds_at};
use crate::totals::Totals;

/// Stakes that are settled together, by themselves: what each roll does in each of their states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollGroup {
    /// Row by row; that the round is over means that the stakes are settled.
    pub steps: Vec<u32>,
}

/// A wheel or dice as a machine.
#[derive(Clone, Debug)]
pub struct RollMachine {
    /// The number of rolls, which is the length of a row.
    pub chances: u32,
    /// What each roll does, row by row; empty if no stake has states. The first row is that of new stakes.
    pub steps: Vec<u32>,
    /// The groups of stakes.
    pub groups: Vec<RollGroup>,
    /// By row and group, the row of the group.
    pub group_rows: Vec<u32>,
    /// What each roll settles whatever came before.
    pub(crate) by_roll: EndList,
    /// The ends of the rows.
    pub(crate) ends: EndList,
    /// The ends of the groups.
    pub(crate) group_ends: EndList,
    pub(crate) wagers: usize,
}

impl RollMachine {
    /// The most groups: one bit says of each whether it stands.
    pub const GROUPS_MAX: usize = 64;

    /// The number of ends of the rows; the first means nothing.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// The number of ends of the groups; the first means nothing.
    pub fn group_ends(&self) -> usize {
        self.group_ends.len()
    }

    /// How rolls are drawn.
    pub fn rule(&self) -> DrawRule {
        DrawRule::rolls(self.chances).expect("a wheel has few pockets")
    }

    /// The cells: the rolls, the ends of the rows, the ends of the groups, and the rolls beyond the last round.
    pub(super) fn cells(&self) -> usize {
        self.chances as usize + self.ends() + self.group_ends() + 1
    }

    pub(super) fn totals(&self, counts: &[u64]) -> Totals {
        let mut found = Totals::nothing(self.wagers);
        let (rolls, rest) = counts.split_at(self.chances as usize);
        let (ends, rest) = rest.split_at(self.ends());
        self.by_roll.note(rolls, &mut found.tallies);
        self.ends.note(ends, &mut found.tallies);
        self.group_ends.note(&rest[..self.group_ends()], &mut found.tallies);
        found.fallen = rolls.iter().sum::<u64>() + rest[self.group_ends()];
        found
    }

    pub(super) fn play(&self, seed: u64, block: u64, rounds: u64) -> Vec<u64> {
        let mut counts = vec![0; self.cells()];
        for table in 0..TABLES {
            let stream = TableStream::new(seed, block, table, StreamPurpose::Chance);
            if let Some(rolls) = CounterRolls::new(self.chances, stream) {
                self.play_table(rolls, rounds_at(table, rounds), &mut counts);
            }
        }
        counts
    }

    fn play_table(&self, mut rolls: CounterRolls, rounds: u64, counts: &mut [u64]) {
        let (chances, ends) = (self.chances as usize, self.chances as usize);
        let (mut row, mut before, mut last) = (0, 0, 0);
        for _ in 0..rounds {
            last = usize::from(rolls.roll());
            counts[last] += 1;
            if !self.steps.is_empty() {
                let step = StepWord(self.steps[row * chances + last]);
                counts[ends + step.end()] += 1;
                (before, row) = (row, step.next());
            }
        }
        if rounds > 0 {
            self.play_on(&mut rolls, before, last, counts);
        }
    }

    /// Plays the stakes on that stand after the last round, whose roll fell in the row `before`.
    fn play_on(&self, rolls: &mut CounterRolls, before: usize, last: usize, counts: &mut [u64]) {
        let (chances, count) = (self.chances as usize, self.groups.len());
        let group_ends = chances + self.ends();
        let step =
            |group: usize, row: usize, roll: usize| StepWord(self.groups[group].steps[row * chances + roll]);
        let mut standing: Vec<(usize, usize)> = (0..count)
            .map(|group| (group, step(group, self.group_rows[before * count + group] as usize, last)))
            .filter(|(_, step)| !step.is_over())
            .map(|(group, step)| (group, step.next()))
            .collect();
        while !standing.is_empty() {
            let roll = usize::from(rolls.roll());
            counts[group_ends + self.group_ends()] += 1;
            standing.retain_mut(|(group, row)| {
                let step = step(*group, *row, roll);
                *row = step.next();
                counts[group_ends + step.end()] += u64::from(step.is_over());
                !step.is_over()
            });
        }
    }
}
