//! `croupier adjudicate`: judges a record.

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_report::{inadmissible_json, judged_json, verdict_json, verdict_text, why_text};
use croupier_rules::book::Shelf;
use croupier_rules::{Inadmissible, judge, judge_explained};
use jiff::civil::Date;

use crate::failure::Failure;
use crate::input_file::{display_name, read_bytes};
use crate::layout::width;
use crate::output::{print, print_json};

/// The separator between two records of a batch.
const FORM_FEED: &[u8] = b"\x0c\n";

#[derive(Args)]
pub(crate) struct AdjudicateArgs {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    file: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Explain the round step by step: what happened, which provision applies, what follows
    #[arg(long, conflicts_with = "batch")]
    why: bool,
    /// With --json: judge many records, separated by lines with a form feed; prints one object per line
    #[arg(long, requires = "json")]
    batch: bool,
}

pub(crate) fn run(command: &AdjudicateArgs, shelf: &Shelf, today: Date) -> Result<ExitCode, Failure> {
    let record = read_bytes(&command.file)?;
    if command.batch {
        return run_batch(&record, shelf, today);
    }
    if command.why {
        return run_why(command, &record, shelf, today);
    }
    match (judge(shelf, &record, today), command.json) {
        (Ok(verdict), true) => print_json(&verdict_json(&verdict))?,
        (Ok(verdict), false) => print(verdict_text(&verdict, width()))?,
        (Err(inadmissible), json) => return report_inadmissible(&inadmissible, &command.file, json),
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the verdict with its explanation.
fn run_why(command: &AdjudicateArgs, record: &[u8], shelf: &Shelf, today: Date) -> Result<ExitCode, Failure> {
    let judged = judge_explained(shelf, record, today);
    if command.json {
        print_json(&judged_json(&judged, shelf))?;
    } else {
        print(why_text(&judged, shelf, width()))?;
    }
    Ok(if judged.verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Prints one line of JSON per record. The exit status shows only whether the batch was read.
fn run_batch(records: &[u8], shelf: &Shelf, today: Date) -> Result<ExitCode, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut rest = records;
    loop {
        let at_line = |place: &usize| *place == 0 || rest[*place - 1] == b'\n';
        let cut = rest
            .windows(2)
            .enumerate()
            .find(|(place, pair)| *pair == FORM_FEED && at_line(place))
            .map(|(place, _)| place);
        let record = &rest[..cut.unwrap_or(rest.len())];
        let answer = judge(shelf, record, today)
            .map_or_else(|error| inadmissible_json(&error), |verdict| verdict_json(&verdict));
        writeln!(out, "{answer}")?;
        match cut {
            Some(place) => rest = &rest[place + FORM_FEED.len()..],
            None => break,
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn report_inadmissible(inadmissible: &Inadmissible, file: &str, json: bool) -> Result<ExitCode, Failure> {
    if json {
        print_json(&inadmissible_json(inadmissible))?;
    } else {
        eprintln!("croupier: {}: inadmissible at {inadmissible}", display_name(file));
    }
    Ok(ExitCode::from(2))
}
