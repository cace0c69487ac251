//! Rules flipped in a copy of a book: the journal pins the copy, the auditor has it too, and what was played does not
//! follow from it any more. Whether a journal exercises a rule at all is asked of the judge, who knows nothing of houses.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_audit::{AuditFinding, ExportedJournal, audit_house};
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::journal::Hash;
use croupier_house::table::Pace;
use croupier_rules::book::{Book, Mutation, Shelf, with_value, without_mutations};
use croupier_rules::judge_by;
use jiff::civil::{Date, date};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::fault::{FaultGroup, PlantedFault, Splice};
use crate::good::GoodJournal;
use crate::seal::{Sealing, planted};

/// The law of a record is that of its own date.
const TODAY: Date = date(2026, 1, 1);

/// What came of a rule that was flipped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum FlipOutcome {
    /// The audit noticed it.
    Noticed {
        /// The first finding.
        by: &'static str,
        /// Whether the judge comes to another verdict on a record of the journal.
        exercised: bool,
    },
    /// The journal does not exercise the rule: the judge comes to the same verdicts.
    NotExercised,
    /// The judge comes to another verdict, and the audit noticed nothing.
    Missed,
}

/// A rule that was flipped, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleFlip {
    /// The book.
    pub rulebook: String,
    /// The keys that lead to the rule, or the provision whose mutation was made.
    pub at: String,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: FlipOutcome,
}

/// A record of the journal, with the book and the game that it was played by.
struct PlayedRecord {
    digest: Hash,
    game: String,
    text: String,
}

/// A changed text of an edition that the journal has.
struct Flip {
    rulebook: String,
    digest: Hash,
    at: String,
    text: String,
}

/// Flips every value of the games that a journal plays, and makes every mutation that its books list; takes every so
/// many of them.
///
/// # Errors
/// When the journal cannot be opened.
pub fn flip_rules(good: &GoodJournal, every: usize) -> Result<Vec<RuleFlip>, String> {
    let records = records(good)?;
    let flips: Vec<Flip> = flips(good, &records).into_iter().step_by(every.max(1)).collect();
    Ok(flips.into_par_iter().map(|flip| proved(good, &records, flip)).collect())
}

/// A copy of a book in which only a comment is another one changes nothing: the audit finds nothing.
///
/// # Errors
/// When it finds something.
pub fn unflipped(good: &GoodJournal) -> Result<(), String> {
    for (_, body) in &good.drafts() {
        let Event::EditionStored { rulebook, digest, text } = &body.event else { continue };
        let text = format!("{text}\n# the same rules\n");
        let flip = Flip { rulebook: rulebook.to_string(), digest: *digest, at: String::new(), text };
        if let Some(finding) = finding(good, &flip)? {
            return Err(finding.to_string());
        }
    }
    Ok(())
}

/// The records of all rounds, as far as they were played.
fn records(good: &GoodJournal) -> Result<Vec<PlayedRecord>, String> {
    let mut house = House::new(good.house, good.shelf, "lab", Pace::NONE);
    let mut found = BTreeMap::new();
    for entry in &good.entries {
        house.apply(entry).map_err(|why| why.to_string())?;
        let Some(table) = entry.stream.table.and_then(|id| house.table(id).ok()) else { continue };
        let Some(live) = table.live.as_ref().filter(|live| live.began) else { continue };
        let record = PlayedRecord {
            digest: live.in_force.digest,
            game: table.game.to_string(),
            text: live.record.clone(),
        };
        // The record after the last entry that it has.
        found.insert((table.id, table.records), record);
    }
    Ok(found.into_values().collect())
}

