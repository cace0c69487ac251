//! Benchmarks that assert the answers they time.

use std::time::{Duration, Instant};

/// The shortest time of several runs, and the answer of the last.
pub fn best_of<T>(runs: u32, mut work: impl FnMut() -> T) -> (Duration, Option<T>) {
    let mut best = Duration::MAX;
    let mut answer = None;
    for _ in 0..runs {
        let start = Instant::now();
        answer = Some(std::hint::black_box(work()));
        best = best.min(start.elapsed());
    }
    (best, answer)
}
