//! `croupier fmt`: a record written tidily.

use std::process::ExitCode;

use clap::Args;
use croupier_rules::notation;

use crate::adjudicate::read;
use crate::failure::Failure;
use crate::output::print;

#[derive(Args)]
pub(crate) struct Fmt {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE|-")]
    file: String,
    /// Write the file anew instead of printing it
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Only say whether it is tidy: exit status 1 when it is not
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(command: &Fmt) -> Result<ExitCode, Failure> {
    let record = read(&command.file)?;
    let tidy = notation::tidy(&record)
        .map_err(|(line, misread)| Failure::usage(format!("{}: line {line}: {misread}", command.file)))?;
    match (command.check, command.write && command.file != "-") {
        (true, _) if tidy.as_bytes() != record => {
            print(format!("{} is not tidy", command.file))?;
            return Ok(ExitCode::from(1));
        }
        (true, _) => {}
        (_, true) if tidy.as_bytes() != record => std::fs::write(&command.file, tidy)?,
        (_, true) => {}
        (_, false) => print(tidy.trim_end_matches('\n'))?,
    }
    Ok(ExitCode::SUCCESS)
}
