//! Plays blocks on several threads until there are enough rounds. The result does not depend on the number of threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::course::CountTable;
use super::totals::CountTotals;
use crate::run::RunError;

/// The number of blocks that each thread plays before they are added up.
const BLOCKS_A_THREAD: usize = 4;

/// Plays whole blocks until at least `rounds` rounds were dealt, or `each` breaks off. `each` is called with what was
/// counted so far.
///
/// # Errors
/// When a shoe runs out in the middle of a round, or the threads cannot be started.
pub fn run_counts(
    table: &CountTable,
    seed: u64,
    rounds: u64,
    threads: Option<NonZeroUsize>,
    each: &mut dyn FnMut(&CountTotals) -> ControlFlow<()>,
) -> Result<CountTotals, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| RunError::Threads(error.to_string()))?;
    let wave = BLOCKS_A_THREAD as u64 * pool.current_num_threads() as u64;
    let mut totals = CountTotals::new();
    let mut next = 0;
    while totals.dealt < rounds {
        let blocks = next..next + wave;
        next = blocks.end;
        let play = |block| table.play_block(seed, block);
        let played = pool.install(|| blocks.into_par_iter().map(play).collect::<Result<Vec<_>, _>>())?;
        // Block by block, so that the last one does not depend on the number of threads.
        for block in played {
            if totals.dealt >= rounds {
                break;
            }
            totals.merge(&block).ok_or(RunError::Stakes)?;
        }
        if each(&totals).is_break() {
            break;
        }
    }
    Ok(totals)
}
