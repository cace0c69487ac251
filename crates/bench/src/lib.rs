//! Benchmarks that assert the answers they time.

pub mod aged;
mod betting_house;
mod durable;
mod flight;
mod load;
mod served_house;

use std::process::ExitCode;
use std::time::{Duration, Instant};

pub use betting_house::{BettingHouse, TABLE};
pub use durable::{durable_commands, per_second};
pub use flight::Flight;
pub use load::{LoadResult, LoadWay, crowd, run};
pub use served_house::{SeatedGuest, ServedHouse};

/// What a benchmark has to reach. Everything is measured and printed before it fails.
#[derive(Default)]
pub struct Aims {
    missed: Vec<String>,
}

impl Aims {
    /// Prints a ratio, which must be at least so much.
    pub fn at_least(&mut self, what: &str, ratio: f64, least: f64) {
        println!("{what}: {ratio:.2}, at least {least:.2} is required");
        // A ratio that is no number is below every aim.
        if ratio.is_nan() || ratio < least {
            self.miss(format!("{what}: {ratio:.2} is less than {least:.2}"));
        }
    }

    /// Prints a ratio, which must be at most so much.
    pub fn at_most(&mut self, what: &str, ratio: f64, most: f64) {
        println!("{what}: {ratio:.2}, at most {most:.2} is required");
        if ratio.is_nan() || ratio > most {
            self.miss(format!("{what}: {ratio:.2} is more than {most:.2}"));
        }
    }

    /// Prints a time, which must be less than another.
    pub fn within(&mut self, what: &str, time: Duration, less_than: Duration) {
        println!("{what}: {time:.1?}, less than {less_than:?} is required");
        if time >= less_than {
            self.miss(format!("{what}: {time:.1?} is not less than {less_than:?}"));
        }
    }

    /// Notes something that is not as it has to be.
    pub fn miss(&mut self, what: String) {
        self.missed.push(what);
    }

    /// Prints what was missed; the program fails if anything was.
    pub fn verdict(self) -> ExitCode {
        self.missed.iter().for_each(|missed| println!("FAILED: {missed}"));
        if self.missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

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
