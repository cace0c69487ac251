//! What a simulation says, for machines.

use std::time::Duration;

use croupier_maths::Figure;
use serde_json::{Map, Value, json};

use crate::part::PartialResult;
use crate::session_report::SessionReport;
use crate::stats::{Agreement, Stats};
use crate::tally::Tally;
use crate::totals::CountedWager;

/// How long a run took, and with how many threads: the only figures that differ from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How many threads played.
    pub threads: usize,
    /// How long it took.
    pub elapsed: Duration,
    /// How many rounds were played in that time.
    pub rounds: u64,
}

impl Timing {
    /// Rounds a second.
    #[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
    pub fn rate(&self) -> f64 {
        self.rounds as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// One wager: what was counted, its figures and its exact price where that is known.
pub struct WagerReport<'p> {
    /// The wager.
    pub counted: &'p CountedWager,
    /// What it came to.
    pub tally: &'p Tally,
    /// Its figures.
    pub stats: Stats,
    /// Its exact price.
    pub price: Option<&'p Figure>,
}

impl WagerReport<'_> {
    /// How far the edge is from the price, in standard errors.
    pub fn z(&self) -> Option<f64> {
        self.price.map(|price| self.stats.z(price))
    }

    /// What is staked a round per unit of the bet as made.
    #[allow(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
    pub fn staked(&self) -> f64 {
        self.tally.staked() as f64 / (self.stats.stakes.max(1) as f64 * f64::from(self.counted.bets))
    }
}

/// Every wager of a part; `price` gives the exact price of a wager by its name.
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

/// The whole report; without a timing it is the same to the byte however it was played.
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
    if let Some(timing) = timing {
        report.insert("threads".to_owned(), json!(timing.threads));
        report.insert("seconds".to_owned(), json!(timing.elapsed.as_secs_f64()));
        report.insert("rounds_per_second".to_owned(), json!(timing.rate()));
    }
    report.insert("policy".to_owned(), json!(part.job.policy.lines().next().unwrap_or_default()));
    report.insert("shoes".to_owned(), json!(part.job.shoes));
    report.insert("boxes".to_owned(), json!(part.job.boxes));
    report.insert("fallen".to_owned(), json!(part.found.fallen));
    report.insert("wagers".to_owned(), lines.iter().map(wager).collect());
    if let Some(outcome) = outcome {
        report.insert("sessions".to_owned(), outcome.as_json());
    }
    Value::Object(report)
}

fn wager(line: &WagerReport<'_>) -> Value {
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
    if let (Some(price), Some(z), Some(wager)) = (line.price, line.z(), wager.as_object_mut()) {
        wager.insert("price_decimal".to_owned(), json!(price.value()));
        wager.insert("z".to_owned(), json!(z));
        wager.insert("verdict".to_owned(), json!(Agreement::of(z).name()));
    }
    wager
}
