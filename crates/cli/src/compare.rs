//! `croupier compare`: one family of games under several rulebooks, side by side.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use croupier_report::Comparison;
use croupier_rules::book::Shelf;
use croupier_rules::games::Family;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::layout::width;
use crate::output::{print, print_json};
use crate::spinner::Spinner;

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[arg(value_name = "FAMILY", help = format!("The family: {}", Family::ALL.map(Family::name).join(", ")))]
    family: String,
    /// The rulebooks to compare [default: all that have a game of the family]
    #[arg(value_name = "RULEBOOK")]
    compared: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show only what differs
    #[arg(long)]
    differences: bool,
    /// Skip what each difference costs and what each setting is worth
    #[arg(long)]
    quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal
    Text,
    /// A page to print
    Html,
}

pub(crate) fn run(command: &CompareArgs, shelf: &Shelf, day: Option<Date>) -> Result<ExitCode, Failure> {
    let day = day.unwrap_or(Date::MAX);
    let spinner = Spinner::start("pricing the tables");
    let CompareArgs { family, compared, quick, .. } = command;
    let mut comparison = Comparison::new(shelf, family, compared, day, *quick, &spinner)?;
    drop(spinner);
    if command.differences {
        comparison.only_differences();
    }
    match (command.json, command.format) {
        (true, _) => print_json(&comparison.json())?,
        (false, Format::Text) => print(comparison.text(width()))?,
        (false, Format::Html) => print(comparison.html())?,
    }
    Ok(ExitCode::SUCCESS)
}
