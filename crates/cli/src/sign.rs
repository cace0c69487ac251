//! `croupier sign`: makes the limits-and-odds sign of a table.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use croupier_report::{print_date, sign_json};
use croupier_rules::book::Shelf;
use croupier_sign::{Paper, Sign};
use jiff::civil::Date;

use crate::failure::Failure;
use crate::output::{print, write, write_pdf};
use crate::table::{SelectedTable, TableArgs};

#[derive(Args)]
pub(crate) struct SignArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The paper size
    #[arg(long, value_enum, default_value_t = Size::A4)]
    paper: Size,
    /// A heading above the title, such as the club and the table's number [default: from the house file]
    #[arg(long, value_name = "TEXT")]
    heading: Option<String>,
    /// Write a PDF to this file; short for --format pdf --output FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["format", "output"])]
    pdf: Option<PathBuf>,
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a terminal
    Text,
    /// A picture
    Svg,
    /// A page to print
    Html,
    /// For programs
    Json,
    /// A document to print
    Pdf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Size {
    A4,
    A5,
}

pub(crate) fn run(command: &SignArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let sign = command.sign(&table);
    let text = match command.format() {
        Format::Text => sign.text(),
        Format::Svg => sign.svg(),
        Format::Html => sign.html(),
        Format::Json => format!("{:#}\n", sign_json(&table, table.currency())),
        Format::Pdf => {
            let pdf = sign.printout(print_date(day)).pdf();
            write_pdf(command.pdf.as_deref().or(command.output.as_deref()), &pdf)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match &command.output {
        None => print(text.trim_end())?,
        Some(path) => write(path, &text)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl SignArgs {
    fn format(&self) -> Format {
        if self.pdf.is_some() { Format::Pdf } else { self.format }
    }

    fn sign(&self, table: &SelectedTable<'_>) -> Sign {
        let paper = match self.paper {
            Size::A4 => Paper::A4,
            Size::A5 => Paper::A5,
        };
        let mut sign = Sign::new(table.book, table.game, &table.chosen).on(paper);
        if let Some(house) = &table.of_house {
            sign = sign.headed(&house.heading).counted_in(&house.currency);
        }
        if let Some(heading) = &self.heading {
            sign = sign.headed(heading);
        }
        sign
    }
}
