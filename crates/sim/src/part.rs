//! Parts of a job: the result of some blocks, as a file that can be merged with others.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::job::{Blocks, Job};
use crate::totals::{CountedWager, Totals};

/// The result of some blocks of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartialResult {
    /// The job it is a part of.
    pub job: Job,
    /// The wagers whose results are counted.
    pub counted: Vec<CountedWager>,
    /// The blocks.
    pub blocks: Blocks,
    /// Their totals.
    pub found: Totals,
}

/// Why parts cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeError {
    /// There are no parts.
    None,
    /// The part at this index, from zero, belongs to another job than the first part.
    OtherJob(usize),
    /// The part at this index is inconsistent.
    Unsound(usize),
    /// Two parts contain these blocks.
    Twice(Blocks),
    /// No part contains these blocks.
    Missing(Blocks),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |blocks: &Blocks| format!("blocks {} to {}", blocks.start + 1, blocks.end);
        match self {
            Self::None => f.write_str("there is no part to put together"),
            Self::OtherJob(place) => write!(f, "part {} belongs to another job than the first", place + 1),
            Self::Unsound(place) => write!(f, "part {} says what cannot be", place + 1),
            Self::Twice(blocks) => write!(f, "{} are in two parts", name(blocks)),
            Self::Missing(blocks) => write!(f, "{} are in no part", name(blocks)),
        }
    }
}

impl std::error::Error for MergeError {}

impl PartialResult {
    /// A part with no blocks done yet.
    pub(crate) fn begun(job: &Job, counted: &[CountedWager], blocks: &Blocks) -> Self {
        Self {
            job: job.clone(),
            counted: counted.to_vec(),
            blocks: blocks.start..blocks.start,
            found: Totals::nothing(counted.len()),
        }
    }

    /// The number of rounds done.
    pub fn rounds(&self) -> u64 {
        let Blocks { start, end } = self.blocks;
        self.job.rounds_before(end.max(start)) - self.job.rounds_before(start)
    }

    /// Adds the totals of the next blocks.
    pub(crate) fn add_blocks(&mut self, blocks: &Blocks, found: &Totals) -> Option<()> {
        self.found.merge(found)?;
        self.blocks.end = blocks.end;
        Some(())
    }

    /// Turns a job that stopped early into a whole job of fewer rounds.
    pub(crate) fn cut_short(mut self) -> Self {
        if self.blocks.start == 0 {
            self.job.rounds = self.rounds();
        }
        self
    }

    /// This part as the beginning of the part `begun`, whose job may have more rounds; `None` if it is not its
    /// beginning.
    pub(crate) fn continued(mut self, begun: &Self) -> Option<Self> {
        let rounds = self.job.rounds;
        self.job.rounds = begun.job.rounds;
        let same = self.job == begun.job && self.counted == begun.counted;
        let whole = self.blocks.end <= begun.job.blocks()
            && (rounds == begun.job.rounds
                || u128::from(self.blocks.end) * u128::from(begun.job.block_rounds()) <= rounds.into());
        (same && whole && self.blocks.start == begun.blocks.start && self.is_sound()).then_some(self)
    }

    /// Whether it contains the whole job.
    pub fn is_whole(&self) -> bool {
        self.blocks == (0..self.job.blocks())
    }

    /// Whether its contents are consistent.
    fn is_sound(&self) -> bool {
        let tallies = &self.found.tallies;
        self.blocks.start <= self.blocks.end
            && self.blocks.end <= self.job.blocks()
            && tallies.len() == self.counted.len()
            && self.counted.iter().all(|counted| counted.parts > 0 && counted.bets > 0)
            && tallies.iter().all(crate::Tally::is_sound)
            && self.has_sound_sessions()
    }

    /// Whether it has session totals exactly if the job has a staking.
    fn has_sound_sessions(&self) -> bool {
        match (&self.job.stakes, &self.found.sessions) {
            (Some(stakes), Some(sessions)) => sessions.is_sound(stakes.rounds),
            (Some(_), None) => self.blocks.is_empty(),
            (None, sessions) => sessions.is_none(),
        }
    }
}

