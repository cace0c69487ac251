//! `croupier par`: the game-mathematics report of a table, in the form that test laboratories use.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use croupier_report::{ParReport, program_digest};
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::layout::width;
use crate::odds;
use crate::output::{print, write, write_pdf};
use crate::spinner::Spinner;
use crate::table::TableArgs;

#[derive(Args)]
pub(crate) struct ParArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,
    /// The bet that is priced, where a commission is rounded [default: the smallest on which nothing is]
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,
    /// Print JSON; short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write a PDF to this file; short for --format pdf --output FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["format", "json", "output"])]
    pdf: Option<PathBuf>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page to print
    Html,
    /// For a terminal
    Text,
    /// For programs
    Json,
    /// A document to print
    Pdf,
}

pub(crate) fn run(command: &ParArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let stake = command.stake.as_deref().map(odds::read_stake).transpose()?;
    let spinner = Spinner::start(format!("pricing {}", table.name()));
    let report = ParReport::new(table.table, day, stake, program_digest(), &spinner)?;
    drop(spinner);
    let made = match command.format() {
        Format::Html => report.html(),
        Format::Text => report.text(width()),
        Format::Json => format!("{:#}\n", report.json()),
        Format::Pdf => {
            let path = command.pdf.as_deref().or(command.output.as_deref());
            write_pdf(path, &report.printout().pdf())?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match &command.output {
        None => print(made.trim_end())?,
        Some(path) => write(path, &made)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl ParArgs {
    fn format(&self) -> Format {
        match (self.json, &self.pdf) {
            (true, _) => Format::Json,
            (false, Some(_)) => Format::Pdf,
            (false, None) => self.format,
        }
    }
}
