//! Plays blocks on several threads. The result does not depend on their order.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::error::{SessionError, ShoeSpent};
use crate::job::{Blocks, Job};
use crate::part::PartialResult;
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
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe => f.write_str("the shoe ran out in the middle of a round: cut it sooner"),
            Self::Stakes => f.write_str(
                "the stakes of the progression run beyond what an amount can be: give the table a most (--house max=…) or the player a bankroll",
            ),
            Self::Threads(error) => write!(f, "threads cannot be started: {error}"),
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

/// Plays one block of a job.
fn play_block(simulation: &Simulation, by: PlayMethod, job: &Job, block: u64) -> Result<Totals, RunError> {
    let rounds = job.rounds_of(block);
    match &job.stakes {
        Some(staking) => Ok(simulation.play_sessions(staking, job.seed, block, rounds)?),
        None => Ok(simulation.play(by, job.seed, block, rounds)?),
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
    let mut part = PartialResult::begun(job, table.counted(), &blocks);
    if let Some(done) = done {
        part = done.continued(&part).ok_or(RunError::Resume)?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(crew.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| RunError::Threads(error.to_string()))?;
    let wave = BLOCKS_A_THREAD * pool.current_num_threads() as u64;
    while part.blocks.end < blocks.end {
        let to_play = part.blocks.end..part.blocks.end + wave.min(blocks.end - part.blocks.end);
        let play = |block| play_block(table, crew.by, job, block);
        let founds =
            pool.install(|| to_play.into_par_iter().map(play).collect::<Result<Vec<Totals>, _>>())?;
        // Block by block, so that the stopping point does not depend on the number of threads.
        for found in &founds {
            part.add_block(found).ok_or(RunError::Stakes)?;
            let error = largest_error(table, &part.found);
            let flow = each(&Progress { rounds: part.rounds(), found: &part.found, error });
            if until_error.is_some_and(|enough| error <= enough) {
                return Ok(part.cut_short());
            }
            if flow.is_break() {
                return Ok(part);
            }
        }
    }
    Ok(part)
}
