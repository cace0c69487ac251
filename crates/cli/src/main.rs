//! The `croupier` command.

mod adjudicate;
mod args;
mod audit;
mod check;
mod compare;
mod completions;
#[cfg(test)]
mod configuration;
mod copies;
mod count;
mod counts;
mod coverage;
mod diagnostic;
mod doctor;
mod envelope;
mod evidence;
mod export;
mod failure;
mod fleet;
mod fmt;
mod house_file;
mod input_file;
mod lab;
mod layout;
mod manual;
mod migrate;
mod nodes;
mod odds;
mod output;
mod par;
mod pay;
mod play;
mod recover;
mod rules;
mod scope;
mod serve;
mod service_manager;
mod sign;
mod simulate;
mod spinner;
mod strategy;
mod table;
mod telemetry;
mod verify;
mod version;
mod witness;

use std::process::ExitCode;

use args::{Action, Args};
use failure::Failure;

/// The allocator. A server often frees memory on another thread than the one that allocated it, and there the
/// system's allocator takes a lock.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = Args::read();
    match run(&args) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let shelf = args.shelf()?;
    match &args.command {
        Action::Adjudicate(command) => adjudicate::run(command, &shelf, args.today()),
        Action::Rules(command) => rules::run(command, &shelf, args.chosen_day()),
        Action::Check(command) => check::run(command, &shelf, args.today()),
        Action::Compare(command) => compare::run(command, &shelf, args.chosen_day()),
        Action::Odds(command) => odds::run(command, &shelf, args.today()),
        Action::Strategy(command) => strategy::run(command, &shelf, args.today()),
        Action::Counts(command) => counts::run(command, &shelf, args.today()),
        Action::Par(command) => par::run(command, &shelf, args.today()),
        Action::Sign(command) => sign::run(command, &shelf, args.today()),
        Action::Pay(command) => pay::run(command, &shelf, args.today()),
        Action::Play(command) => play::run(command, &shelf, args.today()),
        Action::Verify(command) => verify::run(command),
        Action::Simulate(command) if command.cluster.is_wanted() => {
            fleet::simulate(command, &shelf, args.today(), &args.rulebooks)
        }
        Action::Simulate(command) => simulate::run(command, &shelf, args.today()),
        Action::Merge(command) => simulate::run_merge(command, &shelf),
        Action::Worker(command) => fleet::worker(command),
        Action::Serve(command) => serve::run(command, shelf),
        Action::Backup(command) => copies::backup(command, shelf),
        Action::Restore(command) => copies::restore(command, shelf),
        Action::Audit(command) => audit::run(command, shelf),
        Action::Lab(command) => lab::run(command, shelf, args.chosen_day(), args.today()),
        Action::Doctor(command) => doctor::run(command, shelf),
        Action::Export(command) => export::run(command, shelf),
        Action::Migrate(command) => migrate::run(command, shelf),
        Action::Nodes(command) => nodes::run(command),
        Action::Witness(command) => witness::run(command),
        Action::Recover(command) => recover::run(command, shelf),
        Action::Fmt(command) => fmt::run(command),
        Action::Completions { shell } => completions::run(*shell, &shelf),
        Action::Man { folder } => manual::run(folder.as_deref()),
        Action::Version { verify, json } => version::run(*verify, *json, &shelf),
    }
}
