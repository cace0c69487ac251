//! The machine-readable report of a simulation.

use std::time::Duration;

use croupier_maths::Figure;
use serde_json::{Map, Value, json};

use crate::part::PartialResult;
use crate::session_report::SessionReport;
use crate::stats::{Agreement, Stats};
use crate::tally::Tally;
use crate::totals::CountedWager;

/// The duration of a run and what played it: the only figures that differ from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// The number of threads; of graphics cards, if those played.
    pub threads: usize,
    /// Whether graphics cards played.
    pub on_cards: bool,
    /// The duration.
    pub elapsed: Duration,
    /// The number of rounds played in that time.
    pub rounds: u64,
}

impl Timing {
    /// Rounds per second.
    #[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
    pub fn rate(&self) -> f64 {
        self.rounds as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// One wager: its tally, its statistics, and its exact price if known.
pub struct WagerReport<'p> {
    /// The wager.
    pub counted: &'p CountedWager,
    /// Its tally.
    pub tally: &'p Tally,
    /// Its statistics.
    pub stats: Stats,
    /// Its exact price.
    pub price: Option<&'p Figure>,
}

impl WagerReport<'_> {
    /// The distance of the edge from the exact price, in standard errors; `None` without a price, and while every stake
    /// has ended alike: a number that has not won in twenty spins says nothing yet.
    pub fn z(&self) -> Option<f64> {
        self.price.filter(|_| self.stats.variance > 0.0).map(|price| self.stats.z(price))
    }

    /// The average total stake, with doubles, splits and raises, per unit of the original bet.
    #[allow(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
    pub fn staked(&self) -> f64 {
        self.tally.staked() as f64 / (self.stats.stakes.max(1) as f64 * f64::from(self.counted.bets))
    }
}

/// One report for each wager of a part; `price` returns the exact price of a wager by its name.
pub fn lines<'p>(
    part: &'p PartialResult,
    price: impl Fn(&str) -> Option<&'p Figure>,
) -> Vec<WagerReport<'p>> {
    let wagers = part.counted.iter().zip(&part.found.tallies);
    let line = |(counted, tally): (&'p CountedWager, &'p Tally)| WagerReport {
        counted,
        tally,
        stats: Stats::of(tally, counted.whole()),
        price: price(&counted.wager),
    };
    wagers.map(line).collect()
}

/// The number of figures of a run that are compared with exact ones. Each verdict is corrected for it.
pub fn verdicts(lines: &[WagerReport<'_>], outcome: Option<&SessionReport<'_>>) -> usize {
    lines.iter().filter(|line| line.z().is_some()).count() + outcome.map_or(0, SessionReport::verdicts)
}

/// The whole report as JSON. Without a timing it is identical to the byte however the job was played.
pub fn as_json(
    part: &PartialResult,
    lines: &[WagerReport<'_>],
    outcome: Option<&SessionReport<'_>>,
    timing: Option<Timing>,
) -> Value {
    let mut report = Map::new();
    report.insert("rules".to_owned(), json!(part.job.rules));
    report.insert("house".to_owned(), json!(part.job.house));
    report.insert("rounds".to_owned(), json!(part.rounds()));
    report.insert("seed".to_owned(), json!(part.job.seed));
    if !part.job.edition.is_first() {
        report.insert("edition".to_owned(), json!(part.job.edition));
    }
    if let Some(timing) = timing {
        let players = if timing.on_cards { "graphics_cards" } else { "threads" };
        report.insert(players.to_owned(), json!(timing.threads));
        report.insert("seconds".to_owned(), json!(timing.elapsed.as_secs_f64()));
        report.insert("rounds_per_second".to_owned(), json!(timing.rate()));
    }
    report.insert("policy".to_owned(), json!(part.job.policy.lines().next().unwrap_or_default()));
    report.insert("shoes".to_owned(), json!(part.job.shoes));
    report.insert("boxes".to_owned(), json!(part.job.boxes));
    report.insert("fallen".to_owned(), json!(part.found.fallen));
    let among = verdicts(lines, outcome);
    report.insert("verdicts".to_owned(), json!(among));
    report.insert("wagers".to_owned(), lines.iter().map(|line| wager(line, among)).collect());
    if let Some(outcome) = outcome {
        report.insert("sessions".to_owned(), outcome.as_json(among));
    }
    Value::Object(report)
}

fn wager(line: &WagerReport<'_>, among: usize) -> Value {
    let Stats { stakes, edge, variance, skewness, standard_error } = line.stats;
    let (low, high) = line.stats.interval();
    let mut wager = json!({
        "wager": line.counted.wager,
        "rounds": stakes,
        "edge_decimal": edge,
        "standard_error": standard_error,
        "interval": [low, high],
        "variance": variance,
        "skewness": skewness,
        "staked": line.staked(),
        "parts": line.counted.whole(),
        "histogram": line.tally.counts(),
    });
    if let Some(price) = line.price {
        wager["price_decimal"] = json!(price.value());
    }
    if let Some(z) = line.z() {
        wager["z"] = json!(z);
        wager["verdict"] = json!(Agreement::of(z, among).name());
    }
    wager
}
