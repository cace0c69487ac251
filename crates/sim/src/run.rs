//! Plays blocks on several threads. The result does not depend on their order.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::error::{SessionError, ShoeSpent};
use crate::job::{Blocks, Job};
use crate::part::PartialResult;
use crate::random::StreamEdition;
use crate::simulation::{PlayMethod, Simulation};
use crate::stats::Stats;
use crate::totals::Totals;

/// The number of blocks each thread plays before the results are collected.
const BLOCKS_A_THREAD: u64 = 4;

/// How a job is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The number of threads; one per core if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Whether kernels may be used.
    pub by: PlayMethod,
}

/// The progress of a run.
pub struct Progress<'r> {
    /// Rounds done, in this run and before it.
    pub rounds: u64,
    /// Their totals.
    pub found: &'r Totals,
    /// The largest standard error of any wager.
    pub error: f64,
}

/// Why a run failed.
#[derive(Debug)]
pub enum RunError {
    /// The shoe ran out during a round.
    Shoe,
    /// A stake or a sum exceeded the largest amount.
    Stakes,
    /// The threads could not be started.
    Threads(String),
    /// The file to continue from belongs to another job.
    Resume,
    /// What plays the blocks failed, as it says.
    Device(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe => fmt::Display::fmt(&SessionError::Shoe, f),
            Self::Stakes => fmt::Display::fmt(&SessionError::Overflow, f),
            Self::Threads(error) => write!(f, "threads cannot be started: {error}"),
            Self::Device(error) => f.write_str(error),
            Self::Resume => f.write_str("the file to resume from belongs to another job"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<ShoeSpent> for RunError {
    fn from(_: ShoeSpent) -> Self {
        Self::Shoe
    }
}

impl From<SessionError> for RunError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Shoe => Self::Shoe,
            SessionError::Overflow => Self::Stakes,
        }
    }
}

/// Something that plays blocks.
pub trait BlockPlayer {
    /// The number of blocks that are best played at a time.
    fn wave(&self) -> u64;

    /// Plays blocks that follow one another in several spans, and returns the totals of each span.
    ///
    /// # Errors
    /// When the shoe runs out, an amount is too large, or what plays fails.
    fn play(&mut self, spans: &[Blocks]) -> Result<Vec<Totals>, RunError>;
}

/// The threads of this machine.
struct Threads<'t> {
    pool: rayon::ThreadPool,
    table: &'t Simulation,
    job: &'t Job,
    by: PlayMethod,
}

impl BlockPlayer for Threads<'_> {
    fn wave(&self) -> u64 {
        BLOCKS_A_THREAD * self.pool.current_num_threads() as u64
    }

    fn play(&mut self, spans: &[Blocks]) -> Result<Vec<Totals>, RunError> {
        let of_span = |span: &Blocks| {
            let play = |block| play_block(self.table, self.by, self.job, block);
            let founds = span.clone().into_par_iter().map(play).collect::<Result<Vec<Totals>, _>>()?;
            let mut all = Totals::nothing(self.table.counted().len());
            founds.iter().try_for_each(|found| all.merge(found)).ok_or(RunError::Stakes)?;
            Ok(all)
        };
        self.pool.install(|| spans.par_iter().map(of_span).collect())
    }
}

/// Whether the standard error is looked at after so many blocks: always in the first edition. In the second, whose blocks a
/// card plays by the thousand, their number must be a multiple of the largest power of two that is at most a sixty-fourth of
/// it.
fn is_looked_at(edition: StreamEdition, count: u64) -> bool {
    let every = match edition {
        StreamEdition::First => 1,
        StreamEdition::Second => 1 << (count / 64).checked_ilog2().unwrap_or(0),
    };
    count.is_multiple_of(every)
}

/// The blocks of a wave, parted where the standard error is looked at; `first` is the first block of all.
fn spans(edition: StreamEdition, first: u64, wave: Blocks) -> Vec<Blocks> {
    let mut spans = Vec::new();
    let mut start = wave.start;
    for end in wave.start + 1..=wave.end {
        if end == wave.end || is_looked_at(edition, end - first) {
            spans.push(start..end);
            start = end;
        }
    }
    spans
}

