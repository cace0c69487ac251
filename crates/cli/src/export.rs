//! `croupier export`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_export::{ExportFormat, ExportTable, TABLES};
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::export::{ExportRequest, FigurePeriod, export};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::count::count;
use crate::failure::Failure;

/// What is exported, in the help.
const HELP: &str = "\
Tables: rounds, wagers (each stake with what came back, its kind and the provisions that decided it), ledger (each leg of each \
transaction), events, significant_events, and figures_by_table, figures_by_game and figures_by_wager (what was won in each period \
beside its exact mean and variance, with z; also where there was no activity). docs/exports.md has every column with its type and \
meaning. Amounts are exact decimals, times are in UTC with milliseconds.

A server or nodes may use the houses meanwhile, and nothing is changed. What is stored when the export begins is written, without \
the rounds that are not over then: their hidden cards are in the journal. A file has its name only when it is whole. Where \
nothing happened this is said, and the file has its columns and no row. Of hours and days that are not over by the clock, only those \
up to the last entry are in figures.

Exit status: 0 exported, 2 not.";

/// The names of all tables.
const EVERY_TABLE: &str =
    "rounds,wagers,ledger,events,figures_by_table,figures_by_game,figures_by_wager,significant_events";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct ExportArgs {
    /// The data folder; with --store it is not needed
    #[arg(value_name = "DATA", env = "CROUPIER_DATA", default_value = "data", value_hint = ValueHint::DirPath)]
    data: PathBuf,
    /// The `PostgreSQL` database that has the journals, as with `serve`; a standby will do
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// The folder for the files; it is created
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// The format of the files: csv or parquet
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = format)]
    format: ExportFormat,
    /// The tables, separated by commas
    #[arg(long, value_name = "TABLES", value_delimiter = ',', default_value = EVERY_TABLE, value_parser = table)]
    tables: Vec<&'static ExportTable>,
    /// Only the house with this number
    #[arg(long, value_name = "NUMBER", value_parser = count::<u16>)]
    house: Option<u16>,
    /// The first day, in UTC; rounds count when they were over
    #[arg(long, value_name = "DATE")]
    from: Option<Date>,
    /// The last day, in UTC
    #[arg(long, value_name = "DATE")]
    to: Option<Date>,
    /// What figures are summed over: hour, day (in UTC) or whole, which is all from --from to --to
    #[arg(long, value_name = "PERIOD", default_value = "day", value_parser = period)]
    period: FigurePeriod,
}

fn period(name: &str) -> Result<FigurePeriod, String> {
    let found = FigurePeriod::ALL.into_iter().find(|period| period.name() == name);
    found.ok_or_else(|| "write hour, day or whole".to_owned())
}

fn format(name: &str) -> Result<ExportFormat, String> {
    let found = ExportFormat::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| "write csv or parquet".to_owned())
}

fn table(name: &str) -> Result<&'static ExportTable, String> {
    let names = || TABLES.map(|table| table.name).join(", ");
    let found = TABLES.into_iter().find(|table| table.name == name);
    found.ok_or_else(|| format!("there is no such table: there are {}", names()))
}

/// The beginning of a day in UTC, in milliseconds since 1970.
fn midnight(day: Date) -> Result<i64, Failure> {
    let begins = day.to_zoned(TimeZone::UTC).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(begins.timestamp().as_millisecond())
}

pub(crate) fn run(command: &ExportArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::usage(error.to_string());
    let from = command.from.map_or(Ok(i64::MIN), midnight)?;
    let to = match command.to {
        Some(day) => midnight(day.tomorrow().map_err(|error| failed(&error))?)?,
        None => i64::MAX,
    };
    if from >= to {
        return Err(Failure::usage("--from is after --to".to_owned()));
    }
    let mut tables: Vec<&'static ExportTable> = Vec::new();
    for table in &command.tables {
        if !tables.iter().any(|known| known.name == table.name) {
            tables.push(table);
        }
    }
    let request = ExportRequest {
        data: command.data.clone(),
        store: command.store.clone(),
        out: command.out.clone(),
        format: command.format,
        tables,
        house: command.house,
        between: (from, to),
        period: command.period,
        now: Timestamp::now().as_millisecond(),
    };
    // The rulebooks are used until the program ends.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let files = export(&request, shelf, &mut |line| eprintln!("{line}")).map_err(|error| failed(&error))?;
    let mut out = std::io::stdout().lock();
    for file in files {
        let path = file.path.display();
        match file.rows {
            0 => writeln!(out, "{path}: no activity")?,
            1 => writeln!(out, "{path}: 1 row")?,
            rows => writeln!(out, "{path}: {rows} rows")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_exported_by_default() {
        assert_eq!(EVERY_TABLE, TABLES.map(|table| table.name).join(","));
    }
}