fn flips(good: &GoodJournal, records: &[PlayedRecord]) -> Vec<Flip> {
    let mut all = Vec::new();
    for entry in &good.entries {
        let Event::EditionStored { rulebook, digest, text } = &entry.body.event else { continue };
        let mut games: Vec<&str> = records
            .iter()
            .filter(|record| record.digest == *digest)
            .filter_map(|record| record.game.split('/').nth(1))
            .collect();
        games.sort_unstable();
        games.dedup();
        let texts = games.iter().flat_map(|game| values(text, game)).chain(mutations(text, &games));
        all.extend(texts.map(|(at, text)| Flip {
            rulebook: rulebook.to_string(),
            digest: *digest,
            at,
            text,
        }));
    }
    all
}

/// Texts in which one value of a game is another one.
fn values(text: &str, game: &str) -> Vec<(String, String)> {
    let Ok(root) = toml::from_str::<toml::Value>(text) else { return Vec::new() };
    let Some(own) = root.get("game").and_then(|games| games.get(game)) else { return Vec::new() };
    let (mut words, mut leaves) = (BTreeMap::new(), Vec::new());
    walk(own, &mut vec!["game".to_owned(), game.to_owned()], &mut |path, value| {
        if let Some(word) = value.as_str() {
            let known: &mut Vec<String> = words.entry(path.last().cloned().unwrap_or_default()).or_default();
            known.push(word.to_owned());
        }
        leaves.push((path.to_vec(), value.clone()));
    });
    let mut all = Vec::new();
    for (path, value) in leaves {
        let none = Vec::new();
        let known = path.last().and_then(|key| words.get(key)).unwrap_or(&none);
        for other in others(&value, known) {
            let at = path.join("/");
            let Some(changed) = with_value(text, &at, &other).and_then(|text| without_mutations(&text))
            else {
                continue;
            };
            if Book::read("the copy", &changed).is_ok() {
                all.push((format!("{at} = {other}"), changed));
            }
        }
    }
    all
}

/// Visits every value that has no others in it.
fn walk(value: &toml::Value, path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], &toml::Value)) {
    match value {
        toml::Value::Table(fields) => {
            for (key, field) in fields {
                path.push(key.clone());
                walk(field, path, visit);
                path.pop();
            }
        }
        toml::Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                walk(item, path, visit);
                path.pop();
            }
        }
        leaf => visit(path, leaf),
    }
}

/// Other values for a rule.
fn others(value: &toml::Value, known: &[String]) -> Vec<toml::Value> {
    match value {
        toml::Value::Boolean(is) => vec![(!is).into()],
        toml::Value::Integer(number) => vec![(number + 1).into(), (number - 1).into()],
        toml::Value::String(word) => {
            let mut others: Vec<&String> = known.iter().filter(|other| *other != word).collect();
            others.dedup();
            others.into_iter().take(2).map(|other| other.as_str().into()).collect()
        }
        _ => Vec::new(),
    }
}

/// The texts with the mutations that the provisions of these games list.
fn mutations(text: &str, games: &[&str]) -> Vec<(String, String)> {
    let Ok(book) = Book::read("the edition", text) else { return Vec::new() };
    let mut all = Vec::new();
    for provision in book.provisions() {
        let Some(Mutation::Set { at, to }) = &provision.mutation else { continue };
        let is_own =
            provision.games.is_empty() || provision.games.iter().any(|game| games.contains(&game.as_str()));
        let changed = with_value(text, at, to).and_then(|text| without_mutations(&text));
        let changed = changed.filter(|changed| is_own && Book::read("the copy", changed).is_ok());
        all.extend(changed.map(|changed| (format!("{}: {at} = {to}", provision.id), changed)));
    }
    all
}

fn proved(good: &GoodJournal, records: &[PlayedRecord], flip: Flip) -> RuleFlip {
    let exercised = is_exercised(good, records, &flip);
    let outcome = match (finding(good, &flip), exercised) {
        (Ok(Some(finding)), exercised) => FlipOutcome::Noticed { by: finding.kind.id(), exercised },
        (Ok(None), false) => FlipOutcome::NotExercised,
        (Ok(None) | Err(_), _) => FlipOutcome::Missed,
    };
    RuleFlip { rulebook: flip.rulebook, at: flip.at, outcome }
}