/// Plays one block of a job.
fn play_block(simulation: &Simulation, by: PlayMethod, job: &Job, block: u64) -> Result<Totals, RunError> {
    let rounds = job.rounds_of(block);
    match &job.stakes {
        Some(staking) => Ok(simulation.play_sessions(staking, job.seed, block, rounds)?),
        None => Ok(simulation.play_edition(job.edition, by, job.seed, block, rounds)?),
    }
}

/// The largest standard error of any wager.
pub fn largest_error(table: &Simulation, found: &Totals) -> f64 {
    let errors = table.counted().iter().zip(&found.tallies);
    errors.map(|(counted, tally)| Stats::of(tally, counted.whole()).standard_error).fold(0.0, f64::max)
}

/// Plays some blocks of a job, continuing from what is done, until all are played, the standard error is small
/// enough, or
/// `each` breaks off. Returns the result of the blocks that are done, counted in whole blocks from the first.
///
/// # Errors
/// When the shoe runs out, an amount is too large, or the threads cannot be started.
pub fn run(
    table: &Simulation,
    job: &Job,
    blocks: Blocks,
    done: Option<PartialResult>,
    crew: RunOptions,
    until_error: Option<f64>,
    each: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<PartialResult, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(crew.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| RunError::Threads(error.to_string()))?;
    run_by(&mut Threads { pool, table, job, by: crew.by }, table, job, blocks, done, until_error, each)
}

/// The same, with the blocks played by `player`.
///
/// # Errors
/// When the shoe runs out, an amount is too large, or the player fails.
pub fn run_by(
    player: &mut dyn BlockPlayer,
    table: &Simulation,
    job: &Job,
    blocks: Blocks,
    done: Option<PartialResult>,
    until_error: Option<f64>,
    each: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<PartialResult, RunError> {
    let mut part = PartialResult::begun(job, table.counted(), &blocks);
    if let Some(done) = done {
        part = done.continued(&part).ok_or(RunError::Resume)?;
    }
    while part.blocks.end < blocks.end {
        let wave = player.wave().max(1).min(blocks.end - part.blocks.end);
        let spans = spans(job.edition, blocks.start, part.blocks.end..part.blocks.end + wave);
        let founds = player.play(&spans)?;
        let mut breaks_off = false;
        // Span by span, so that the stopping point does not depend on the number of threads.
        for (span, found) in spans.iter().zip(&founds) {
            part.add_blocks(span, found).ok_or(RunError::Stakes)?;
            let error = largest_error(table, &part.found);
            let flow = each(&Progress { rounds: part.rounds(), found: &part.found, error });
            // A span that the wave cut short is looked at when it is whole.
            let is_whole = span.end == blocks.end || is_looked_at(job.edition, span.end - blocks.start);
            if is_whole && until_error.is_some_and(|enough| error <= enough) {
                return Ok(part.cut_short());
            }
            breaks_off |= flow.is_break();
        }
        // What was played until then counts.
        if breaks_off {
            break;
        }
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever waves end, the same places are looked at.
    #[test]
    fn the_error_is_looked_at_after_the_same_blocks() {
        let looked_at = |edition, wave: u64, until: u64| -> Vec<u64> {
            let waves = (0..until).step_by(usize::try_from(wave).unwrap());
            let spans =
                waves.flat_map(|start| spans(edition, 10, 10 + start..10 + (start + wave).min(until)));
            spans.map(|span| span.end).filter(|end| is_looked_at(edition, *end - 10)).collect()
        };
        assert_eq!(looked_at(StreamEdition::First, 7, 500), (11..=510).collect::<Vec<_>>());
        let alone = looked_at(StreamEdition::Second, 1, 5000);
        assert_eq!(alone[..128], (11..=138).collect::<Vec<_>>());
        assert!(alone.len() < 700, "{}", alone.len());
        for wave in [2, 7, 64, 1000, 4999] {
            assert_eq!(looked_at(StreamEdition::Second, wave, 5000), alone, "{wave}");
        }
    }
}
