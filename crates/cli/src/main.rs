//! The `croupier` command.

mod adjudicate;
mod args;
mod check;
mod compare;
mod coverage;
mod diagnostic;
mod envelope;
mod failure;
mod fleet;
mod house_file;
mod manual;
mod odds;
mod output;
mod par;
mod pay;
mod play;
mod rules;
mod serve;
mod settings;
mod sign;
mod simulate;
mod strategy;
mod table;
mod telemetry;
mod tidy;
mod verify;
mod version;
mod waiting;
mod why;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use failure::Failure;

/// What is made by a thread that serves is let go by the desk, and the other way round: the usual allocator takes a lock for that.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(failure) => failure.tell(),
    }
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let shelf = args.shelf()?;
    match &args.command {
        Command::Adjudicate(command) => adjudicate::run(command, &shelf, args.today()),
        Command::Rules(command) => rules::run(command, &shelf, args.chosen_day()),
        Command::Check(command) => check::run(command, &shelf, args.today()),
        Command::Compare(command) => compare::run(command, &shelf, args.chosen_day()),
        Command::Odds(command) => odds::run(command, &shelf, args.today()),
        Command::Strategy(command) => strategy::run(command, &shelf, args.today()),
        Command::Par(command) => par::run(command, &shelf, args.today()),
        Command::Sign(command) => sign::run(command, &shelf, args.today()),
        Command::Pay(command) => pay::run(command, &shelf, args.today()),
        Command::Play(command) => play::run(command, &shelf, args.today()),
        Command::Verify(command) => verify::run(command),
        Command::Simulate(command) if command.cluster.is_asked() => {
            fleet::simulate(command, &shelf, args.today(), &args.rulebooks)
        }
        Command::Simulate(command) => simulate::run(command, &shelf, args.today()),
        Command::Merge(command) => simulate::run_merge(command, &shelf),
        Command::Worker(command) => fleet::worker(command),
        Command::Serve(command) => serve::run(command, shelf),
        Command::Backup(command) => serve::backup(command),
        Command::Restore(command) => serve::restore(command),
        Command::Fmt(command) => tidy::run(command),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { folder } => manual::pages(folder.as_deref()),
        Command::Version { verify, json } => version::run(*verify, *json, &shelf),
    }
}
