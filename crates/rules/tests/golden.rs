//! Golden rounds: records with their verdicts, as the second judge gave them.
//!
//! One test a record of `tests/rounds`; how to add one stands in its README.

mod example_books;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use croupier_rules::book::Shelf;
use croupier_rules::table::{StakeVerdict, Verdict};
use croupier_rules::{Inadmissible, judge, judge_by, judge_explained, judge_explained_by};
use jiff::civil::{Date, date};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Map, Value, json};

/// The books that are built in, and the example books.
static SHELF: LazyLock<Shelf> = LazyLock::new(example_books::shelf);

fn main() -> std::process::ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds");
    let files = files(&root);
    let records = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "round"));
    let mut trials: Vec<Trial> = records.map(|file| golden(&root, file)).collect();
    let without_record = strays(&files);
    trials.push(Trial::test("every_game_of_a_book_has_a_golden_round", move || none(&games_without(&root))));
    trials.push(Trial::test("every_verdict_has_its_record", move || none(&without_record)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in read {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The test of one record.
fn golden(root: &Path, file: &Path) -> Trial {
    let name = file.strip_prefix(root).unwrap_or(file).with_extension("");
    let file = file.to_owned();
    Trial::test(name.display().to_string(), move || {
        let found = verdict(&fs::read(&file)?);
        let beside = file.with_extension("json");
        let text = fs::read_to_string(&beside).map_err(|error| format!("{}: {error}", beside.display()))?;
        let expected: Value = serde_json::from_str(&text)?;
        if found == expected { Ok(()) } else { Err(differences(&expected, &found)) }
    })
}

/// A record is judged by its own book as it is by all books, with the same argument. No other book judges it.
fn assert_one_book(record: &[u8], found: Result<&Verdict, &Inadmissible>, today: Date) {
    for book in SHELF.books() {
        if !String::from_utf8_lossy(record).contains(&format!("{}/", book.id())) {
            assert!(judge_by(book, record, today).is_err(), "{} is another book", book.id());
            continue;
        }
        assert_eq!(judge_by(book, record, today).as_ref(), found);
        let (one, all) = (judge_explained_by(book, record, today), judge_explained(&SHELF, record, today));
        assert_eq!(
            (one.verdict.as_ref(), format!("{:?}", one.argument)),
            (found, format!("{:?}", all.argument))
        );
    }
}

/// The verdict as `croupier adjudicate --json` has it, without the words for people.
fn verdict(record: &[u8]) -> Value {
    let (today, found) = (date(2020, 1, 1), judge(&SHELF, record, date(2020, 1, 1)));
    assert_one_book(record, found.as_ref(), today);
    match found {
        Ok(verdict) => verdict_json(&verdict),
        Err(Inadmissible { line, cites, .. }) => json!({ "error": { "line": line, "cites": cites } }),
    }
}

fn verdict_json(verdict: &Verdict) -> Value {
    let net: Map<String, Value> =
        verdict.net.iter().map(|(name, sum)| (name.clone(), json!(sum.to_string()))).collect();
    let rows: Vec<Value> = verdict.rows.iter().map(row_json).collect();
    json!({ "rules": verdict.rules, "bets": rows, "net": net, "bank": verdict.bank.to_string() })
}

fn row_json(row: &StakeVerdict) -> Value {
    let mut found = json!({
        "bet": row.bet,
        "player": row.player,
        "wager": row.wager,
        "hand": row.hand,
        "of": row.of,
        "stake": row.stake.to_string(),
        "commission": row.commission.map(|charged| charged.to_string()),
        "bonus": row.bonus.map(|bonus| bonus.to_string()),
        "outcome": row.outcome.name(),
        "odds": row.odds.map(|odds| odds.to_string()),
        "profit": row.profit.to_string(),
        "returned": row.returned.to_string(),
        "cites": row.cites,
    });
    if let Some(row) = found.as_object_mut() {
        row.retain(|_, value| !value.is_null());
    }
    found
}

/// Where two verdicts part: the rows that differ, or all of both.
fn differences(expected: &Value, found: &Value) -> Failed {
    let rows = |verdict: &Value| verdict["bets"].as_array().cloned().unwrap_or_default();
    let (due, rows) = (rows(expected), rows(found));
    let pairs = due.iter().zip(&rows).filter(|(due, row)| due != row);
    let differences: Vec<String> =
        pairs.map(|(due, row)| format!("expected {due}\n   found {row}")).collect();
    if differences.is_empty() {
        format!("expected {expected}\n   found {found}").into()
    } else {
        differences.join("\n").into()
    }
}

fn none(faults: &[String]) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// The games of the built-in books that have no record.
fn games_without(root: &Path) -> Vec<String> {
    let games =
        SHELF.books().iter().flat_map(|book| book.games().iter().map(move |game| (book.id(), game.id())));
    let has_record = |folder: &Path| {
        folder.is_dir()
            && files(folder).iter().any(|file| file.extension().is_some_and(|ending| ending == "round"))
    };
    let lacking = games.filter(|(book, game)| !has_record(&root.join(book).join(game)));
    lacking.map(|(book, game)| format!("{book}/{game} has no golden round")).collect()
}

/// Verdicts without a record.
fn strays(files: &[PathBuf]) -> Vec<String> {
    let verdicts = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    let stray = verdicts.filter(|file| !files.contains(&file.with_extension("round")));
    stray.map(|file| format!("{} has no record", file.display())).collect()
}
