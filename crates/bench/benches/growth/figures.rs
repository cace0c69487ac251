//! The table of figures: each with its ratio to the smallest house, and a verdict.

use std::time::Duration;

use super::cache::grouped;

/// No figure of an older house may be more than so many times that of the smallest.
const RATIO_MAX: f64 = 1.5;

/// A figure of the smallest house and of the others.
pub(crate) struct Row {
    pub(crate) name: String,
    /// One for each house, the smallest first.
    pub(crate) values: Vec<f64>,
    pub(crate) unit: Unit,
    /// Differences up to this are no growth, whatever their ratio.
    pub(crate) floor: f64,
    /// The most for any house, where there is an aim.
    pub(crate) most: Option<f64>,
}

/// What a figure counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Microseconds,
    Megabytes,
}

impl Row {
    fn shown(&self, value: f64) -> String {
        match self.unit {
            Unit::Microseconds if value >= 10_000.0 => format!("{:.0} ms", value / 1000.0),
            Unit::Microseconds => format!("{value:.0} µs"),
            Unit::Megabytes => format!("{value:.0} MB"),
        }
    }

    fn ratio(&self, value: f64) -> f64 {
        value / self.values[0]
    }

    /// What is wrong with the figure of a house.
    fn fault(&self, value: f64) -> Option<String> {
        let grown = self.ratio(value) > RATIO_MAX && value - self.values[0] > self.floor;
        if grown {
            return Some(format!("{:.2} times that of the smallest house", self.ratio(value)));
        }
        let missed = self.most.filter(|most| value > *most);
        missed.map(|most| format!("{} where {} are allowed", self.shown(value), self.shown(most)))
    }

    /// What is wrong, named with the row and the house.
    pub(crate) fn faults<'a>(&'a self, sizes: &'a [u64]) -> impl Iterator<Item = String> + 'a {
        self.values.iter().zip(sizes).filter_map(|(value, size)| {
            Some(format!("{}, {} rounds: {}", self.name, grouped(*size), self.fault(*value)?))
        })
    }
}

/// Prints the rows, one line each.
pub(crate) fn print(rows: &[Row], sizes: &[u64]) {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let heads: Vec<String> = sizes.iter().map(|size| format!("{:>18}", grouped(*size))).collect();
    println!("growth: {:width$} {}", "rounds", heads.concat());
    for row in rows {
        let cell = |(place, value): (usize, &f64)| {
            let ratio = if place == 0 { String::new() } else { format!(" ({:.2})", row.ratio(*value)) };
            format!("{:>18}", format!("{}{ratio}", row.shown(*value)))
        };
        let cells: Vec<String> = row.values.iter().enumerate().map(cell).collect();
        println!("growth: {:width$} {}", row.name, cells.concat());
    }
}

/// A duration in microseconds.
pub(crate) fn micros(of: Duration) -> f64 {
    of.as_secs_f64() * 1e6
}

/// The time below which so many hundredths of all are.
pub(crate) fn percentile(times: &[Duration], hundredths: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[(sorted.len() * hundredths / 100).min(sorted.len() - 1)]
}
