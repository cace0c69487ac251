//! `croupier adjudicate`: judges a record.

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_rules::table::{StakeVerdict, Verdict};
use croupier_rules::{Inadmissible, judge, judge_explained};
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::input_file::{display_name, read_bytes};
use crate::output::{print, print_json, table};
use crate::why;

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
        (Ok(verdict), false) => print(verdict_text(&verdict))?,
        (Err(inadmissible), json) => return report_inadmissible(&inadmissible, &command.file, json),
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the verdict with its explanation.
fn run_why(command: &AdjudicateArgs, record: &[u8], shelf: &Shelf, today: Date) -> Result<ExitCode, Failure> {
    let judged = judge_explained(shelf, record, today);
    if command.json {
        let mut answer = judged.verdict.as_ref().map_or_else(error_json, verdict_json);
        answer["why"] = why::json(&judged, shelf);
        print_json(&answer)?;
    } else {
        print(why::text(&judged, shelf))?;
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
            .map_or_else(|error| error_json(&error), |verdict| verdict_json(&verdict));
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
        print_json(&error_json(inadmissible))?;
    } else {
        eprintln!("croupier: {}: inadmissible at {inadmissible}", display_name(file));
    }
    Ok(ExitCode::from(2))
}

fn error_json(error: &Inadmissible) -> Value {
    json!({ "error": { "line": error.line, "message": error.message, "cites": error.cites } })
}

fn verdict_json(verdict: &Verdict) -> Value {
    let net: Map<String, Value> =
        verdict.net.iter().map(|(name, sum)| (name.clone(), json!(sum.to_string()))).collect();
    let rows: Vec<Value> = verdict.rows.iter().map(row_json).collect();
    json!({ "rules": verdict.rules, "bets": rows, "net": net, "bank": verdict.bank.to_string() })
}

/// One stake as JSON. Keys that do not apply are absent.
fn row_json(row: &StakeVerdict) -> Value {
    let pairs = [
        ("bet", Some(json!(row.bet))),
        ("player", Some(json!(row.player))),
        ("wager", Some(json!(row.wager))),
        ("hand", row.hand.as_ref().map(|hand| json!(hand))),
        ("of", row.of.map(|of| json!(of))),
        ("stake", Some(json!(row.stake.to_string()))),
        ("commission", row.commission.map(|charged| json!(charged.to_string()))),
        ("bonus", row.bonus.map(|bonus| json!(bonus.to_string()))),
        ("outcome", Some(json!(row.outcome.name()))),
        ("odds", row.odds.map(|odds| json!(odds.to_string()))),
        ("reason", row.reason.as_ref().map(|reason| json!(reason))),
        ("profit", Some(json!(row.profit.to_string()))),
        ("returned", Some(json!(row.returned.to_string()))),
        ("cites", Some(json!(row.cites))),
    ];
    Value::Object(
        pairs.into_iter().filter_map(|(key, value)| value.map(|value| (key.to_owned(), value))).collect(),
    )
}

/// The verdict as a text table.
fn verdict_text(verdict: &Verdict) -> String {
    let mut table =
        table(["bet", "player", "wager", "stake", "outcome", "odds", "profit", "returned", "because"]);
    for row in &verdict.rows {
        table.add_row(row_cells(row));
    }
    table.align_right(&[0, 3, 6, 7]);
    let mut parts = vec![verdict.rules.clone()];
    parts.push(if verdict.rows.is_empty() { "No bets were made.".to_owned() } else { table.to_string() });
    parts.extend(verdict.net.iter().map(|(name, sum)| format!("{name:>12}  {sum:>14}")));
    parts.push(format!("{:>12}  {:>14}", "bank", verdict.bank));
    parts.join("\n")
}

/// The odds, the commission and the bonus of a stake.
fn paid_at(row: &StakeVerdict) -> String {
    let odds = row.odds.map(|odds| odds.to_string()).unwrap_or_default();
    match (row.commission, row.bonus) {
        (Some(charged), _) => format!("{odds} less {charged}"),
        (None, Some(bonus)) => format!("bonus {bonus}"),
        (None, None) => odds,
    }
}

fn row_cells(row: &StakeVerdict) -> [String; 9] {
    let hand = row.hand.as_ref().map(|hand| format!(" (hand {hand})")).unwrap_or_default();
    let because = match &row.reason {
        Some(reason) if row.cites.is_empty() => reason.clone(),
        Some(reason) => format!("{reason} ({})", row.cites.join(", ")),
        None => row.cites.join(", "),
    };
    [
        row.bet.to_string(),
        row.player.clone(),
        format!("{}{hand}", row.wager),
        row.stake.to_string(),
        row.outcome.name().to_owned(),
        paid_at(row),
        row.profit.to_string(),
        row.returned.to_string(),
        because,
    ]
}