/// Merges the parts of a job, in any order.
///
/// # Errors
/// When they belong to different jobs, or some blocks are missing or present twice.
pub fn merge(parts: Vec<PartialResult>) -> Result<PartialResult, MergeError> {
    let mut numbered: Vec<(usize, PartialResult)> = parts.into_iter().enumerate().collect();
    let first = numbered.first().ok_or(MergeError::None)?.1.clone();
    for (place, part) in &numbered {
        if part.job != first.job || part.counted != first.counted {
            return Err(MergeError::OtherJob(*place));
        }
        if !part.is_sound() {
            return Err(MergeError::Unsound(*place));
        }
    }
    numbered.sort_by_key(|(_, part)| (part.blocks.start, part.blocks.end));
    let mut whole = PartialResult::begun(&first.job, &first.counted, &(0..0));
    for (place, part) in numbered {
        if part.blocks.start < whole.blocks.end {
            return Err(MergeError::Twice(part.blocks.start..whole.blocks.end.min(part.blocks.end)));
        }
        if part.blocks.start > whole.blocks.end {
            return Err(MergeError::Missing(whole.blocks.end..part.blocks.start));
        }
        whole.found.merge(&part.found).ok_or(MergeError::Unsound(place))?;
        whole.blocks.end = part.blocks.end;
    }
    let blocks = whole.job.blocks();
    if whole.blocks.end < blocks {
        return Err(MergeError::Missing(whole.blocks.end..blocks));
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::BLOCK_ROUNDS;
    use crate::job::tests::job;

    fn part(blocks: Blocks, profit: i64) -> PartialResult {
        let counted = vec![CountedWager { wager: "win".to_owned(), parts: 1, bets: 1 }];
        let mut part = PartialResult::begun(&job(10 * BLOCK_ROUNDS), &counted, &blocks);
        for block in blocks {
            let mut found = Totals::nothing(1);
            found.tallies[0].add(profit);
            part.add_blocks(&(block..block + 1), &found).unwrap();
        }
        part
    }

    #[test]
    fn parts_make_a_whole_in_any_order() {
        let parts = vec![part(4..10, -1), part(0..3, 1), part(3..4, 1)];
        let whole = merge(parts).unwrap();
        assert!(whole.is_whole());
        assert_eq!(whole.rounds(), 10 * BLOCK_ROUNDS);
        assert_eq!(whole.found.tallies[0].counts(), [(-1, 6), (1, 4)]);
    }

    #[test]
    fn parts_that_do_not_belong_together_are_rejected() {
        let mut other = part(3..10, 1);
        other.job.seed = 9;
        let mut lying = part(3..10, 1);
        lying.found.tallies.clear();
        assert_eq!(merge(Vec::new()), Err(MergeError::None));
        assert_eq!(merge(vec![part(0..3, 1), other]), Err(MergeError::OtherJob(1)));
        assert_eq!(merge(vec![part(0..3, 1), lying]), Err(MergeError::Unsound(1)));
        let mut endless = part(3..10, 1);
        endless.found.tallies[0].add_times(1, u64::MAX - 7);
        assert_eq!(merge(vec![part(0..3, 1), endless]), Err(MergeError::Unsound(1)));
        assert_eq!(merge(vec![part(0..4, 1), part(3..10, 1)]), Err(MergeError::Twice(3..4)));
        assert_eq!(merge(vec![part(0..4, 1), part(5..10, 1)]), Err(MergeError::Missing(4..5)));
        assert_eq!(merge(vec![part(0..4, 1)]), Err(MergeError::Missing(4..10)));
    }

    #[test]
    fn more_rounds_may_be_asked_for_of_what_is_done() {
        let done = part(0..3, 1);
        let mut longer = part(0..0, 1);
        longer.job.rounds *= 2;
        assert_eq!(done.clone().continued(&longer).unwrap().job.rounds, longer.job.rounds);
        longer.job.seed = 2;
        assert_eq!(done.continued(&longer), None);
    }
}
