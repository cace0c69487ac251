//! `croupier counts`: counting systems at blackjack compared, with their index plays and their bets.

mod args;
mod as_json;
mod found;
mod show;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use croupier_rules::book::Shelf;
use croupier_rules::games::blackjack::{Blackjack, Shuffler};
use croupier_sim::counts::{
    CountPlay, CountRows, CountSystem, CountTable, CountTotals, RemovalEffects, blackjack_of, run_counts,
};
use jiff::civil::Date;

pub(crate) use args::CountsArgs;
use found::{Counted, CountsReport, Played};

use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::simulate::{INTERRUPTED, RoundsBar, watch_for_interrupt};
use crate::spinner::Spinner;
use crate::table::SelectedTable;

pub(crate) fn run(command: &CountsArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let Some(rules) = blackjack_of(&table.rules) else {
        return Err(Failure::usage(format!("{}: cards are counted at blackjack", table.name())));
    };
    if rules.shuffler == Shuffler::Machine {
        return Err(Failure::usage(format!(
            "{}: the shuffling machine makes the shoe complete for every round, so that nothing can be counted",
            table.name()
        )));
    }
    let (systems, options, money) = (command.counted()?, command.options()?, command.money(&table.chosen)?);
    options.check(rules).map_err(|error| unpriced(&table, &error))?;
    let interrupted = watch_for_interrupt()?;
    let effects = {
        let _spinner = Spinner::start(format!("pricing {}", table.name()));
        RemovalEffects::of(rules).map_err(|error| unpriced(&table, &error))?
    };
    let bar = RoundsBar::of(command.rounds.saturating_mul(systems.len() as u64));
    let mut report = CountsReport {
        table: &table,
        packs: rules.packs,
        options,
        money,
        threads: command.thread_count(),
        found: Vec::new(),
    };
    for system in systems {
        let before = command.rounds.saturating_mul(report.found.len() as u64);
        let goes_on = |rounds: u64, name: &str| {
            bar.at(before + rounds, name);
            !interrupted.load(Ordering::Relaxed)
        };
        let found = counted(command, &report, rules, &effects, system, &goes_on)?;
        report.found.push(found);
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish();
    if command.json {
        print_json(&as_json::report(command, &report))?;
    } else {
        print(show::report(command, &report))?;
    }
    let stopped = interrupted.load(Ordering::Relaxed);
    if stopped {
        eprintln!("croupier: interrupted: what was played until then is shown");
    }
    Ok(if stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn unpriced(table: &SelectedTable<'_>, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(format!("{}: {error}", table.name()))
}

/// What a system is worth; its rounds are played as long as `goes_on`.
fn counted(
    command: &CountsArgs,
    report: &CountsReport<'_>,
    rules: &Blackjack,
    effects: &RemovalEffects,
    system: CountSystem,
    goes_on: &dyn Fn(u64, &str) -> bool,
) -> Result<Counted, Failure> {
    goes_on(0, system.name());
    let options = &report.options;
    let play = CountPlay::new(rules, &system, command.indices.set(), options.shoes)
        .map_err(|error| unpriced(report.table, &error))?;
    let correlation = effects.correlation(&system, command.dealt());
    let table = CountTable::new(&report.table.rules, &system, play.clone(), options.clone())
        .map_err(|error| unpriced(report.table, &error))?;
    let played = match command.rounds {
        0 => None,
        rounds => {
            let start = Instant::now();
            let mut each = |totals: &CountTotals| {
                if goes_on(totals.dealt.min(rounds), system.name()) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let totals = run_counts(&table, command.seed, rounds, command.threads, &mut each)
                .map_err(|error| unpriced(report.table, &error))?;
            let took = start.elapsed();
            let rows = CountRows::of(&totals, table.parts(), options.boxes);
            rows.map(|rows| Played::new(rows, &report.money, options.boxes, took))
        }
    };
    Ok(Counted { system, correlation, play, played })
}
