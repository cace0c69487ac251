//! `--plot`: convergence, distribution and bankrolls of one wager as an SVG.

use std::path::Path;

use croupier_chart::{Axis, Layer, Panel, Scale, plots};
use croupier_maths::Figure;
use croupier_sim::CountedWager;
use croupier_sim::PlayMethod;
use croupier_sim::job::Job;
use croupier_sim::part::PartialResult;
use croupier_sim::report::WagerReport;
use croupier_sim::session_report::{SessionReport, money};
use croupier_sim::staking::{Histogram, SessionTotals};
use croupier_sim::stats::Stats;
use croupier_sim::{Simulation, Tally};

use super::file::write_whole;
use crate::failure::Failure;

/// The numbers of rounds within the first block after which a point is drawn.
const EARLY: [u64; 5] = [128, 512, 2048, 8192, 32768];
/// The minimum ratio of the numbers of rounds of two consecutive points.
const FURTHER: f64 = 1.15;
/// The maximum width of the band, in multiples of its last width.
const WIDEST: f64 = 16.0;

/// The trace of a wager: its mean at several numbers of rounds.
#[derive(Default)]
pub(super) struct Trace {
    points: Vec<(f64, Stats)>,
}

impl Trace {
    /// A trace of the first rounds, which are played only for these points.
    pub(super) fn of_first_rounds(table: &Simulation, job: &Job) -> Self {
        let mut trace = Self::default();
        if let (None, Some(counted)) = (&job.stakes, table.counted().first()) {
            for rounds in EARLY.into_iter().filter(|rounds| *rounds < job.rounds_of(0)) {
                let by = PlayMethod::Kernel;
                if let Ok(found) = table.play_edition(job.edition, by, job.seed, 0, rounds) {
                    trace.add(counted, &found.tallies[0]);
                }
            }
        }
        trace
    }

    /// Adds a point, unless it is close to the last one.
    #[allow(clippy::cast_precision_loss, reason = "a place on paper needs no more digits")]
    pub(super) fn add(&mut self, counted: &CountedWager, tally: &Tally) {
        let rounds = tally.stakes() as f64;
        if self.points.last().is_none_or(|(last, _)| rounds >= last * FURTHER) && rounds > 1.0 {
            self.points.push((rounds, Stats::of(tally, counted.whole())));
        }
    }

    /// The points, including the last one even if it is close to the one before.
    #[allow(clippy::cast_precision_loss, reason = "a place on paper needs no more digits")]
    fn with_end(&self, line: &WagerReport<'_>) -> Vec<(f64, Stats)> {
        let last = line.stats.stakes as f64;
        let mut points = self.points.clone();
        // A much wider band would make the end too small to see.
        let near = |stats: &Stats| stats.standard_error <= WIDEST * line.stats.standard_error;
        points.retain(|(rounds, stats)| *rounds < last && near(stats));
        points.push((last, line.stats));
        points
    }
}

/// Fails unless there is exactly one wager to plot.
pub(super) fn check(wagers: usize) -> Result<(), Failure> {
    let message = || format!("--plot draws one wager, but there are {wagers}: name one with --wager");
    if wagers == 1 { Ok(()) } else { Err(Failure::usage(message())) }
}

/// Writes the plots.
pub(super) fn write(
    path: &Path,
    part: &PartialResult,
    line: &WagerReport<'_>,
    outcome: Option<&SessionReport<'_>>,
    trace: &Trace,
) -> Result<(), Failure> {
    let mut panels = vec![convergence(&trace.with_end(line), line.price), distribution(line)];
    panels.extend(outcome.and_then(bankrolls));
    let title = format!("{}: {}", part.job.rules, line.counted.wager);
    let subtitle = format!("{} rounds, seed {}.", part.rounds(), part.job.seed);
    write_whole(path, plots(&title, &subtitle, &panels).as_bytes())
}

fn axis(label: &str, scale: Scale, unit: &'static str) -> Axis {
    Axis { label: label.to_owned(), scale, unit }
}

