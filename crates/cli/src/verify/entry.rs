//! `croupier verify` for an entry of a journal, such as one's own bet: whether it is in the transparency log of its house.

use std::process::ExitCode;

use croupier_house::event::Event;
use croupier_house::ids::Actor;
use croupier_house::journal::{Entry, JournalError};
use croupier_transparency::{EntryCheck, EntryProof, EntryProofReport};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::layout::paragraph;
use crate::output::{print, print_json};

/// The proof in a file; `None` if the file is about something else.
pub(super) fn read(bytes: &[u8]) -> Option<Result<EntryProof, String>> {
    let document: Value = serde_json::from_slice(bytes).ok()?;
    document.get("inclusion")?;
    Some(serde_json::from_value(document).map_err(|error| error.to_string()))
}

/// One line of the report.
struct Line {
    name: &'static str,
    says: Result<String, String>,
}

/// Checks a proof and prints what is found.
pub(super) fn checked(
    name: &str,
    proof: &EntryProof,
    noted: Option<&str>,
    in_json: bool,
) -> Result<ExitCode, Failure> {
    let report =
        proof.examine(noted).map_err(|error| Failure::usage(format!("{name} is not a proof: {error}")))?;
    let entry = Entry::read_alone(proof.entry.as_slice());
    let lines = lines(proof, &entry, &report);
    let is_good = lines.iter().all(|line| line.says.is_ok());
    if in_json {
        print_json(&as_json(name, proof, &entry, &report, &lines))?;
    } else {
        print(as_text(name, &lines, noted.is_some()))?;
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn lines(proof: &EntryProof, entry: &Result<Entry, JournalError>, report: &EntryProofReport) -> Vec<Line> {
    let first = Line { name: "entry", says: entry_line(proof, entry, report) };
    let others = report.checks.iter().map(|(check, result)| Line {
        name: check.name(),
        says: match result {
            Ok(()) => Ok(good(*check, proof, report)),
            Err(failure) => Err(failure.to_string()),
        },
    });
    std::iter::once(first).chain(others).collect()
}

/// What the entry says, if it belongs where the proof has it.
fn entry_line(
    proof: &EntryProof,
    entry: &Result<Entry, JournalError>,
    report: &EntryProofReport,
) -> Result<String, String> {
    let entry = entry.as_ref().map_err(ToString::to_string)?;
    let (sequence, house) = (entry.body.sequence, entry.stream.house.0);
    if Some(proof.inclusion.index) != sequence.checked_sub(1) || house != report.checkpoint.origin.house {
        return Err(format!(
            "it is entry {sequence} of house {house}, and not leaf {} of the log of house {}",
            proof.inclusion.index, report.checkpoint.origin.house
        ));
    }
    Ok(described(entry))
}

/// An entry in words.
fn described(entry: &Entry) -> String {
    let at = Timestamp::from_millisecond(entry.body.at)
        .map_or_else(|_| "an unknown time".to_owned(), |at| at.to_string());
    let by = match entry.body.by {
        Actor::Person(person) => format!("person {}", person.0),
        Actor::House => "the house".to_owned(),
    };
    let place = entry
        .stream
        .table
        .map_or_else(|| "in the office".to_owned(), |table| format!("at table {}", table.0));
    format!("{by} {place} at {at}: {}", event_text(&entry.body.event))
}

/// The acts of an event in the notation; otherwise its name.
fn event_text(event: &Event) -> String {
    if let Event::Acted { lines, .. } = event {
        return lines.lines().collect::<Vec<_>>().join("; ");
    }
    match serde_json::to_value(event) {
        Ok(Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
        Ok(Value::String(name)) => name,
        _ => "an event".to_owned(),
    }
}

fn good(check: EntryCheck, proof: &EntryProof, report: &EntryProofReport) -> String {
    let (index, size) = (proof.inclusion.index, proof.inclusion.size);
    match check {
        EntryCheck::Tree => format!("the entry is leaf {index} of the tree of {size} entries"),
        EntryCheck::Signature => {
            format!("the house has signed this tree, in the log {}", report.checkpoint.log_name())
        }
        EntryCheck::Key => "the key is the one that you noted".to_owned(),
    }
}

fn as_text(name: &str, lines: &[Line], is_key_noted: bool) -> String {
    let head = format!("{name}: an entry of a journal");
    let numbered = (1..).zip(lines).map(|(number, line)| {
        let (sign, says) = match &line.says {
            Ok(says) => ("good ", says),
            Err(says) => ("FALSE", says),
        };
        format!("{number}. {sign}  {:<10}  {says}", line.name)
    });
    let mut text: Vec<String> = std::iter::once(head).chain(numbered).chain([String::new()]).collect();
    let failures = lines.iter().filter(|line| line.says.is_err()).count();
    text.push(paragraph(match (failures, is_key_noted) {
        (0, true) => "The house has signed a journal that has this entry. It cannot change it without being found out.",
        (0, false) => {
            "The proof is consistent. To check that the key is that of the house, compare it with the one that you noted: use --key."
        }
        _ => "This does not show that the house has the entry in its journal. Keep the file, and open a dispute.",
    }));
    text.join("\n")
}

fn as_json(
    name: &str,
    proof: &EntryProof,
    entry: &Result<Entry, JournalError>,
    report: &EntryProofReport,
    lines: &[Line],
) -> Value {
    let step = |line: &Line| match &line.says {
        Ok(says) => json!({ "step": line.name, "good": true, "says": says }),
        Err(says) => json!({ "step": line.name, "good": false, "says": says, "discrepancy": line.name }),
    };
    let failed: Vec<&str> = lines.iter().filter(|line| line.says.is_err()).map(|line| line.name).collect();
    let entry = entry.as_ref().ok().map(|entry| {
        json!({
            "house": entry.stream.house.0,
            "table": entry.stream.table.map(|table| table.0),
            "sequence": entry.body.sequence,
            "version": entry.body.version,
            "at": entry.body.at,
            "person": entry.body.by.person().map(|person| person.0),
            "event": entry.body.event,
        })
    });
    json!({
        "file": name,
        "log": report.checkpoint.log_name(),
        "index": proof.inclusion.index,
        "size": proof.inclusion.size,
        "good": failed.is_empty(),
        "discrepancies": failed,
        "steps": lines.iter().map(step).collect::<Vec<_>>(),
        "entry": entry,
    })
}
