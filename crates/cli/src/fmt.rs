//! `croupier fmt`: formats a record.

use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::notation;

use crate::failure::Failure;
use crate::input_file::{display_name, read_bytes};
use crate::output::print;

#[derive(Args)]
pub(crate) struct FmtArgs {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    file: String,
    /// Rewrite the file instead of printing it
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Only check: exit status 1 if the record is not formatted
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(command: &FmtArgs) -> Result<ExitCode, Failure> {
    let record = read_bytes(&command.file)?;
    let name = display_name(&command.file);
    let tidy = notation::tidy(&record)
        .map_err(|(line, misread)| Failure::usage(format!("{name}: line {line}: {misread}")))?;
    match (command.check, command.write && command.file != "-") {
        (true, _) if tidy.as_bytes() != record => {
            print(format!("{name} is not formatted"))?;
            return Ok(ExitCode::from(1));
        }
        (true, _) => {}
        (_, true) if tidy.as_bytes() != record => std::fs::write(&command.file, tidy)
            .map_err(|error| Failure::usage(format!("cannot write {name}: {error}")))?,
        (_, true) => {}
        (_, false) => print(tidy.trim_end_matches('\n'))?,
    }
    Ok(ExitCode::SUCCESS)
}
