//! `croupier doctor`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::doctor::{self, DoctorReport, LossStatement};
use croupier_server::error::ServeError;

use crate::failure::Failure;

/// What the doctor does, in the help.
const HELP: &str = "\
Examines entries, heads, versions, keys, balances, the index, texts, the house key, accounts, checkpoints and \
permissions, and replays every house. Nothing is changed, and a server may use the folder meanwhile.

With --store it examines the houses of a database, with the marks of their journals, leases, members, the event format, \
suspended houses and work that did not finish; and of DATA, the data folder of a node, the house key, the index, and whether \
it has seen entries that the database does not have. Nodes may serve the houses meanwhile. Each house is read in one \
transaction: examine a large one on a standby.

--repair makes again what follows from the journal, and never touches the journal. --accept-loss journals that \
acknowledged entries are gone and begins a new incarnation, as a restore does. Both need the folder for themselves. In a \
database, --repair refuses a house that a node owns, and --accept-loss needs all nodes stopped: a node that is stopped gives \
its houses away, and `croupier nodes` shows who is left.

Exit status: 0 sound, 1 something is wrong, 2 the folder or the database cannot be examined or repaired.";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct DoctorArgs {
    /// The data folder; with --store that of a node, if it is there
    #[arg(value_name = "DATA", env = "CROUPIER_DATA", default_value = "data", value_hint = ValueHint::DirPath)]
    data: PathBuf,
    /// The `PostgreSQL` database that has the journals, as with `serve`
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// Make again what can be made again from the journal
    #[arg(long)]
    repair: bool,
    /// Accept that acknowledged entries are lost
    #[arg(long, requires_all = ["by", "and"])]
    accept_loss: bool,
    /// The first person who accepts the loss, by the name of the account
    #[arg(long, value_name = "NAME", requires = "accept_loss")]
    by: Option<String>,
    /// The second person, of another post
    #[arg(long, value_name = "NAME", requires = "accept_loss")]
    and: Option<String>,
    /// State that no other copy of the house is in use, so that the seeds of open rounds can be revealed
    #[arg(long, requires = "accept_loss")]
    original_is_gone: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &DoctorArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let failed = |error: ServeError| Failure::usage(error.to_string());
    let mut report = examine(command, shelf).map_err(failed)?;
    if command.repair {
        repair(command, &report).map_err(failed)?;
        report = examine(command, shelf).map_err(failed)?;
    }
    if let (true, Some(first), Some(second)) = (command.accept_loss, &command.by, &command.and) {
        let statement =
            LossStatement { by: [first.clone(), second.clone()], original_gone: command.original_is_gone };
        let houses = accept_loss(command, &report, &statement, shelf).map_err(failed)?;
        houses.iter().for_each(|house| eprintln!("house {house}: the loss is journalled"));
        report = examine(command, shelf).map_err(failed)?;
    }
    show(command, &report)?;
    Ok(if report.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn examine(command: &DoctorArgs, shelf: &'static Shelf) -> Result<DoctorReport, ServeError> {
    match &command.store {
        None => doctor::examine(&command.data, shelf),
        Some(store) => doctor::examine_database(&command.data, store, shelf),
    }
}

fn repair(command: &DoctorArgs, report: &DoctorReport) -> Result<(), ServeError> {
    let mut say = |line: &str| eprintln!("{line}");
    match &command.store {
        None => doctor::repair(&command.data, report, &mut say),
        Some(store) => doctor::repair_database(&command.data, store, report, &mut say),
    }
}

fn accept_loss(
    command: &DoctorArgs,
    report: &DoctorReport,
    statement: &LossStatement,
    shelf: &'static Shelf,
) -> Result<Vec<u16>, ServeError> {
    let mut say = |line: &str| eprintln!("{line}");
    match &command.store {
        None => doctor::accept_loss(&command.data, report, statement, shelf),
        Some(store) => doctor::accept_database_loss(&command.data, store, report, statement, shelf, &mut say),
    }
}

fn show(command: &DoctorArgs, report: &DoctorReport) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if command.json {
        let text = serde_json::to_string_pretty(report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    for house in &report.houses {
        let incarnation =
            house.incarnation.map_or_else(|| "?".to_owned(), |incarnation| incarnation.to_string());
        writeln!(out, "house {}: {} entries, incarnation {incarnation}", house.house, house.entries)?;
    }
    for finding in &report.findings {
        writeln!(out, "{finding}")?;
    }
    for text in &report.left_out {
        writeln!(out, "{text}")?;
    }
    if report.findings.is_empty() {
        match command.store {
            None => writeln!(out, "{} is sound", command.data.display())?,
            Some(_) => writeln!(out, "the database is sound")?,
        }
    }
    Ok(())
}
