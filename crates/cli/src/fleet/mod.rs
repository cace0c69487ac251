//! `croupier simulate --cluster` and `croupier worker`: one simulation on many machines.

mod args;

use std::cell::OnceCell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use croupier_fleet::{Coordinator, Fleet, FleetError, JobName, JobOutcome, JobRequest, WorkerOptions, work};
use croupier_rules::book::Shelf;
use croupier_sim::PlayMethod;
use croupier_sim::report::Timing;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use jiff::civil::Date;

use crate::count::rate;
use crate::failure::Failure;
use crate::simulate::{self, INTERRUPTED, SimulateArgs, SimulationPlan};

pub(crate) use args::{ClusterArgs, WorkerArgs};

/// Runs a simulation on many machines; `rulebooks` are the files of rulebooks that are not built in.
pub(crate) fn simulate(
    command: &SimulateArgs,
    shelf: &Shelf,
    day: Date,
    rulebooks: &[PathBuf],
) -> Result<ExitCode, Failure> {
    let SimulationPlan { table, job, .. } = command.prepare(shelf, day)?;
    let book = text_of(&job.book, rulebooks)?;
    let by = if command.by_rules { PlayMethod::Rules } else { PlayMethod::Kernel };
    let counted = table.counted().to_vec();
    let cluster = &command.cluster;
    let servers = cluster.access.servers(&cluster.cluster);
    let mut coordinator =
        Coordinator::open(&servers, JobRequest { job, counted, book, by }, &cluster.options())
            .map_err(failed)?;
    let bar = JobBar::new(coordinator.name());
    let start = Instant::now();
    let ended = coordinator.run(&mut |fleet| bar.update(fleet));
    bar.finish();
    match ended.map_err(|error| Failure::usage(format!("{error} (job {})", coordinator.name())))? {
        JobOutcome::Whole { part, fleet, before } => {
            let (elapsed, rounds) = (start.elapsed(), part.rounds() - before);
            let timing = Timing { threads: fleet.threads(), on_cards: false, elapsed, rounds };
            simulate::finish(command, shelf, &part, timing, false)?;
            coordinator.close().map_err(failed)?;
            Ok(ExitCode::SUCCESS)
        }
        JobOutcome::Stopped(fleet) => {
            eprintln!(
                "croupier: interrupted with {} of {} parts done. The workers continue; to see the result, start again with --job {}",
                fleet.done,
                fleet.parts,
                coordinator.name()
            );
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// Works on jobs until stopped.
pub(crate) fn worker(command: &WorkerArgs) -> Result<ExitCode, Failure> {
    let options = WorkerOptions {
        threads: command.threads,
        only: command.job.clone(),
        idle: command.idle.map(Duration::from_secs),
    };
    let log = |line: &str| eprintln!("croupier: {line}");
    let worked = work(&command.access.servers(&command.servers), &options, &log).map_err(failed)?;
    log(&format!("{} parts played", worked.parts));
    Ok(ExitCode::SUCCESS)
}

#[allow(clippy::needless_pass_by_value, reason = "it is used where errors are mapped")]
fn failed(error: FleetError) -> Failure {
    Failure::usage(error.to_string())
}

/// The text of a rulebook that is not built in, because workers need it.
fn text_of(digest: &str, rulebooks: &[PathBuf]) -> Result<Option<String>, Failure> {
    if Shelf::built_in().books().iter().any(|book| book.digest() == digest) {
        return Ok(None);
    }
    for path in rulebooks {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
        if blake3::hash(text.as_bytes()).to_hex().as_str() == digest {
            return Ok(Some(text));
        }
    }
    Err(Failure::usage("the rulebook has changed since it was read"))
}

/// The template of the progress bar.
const BAR: &str = "{prefix}  {bar:20} {percent:>3} %  {msg}, rounds {human_pos}, {rate}, {eta} left";

/// The progress bar of a job, on a terminal.
struct JobBar {
    job: String,
    bar: OnceCell<Option<ProgressBar>>,
}

impl JobBar {
    fn new(job: &JobName) -> Self {
        Self { job: job.to_string(), bar: OnceCell::new() }
    }

    /// Updates the bar. It starts at the progress of earlier runs, so that the rate is that of this run.
    fn update(&self, fleet: &Fleet) {
        let begin = || {
            std::io::stderr().is_terminal().then(|| {
                let bar = ProgressBar::new(fleet.rounds).with_position(fleet.played());
                if let Ok(style) = ProgressStyle::with_template(BAR) {
                    bar.set_style(style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
                        // The simulation continues even if the bar cannot be drawn.
                        let _ = write!(to, "{} rounds/s", rate(state.per_sec()));
                    }));
                }
                bar.set_prefix(self.job.clone());
                bar.reset_eta();
                bar
            })
        };
        if let Some(bar) = self.bar.get_or_init(begin) {
            bar.set_position(fleet.played());
            let (done, parts) = (HumanCount(fleet.done), HumanCount(fleet.parts));
            bar.set_message(format!("parts {done}/{parts}, workers {}", fleet.workers()));
        }
    }

    fn finish(&self) {
        if let Some(Some(bar)) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
