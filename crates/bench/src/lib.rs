//! Benchmarks that assert the answers they time.

pub mod aged;
mod aims;
mod betting_house;
mod durable;
mod flight;
mod load;
mod served_house;
mod table;

use std::time::{Duration, Instant};

pub use aims::Aims;
pub use betting_house::{BettingHouse, TABLE};
pub use durable::{durable_commands, per_second};
pub use flight::Flight;
pub use load::{LoadResult, LoadWay, crowd, run};
pub use served_house::{SeatedGuest, ServedHouse};
pub use table::{BenchRow, whole_table};

/// A time in the unit that suits it, with three digits.
pub fn in_words(time: Duration) -> String {
    format!("{time:.2?}")
}

/// A rate, such as `12.5 M/s`.
pub fn a_second(rate: f64) -> String {
    let (scaled, unit) = match rate {
        rate if rate >= 1e9 => (rate / 1e9, " G/s"),
        rate if rate >= 1e6 => (rate / 1e6, " M/s"),
        rate if rate >= 1e4 => (rate / 1e3, " k/s"),
        rate => (rate, "/s"),
    };
    format!("{scaled:.*}{unit}", usize::from(scaled < 100.0))
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