fn convergence(points: &[(f64, Stats)], price: Option<&Figure>) -> Panel {
    let band = points.iter().map(|(rounds, stats)| {
        let (low, high) = stats.interval();
        (*rounds, low * 100.0, high * 100.0)
    });
    let curve = points.iter().map(|(rounds, stats)| (*rounds, stats.edge * 100.0));
    let mut layers = vec![
        Layer::Band { name: "95 % confidence".to_owned(), strength: 0.25, points: band.collect() },
        Layer::Curve { name: "mean so far".to_owned(), points: curve.collect() },
    ];
    layers.extend(price.map(|price| {
        let at = price.value() * 100.0;
        Layer::Level { name: format!("exact price, {at:.4} %"), at }
    }));
    Panel {
        title: "Convergence".to_owned(),
        across: axis("bets decided", Scale::Log, ""),
        up: axis("house edge, % of the bet", Scale::Even, " %"),
        layers,
        notes: Vec::new(),
    }
}

#[allow(clippy::cast_precision_loss, reason = "a place on paper needs no more digits")]
fn distribution(line: &WagerReport<'_>) -> Panel {
    let whole = line.counted.whole() as f64;
    let of = |(profit, times): &(i64, u64)| {
        (*profit as f64 / whole, *times as f64 / line.stats.stakes.max(1) as f64 * 100.0)
    };
    let results: Vec<(f64, f64)> = line.tally.counts().iter().map(of).collect();
    let half = column(&results) / 2.0;
    let columns = results.iter().map(|(at, share)| (at - half, at + half, *share)).collect();
    Panel {
        title: "Distribution".to_owned(),
        across: axis("result of a bet, in bets", Scale::Even, ""),
        up: axis("share of bets, %", Scale::Even, " %"),
        layers: vec![Layer::Columns { name: "how often each result came".to_owned(), columns }],
        notes: Vec::new(),
    }
}

/// The width of a column: determined by the two closest results, but wide enough to see.
fn column(results: &[(f64, f64)]) -> f64 {
    let wide = match (results.first(), results.last()) {
        (Some((low, _)), Some((high, _))) if high > low => high - low,
        _ => 1.0,
    };
    let nearest = results.windows(2).map(|two| two[1].0 - two[0].0).fold(wide, f64::min);
    (nearest * 0.8).clamp(wide / 120.0, wide / 14.0)
}

/// The bands of the bankroll: lower and upper quantile in thousandths, name, opacity.
const BANDS: [(u16, u16, &str, f64); 3] =
    [(10, 990, "98 of 100 sessions", 0.14), (50, 950, "90 of 100", 0.2), (250, 750, "half of them", 0.32)];

#[allow(clippy::cast_precision_loss, reason = "a place on paper needs no more digits")]
fn bankrolls(outcome: &SessionReport<'_>) -> Option<Panel> {
    let begins = outcome.staking.bankroll.unwrap_or(0);
    let at = |spread: &Histogram, permille: u16| spread.quantile(permille).unwrap_or(begins) as f64 / 100.0;
    let start = begins as f64 / 100.0;
    let SessionTotals { fan, .. } = outcome.sessions;
    let over = |permille: u16| {
        let first = std::iter::once((0.0, start));
        first.chain(fan.iter().map(move |(bets, spread)| (*bets as f64, at(spread, permille))))
    };
    let band = |(low, high, name, strength): (u16, u16, &str, f64)| {
        let points = over(low).zip(over(high)).map(|((x, low), (_, high))| (x, low, high)).collect();
        Layer::Band { name: name.to_owned(), strength, points }
    };
    let mut layers: Vec<Layer> = BANDS.into_iter().map(band).collect();
    layers.push(Layer::Curve { name: "median".to_owned(), points: over(500).collect() });
    layers.push(Layer::Level { name: format!("at the start, {}", money(begins)), at: start });
    let (ruin, _) = outcome.ruin();
    let stakes = outcome.staking.progression.name();
    (!fan.is_empty()).then(|| Panel {
        title: format!("Bankroll, stakes {stakes}"),
        across: axis("bets in a session", Scale::Even, ""),
        up: axis("bankroll", Scale::Even, ""),
        layers,
        notes: vec![format!(
            "{} sessions, of which {:.2} % were ruined.",
            outcome.sessions.played,
            ruin * 100.0
        )],
    })
}