/// Whether the judge comes to another verdict on a record that was played by the edition.
fn is_exercised(good: &GoodJournal, records: &[PlayedRecord], flip: &Flip) -> bool {
    let books =
        text_of(good, flip).map(|text| (Book::read("the edition", text), Book::read("the copy", &flip.text)));
    let Some((Ok(own), Ok(copy))) = books else { return false };
    records.iter().filter(|record| record.digest == flip.digest).any(|record| {
        let verdict = |book: &Book| {
            let verdict = judge_by(book, record.text.as_bytes(), TODAY).ok()?;
            let rows = verdict.rows.iter().map(|row| (row.outcome.name(), row.returned)).collect::<Vec<_>>();
            Some((rows, verdict.net, verdict.bank))
        };
        verdict(&own) != verdict(&copy)
    })
}

/// The text of the edition as it was.
fn text_of<'g>(good: &'g GoodJournal, flip: &Flip) -> Option<&'g str> {
    good.entries.iter().find_map(|entry| match &entry.body.event {
        Event::EditionStored { digest, text, .. } if *digest == flip.digest => Some(&**text),
        _ => None,
    })
}

/// The first finding of an auditor who has the copy of the book, on the journal that pins it.
fn finding(good: &GoodJournal, flip: &Flip) -> Result<Option<AuditFinding>, String> {
    let mut shelf: Shelf = good.shelf.same_books();
    // Of an earlier edition the journal has the text, and the auditor needs none.
    let own = blake3::Hash::from_bytes(flip.digest).to_hex();
    if shelf.book(&flip.rulebook).is_ok_and(|book| book.digest() == own.as_str()) {
        shelf.add("the copy", &flip.text).map_err(|error| error.to_string())?;
    }
    let digest = *blake3::hash(flip.text.as_bytes()).as_bytes();
    let splices = good.drafts().into_iter().enumerate().filter_map(|(at, (stream, body))| {
        let mut changed = body.clone();
        changed.event = renamed(&body.event, flip, text_of(good, flip)?, digest)?;
        (changed != body).then(|| Splice { at, out: 1, put: vec![(stream, changed)] })
    });
    let splices: Vec<Splice> = splices.collect();
    let first = splices.first().cloned().ok_or("no entry names the book")?;
    let mut fault = PlantedFault::at(FaultGroup::Named, "rule-flipped", &*flip.at, first);
    fault.splices = splices;
    let entries = planted(good, &fault, Sealing::Sealed).ok_or("it cannot be written")?;
    let copy = ExportedJournal::of(entries);
    let audited = catch_unwind(AssertUnwindSafe(|| audit_house(&copy, &shelf, good.house, 1, 0, &|_| {})));
    let report = audited.map_err(|_| "the audit breaks off")?.map_err(|error| error.to_string())?;
    Ok(report.findings.into_iter().next())
}

/// An event with the copy in the place of the edition, in whichever field it is named or proposed.
fn renamed(event: &Event, flip: &Flip, text: &str, digest: Hash) -> Option<Event> {
    if let Event::EditionStored { rulebook, digest: own, .. } = event
        && *own == flip.digest
    {
        let text = flip.text.as_str().into();
        return Some(Event::EditionStored { rulebook: rulebook.clone(), digest, text });
    }
    let (from, to) = (serde_json::json!(flip.digest), serde_json::json!(digest));
    let mut value = serde_json::to_value(event).ok()?;
    replace(&mut value, &from, &to);
    replace(&mut value, &text.into(), &flip.text.as_str().into());
    serde_json::from_value(value).ok()
}

fn replace(value: &mut Value, from: &Value, to: &Value) {
    if value == from {
        *value = to.clone();
        return;
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|field| replace(field, from, to)),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, from, to)),
        _ => {}
    }
}
