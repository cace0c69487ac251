//! `croupier simulate` and `croupier merge`: Monte Carlo simulation with the same rules.

mod args;
mod device;
mod file;
mod plot;
mod sessions;
mod show;
mod stakes;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, ValueHint};
use croupier_maths::{Figure, Price};
use croupier_rules::book::Shelf;
use croupier_sim::part::{PartialResult, merge};
use croupier_sim::report::{Timing, as_json, lines, verdicts};
use croupier_sim::run::Progress;
use croupier_sim::session_report::session_report;
use croupier_sim::{Totals, assumed, prices};
use jiff::civil::Date;

pub(crate) use args::{SimulateArgs, SimulationPlan};
use device::DeviceArgs;
pub(crate) use show::RoundsBar;

use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output::{print, print_json};

/// The exit status of an interrupted run, as shells use it.
pub(crate) const INTERRUPTED: u8 = 130;

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The parts that `croupier simulate --shard … -o` wrote
    #[arg(value_name = "PART.json", required = true, value_hint = ValueHint::FilePath)]
    parts: Vec<PathBuf>,
    /// Write the merged counts to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Draw one wager as SVG, as `croupier simulate --plot` does, with one point per part
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs a simulation.
pub(crate) fn run(command: &SimulateArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let simulation = command.prepare(shelf, day)?;
    let done = match &command.resume {
        Some(path) if path.exists() => Some(file::read(path)?),
        _ => None,
    };
    let before = done.as_ref().map_or(0, PartialResult::rounds);
    let interrupted = watch_for_interrupt()?;
    let bar = RoundsBar::new(&simulation.job, &simulation.blocks);
    let start = Instant::now();
    let mut trace = simulation.trace(command.plot.is_some());
    let mut each = |progress: &Progress<'_>| {
        bar.update(progress);
        if let (Some(trace), Some(counted)) = (&mut trace, simulation.table.counted().first()) {
            trace.add(counted, &progress.found.tallies[0]);
        }
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let crew = DeviceArgs::crew(command.threads, command.by_rules);
    let SimulationPlan { table, job, blocks } = &simulation;
    let (part, players) =
        command.device.play((table, job, blocks), done, crew, command.until_error, &mut each)?;
    let elapsed = start.elapsed();
    bar.finish();
    let timing = Timing {
        threads: players.unwrap_or_else(|| command.thread_count()),
        on_cards: players.is_some(),
        elapsed,
        rounds: part.rounds() - before,
    };
    let stopped = part.blocks.end < blocks.end && interrupted.load(Ordering::Relaxed);
    if let Some(path) = &command.resume {
        file::write(path, &part)?;
    }
    if stopped {
        eprintln!("croupier: interrupted after {} of {} rounds", part.rounds(), job.rounds);
    }
    let plotted = command.plot.as_deref().zip(trace.as_ref());
    report_of(command, shelf, &part, timing, stopped, plotted)?;
    Ok(if stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Writes and prints the results.
pub(crate) fn finish(
    command: &SimulateArgs,
    shelf: &Shelf,
    part: &PartialResult,
    timing: Timing,
    stopped: bool,
) -> Result<(), Failure> {
    let trace = plot::Trace::default();
    let plotted = command.plot.as_deref().map(|path| (path, &trace));
    report_of(command, shelf, part, timing, stopped, plotted)
}

fn report_of(
    command: &SimulateArgs,
    shelf: &Shelf,
    part: &PartialResult,
    timing: Timing,
    stopped: bool,
    plotted: Option<Plotted<'_>>,
) -> Result<(), Failure> {
    match &command.output {
        Some(path) if !stopped => file::write(path, part)?,
        _ => {}
    }
    if command.shard.is_some() && !command.json {
        return print(format!(
            "blocks {} to {} of {}: {} rounds",
            part.blocks.start + 1,
            part.blocks.end,
            part.job.blocks(),
            part.rounds()
        ));
    }
    report(shelf, part, (!command.untimed).then_some(timing), plotted, command.json)
}

/// The path of a plot, and its trace.
type Plotted<'p> = (&'p Path, &'p plot::Trace);

/// Prints the results of a part.
fn report(
    shelf: &Shelf,
    part: &PartialResult,
    timing: Option<Timing>,
    plotted: Option<Plotted<'_>>,
    json: bool,
) -> Result<(), Failure> {
    let prices = prices(&part.job, shelf);
    let lines = lines(part, |wager| edge_of(&prices, wager));
    let price = part.counted.first().and_then(|counted| price_of(&prices, &counted.wager));
    let outcome = session_report(part, price);
    if let (Some((path, trace)), Some(line)) = (plotted, lines.first()) {
        plot::write(path, part, line, outcome.as_ref(), trace)?;
    }
    if json {
        return print_json(&as_json(part, &lines, outcome.as_ref(), timing));
    }
    let among = verdicts(&lines, outcome.as_ref());
    print(show::text(part, &lines, among, timing))?;
    if let Some(assumed) = assumed(&part.job, shelf) {
        print(paragraph(&format!("The exact prices are of the play that was simulated, {assumed}.")))?;
    }
    outcome.map_or(Ok(()), |outcome| print(sessions::text(&outcome, among)))
}

/// Merges parts.
pub(crate) fn run_merge(command: &MergeArgs, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let parts =
        command.parts.iter().map(|path| file::read(path)).collect::<Result<Vec<PartialResult>, _>>()?;
    let mut trace = plot::Trace::default();
    if let (Some(path), Some(first)) = (&command.plot, parts.first()) {
        plot::check(first.counted.len())?;
        file::check(path)?;
        trace_parts(&mut trace, &parts);
    }
    let whole =
        merge(parts).map_err(|error| Failure::usage(format!("{error}: {}", names(&command.parts))))?;
    if let Some(path) = &command.output {
        file::write(path, &whole)?;
    }
    let plotted = command.plot.as_deref().map(|path| (path, &trace));
    report(shelf, &whole, None, plotted, command.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The convergence of the mean from part to part.
fn trace_parts(trace: &mut plot::Trace, parts: &[PartialResult]) {
    let mut ordered: Vec<&PartialResult> = parts.iter().collect();
    ordered.sort_by_key(|part| part.blocks.start);
    let mut found = Totals::default();
    for part in ordered {
        if found.tallies.is_empty() {
            found = part.found.clone();
        } else if found.merge(&part.found).is_none() {
            // Parts with impossible counts are refused when they are put together.
            return;
        }
        if let (Some(counted), Some(tally)) = (part.counted.first(), found.tallies.first()) {
            trace.add(counted, tally);
        }
    }
}

/// The exact price of a wager, if it is known.
fn price_of<'p>(prices: &'p [Price], wager: &str) -> Option<&'p Price> {
    prices.iter().find(|price| price.wager == wager)
}

fn edge_of<'p>(prices: &'p [Price], wager: &str) -> Option<&'p Figure> {
    price_of(prices, wager).map(|price| &price.edge)
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub(crate) fn watch_for_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| Failure::usage(format!("cannot watch for an interrupt: {error}")))?;
    Ok(flag)
}
