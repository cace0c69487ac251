//! Output of a simulation: a progress bar while it runs, and a table when it is done.

use std::fmt::Write;
use std::io::IsTerminal;

use croupier_sim::job::{Blocks, Job};
use croupier_sim::part::PartialResult;
use croupier_sim::report::{Timing, WagerReport};
use croupier_sim::run::Progress;
use croupier_sim::stats::Agreement;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::count::rate;
use crate::layout::paragraph;
use crate::output::table;

/// A progress bar, on a terminal.
pub(crate) struct RoundsBar(Option<ProgressBar>);

impl RoundsBar {
    pub(super) fn new(job: &Job, blocks: &Blocks) -> Self {
        Self::of(blocks.clone().map(|block| job.rounds_of(block)).sum())
    }

    /// A bar for so many rounds.
    pub(crate) fn of(rounds: u64) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(rounds);
        let template = "{bar:32} {percent:>3} %  {human_pos} rounds, {rate}, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
                // The simulation continues even if the bar cannot be drawn.
                let _ = write!(to, "{} rounds/s", rate(state.per_sec()));
            }));
        }
        Self(Some(bar))
    }

    pub(super) fn update(&self, progress: &Progress<'_>) {
        if let Self(Some(bar)) = self {
            bar.set_position(progress.rounds);
            bar.set_message(format!(", error {:.6}", progress.error));
        }
    }

    /// So many rounds are played, of what the message says.
    pub(crate) fn at(&self, rounds: u64, message: &str) {
        if let Self(Some(bar)) = self {
            bar.set_position(rounds);
            bar.set_message(format!(", {message}"));
        }
    }

    pub(crate) fn finish(&self) {
        if let Self(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

/// The report as text.
pub(super) fn text(
    part: &PartialResult,
    lines: &[WagerReport<'_>],
    among: usize,
    timing: Option<Timing>,
) -> String {
    let header =
        ["wager", "decided", "house edge", "± 95 %", "standard error", "deviation", "skewness", "exact", "z"];
    let mut rows = table(header);
    for line in lines {
        let stats = line.stats;
        let verdict = |z: f64| format!("{z:+.2} {}", Agreement::of(z, among).name());
        rows.add_row([
            line.counted.wager.clone(),
            stats.stakes.to_string(),
            percent(stats.edge),
            percent((stats.interval().1 - stats.interval().0) / 2.0),
            format!("{:.6}", stats.standard_error),
            format!("{:.4}", stats.variance.sqrt()),
            format!("{:.3}", stats.skewness),
            line.price.map_or_else(|| "–".to_owned(), |price| percent(price.value())),
            line.z().map_or_else(|| "–".to_owned(), verdict),
        ]);
    }
    let took = timing.map(|timing| {
        let (seconds, rate) = (timing.elapsed.as_secs_f64(), rate(timing.rate()));
        let player = if timing.on_cards { "graphics card" } else { "thread" };
        let several = if timing.threads == 1 { "" } else { "s" };
        format!(", {seconds:.2} s with {} {player}{several}, {rate} rounds/s", timing.threads)
    });
    let corrected = (among > 1).then(|| format!("\n{}", paragraph(&corrected(among))));
    format!(
        "{}: {} rounds, seed {}{}{}\n{rows}{}",
        part.job.rules,
        part.rounds(),
        part.job.seed,
        if part.job.edition.is_first() { "" } else { ", edition 2" },
        took.unwrap_or_default(),
        corrected.unwrap_or_default()
    )
}

/// How verdicts are corrected for their number.
fn corrected(among: usize) -> String {
    format!(
        "{among} figures are compared, and their verdicts are corrected for that number (Šidák): by chance one run in 370 \
         has a doubtful one, and one in 16,000 one that disagrees."
    )
}

fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}
