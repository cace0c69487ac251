//! What a benchmark has to reach, and the rows that it leaves for the table.

use std::process::ExitCode;
use std::time::Duration;

use crate::in_words;
use crate::table::{BenchRow, leave};

/// What a benchmark has measured and has to reach. Everything is measured and printed before it fails.
#[derive(Debug)]
pub struct Aims {
    benchmark: &'static str,
    rows: Vec<BenchRow>,
    missed: Vec<String>,
}

impl Aims {
    /// Of the benchmark of this name; nothing is measured yet.
    pub const fn of(benchmark: &'static str) -> Self {
        Self { benchmark, rows: Vec::new(), missed: Vec::new() }
    }

    /// Adds a row to the table. A row whose aim is not reached is a miss.
    pub fn row(&mut self, row: BenchRow) {
        if row.is_reached == Some(false) {
            let BenchRow { work, ours, ratio, share, aim, .. } = &row;
            let found: Vec<&str> = [ours, ratio, share]
                .map(String::as_str)
                .into_iter()
                .filter(|cell| !cell.is_empty())
                .collect();
            self.missed.push(format!("{work}: {}; {aim} is required", found.join(", ")));
        }
        self.rows.push(row);
    }

    /// Prints a ratio, which must be at least so much.
    pub fn at_least(&mut self, what: &str, ratio: f64, least: f64) {
        println!("{what}: {ratio:.2}, at least {least:.2} is required");
        // A ratio that is no number is below every aim.
        self.ratio(what, ratio, format!("at least {least:.2}"), ratio >= least);
    }

    /// Prints a ratio, which must be at most so much.
    pub fn at_most(&mut self, what: &str, ratio: f64, most: f64) {
        println!("{what}: {ratio:.2}, at most {most:.2} is required");
        self.ratio(what, ratio, format!("at most {most:.2}"), ratio <= most);
    }

    fn ratio(&mut self, what: &str, ratio: f64, aim: String, is_reached: bool) {
        let row = BenchRow { work: what.to_owned(), ratio: format!("{ratio:.2}"), ..BenchRow::default() };
        self.row(row.aim(aim, is_reached));
    }

    /// Prints a time, which must be less than another.
    pub fn within(&mut self, what: &str, time: Duration, less_than: Duration) {
        println!("{what}: {time:.1?}, less than {less_than:?} is required");
        let row = BenchRow::of(what, in_words(time));
        self.row(row.aim(format!("less than {less_than:?}"), time < less_than));
    }

    /// Prints a figure of which nothing is required.
    pub fn note(&mut self, what: &str, figure: String) {
        println!("{what}: {figure}");
        self.row(BenchRow::of(what, figure));
    }

    /// Notes something that is not as it has to be.
    pub fn miss(&mut self, what: String) {
        self.missed.push(what);
    }

    /// Leaves the rows for the table, and prints what was missed; the program fails if anything was.
    pub fn verdict(mut self) -> ExitCode {
        if let Err(error) = leave(self.benchmark, &self.rows) {
            self.miss(format!("the rows cannot be written: {error}"));
        }
        self.missed.iter().for_each(|missed| println!("FAILED: {missed}"));
        if self.missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
