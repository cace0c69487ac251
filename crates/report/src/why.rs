//! Explanations of the judge, step by step: as JSON and as text.

use croupier_kit::Money;
use croupier_rules::book::{Book, Provision, Shelf};
use croupier_rules::{Consequence, Judged, Step};
use serde_json::{Value, json};

use crate::layout::paragraph;
use crate::text_table::TextTable;
use crate::verdict::{inadmissible_json, verdict_json};

/// The explanation as text that is set to this width: the law, the steps, the results, and the text of the provisions.
pub fn why_text(judged: &Judged, shelf: &Shelf, width: Option<usize>) -> String {
    let book = book_of(judged, shelf);
    let mut lines: Vec<String> = Vec::new();
    if let (Some(book), Some(under)) = (book, &judged.argument.under) {
        lines.push(format!("Judged by {}, as in force on {}.", book.title(), under.day));
    }
    lines.extend((1..).zip(&judged.argument.steps).flat_map(|(number, step)| step_lines(number, step)));
    match &judged.verdict {
        Ok(verdict) => {
            lines.push(String::new());
            lines.extend(verdict.net.iter().map(|(name, sum)| format!("So {name} {}.", ends(*sum))));
            lines.push(format!("The bank {}.", ends(verdict.bank)));
        }
        Err(inadmissible) => lines.push(format!("The record ends here: inadmissible at {inadmissible}.")),
    }
    let mut parts: Vec<String> = lines.iter().map(|line| paragraph(line, width)).collect();
    parts.extend(provisions(judged, book, width));
    parts.join("\n")
}

/// The final win or loss of a player, in words.
fn ends(sum: Money) -> String {
    match sum.minor() {
        0 => "breaks even".to_owned(),
        1.. => format!("wins {sum}"),
        _ => format!("loses {}", sum.to_string().trim_start_matches('-')),
    }
}

fn step_lines(number: u32, step: &Step) -> Vec<String> {
    let lies = if step.lies.is_empty() { String::new() } else { format!(" ({})", step.lies) };
    let mut lines = vec![format!("{number:3}. line {}: {}{lies}", step.line, step.act)];
    for consequence in &step.follows {
        let because = match consequence.cites.as_slice() {
            [] => String::new(),
            cites => format!(", by {}", cites.join(", ")),
        };
        lines.push(format!("       {}{because}.", capitalised(&consequence.says)));
    }
    lines
}

/// The text and readings of the cited provisions, each listed once.
fn provisions(judged: &Judged, book: Option<&Book>, width: Option<usize>) -> Option<String> {
    let book = book?;
    let follows = judged.argument.steps.iter().flat_map(|step| &step.follows);
    let broken = judged.verdict.as_ref().err().into_iter().flat_map(|inadmissible| &inadmissible.cites);
    let cited: Vec<&String> = follows.flat_map(|consequence| &consequence.cites).chain(broken).collect();
    let mut said = TextTable::new(["provision", "what it says"], width);
    for provision in
        book.provisions().iter().filter(|provision| cited.iter().any(|cite| is_of(provision, cite)))
    {
        let reading = provision
            .reading
            .as_ref()
            .map(|reading| format!("\nHow it is read: {reading}"))
            .unwrap_or_default();
        said.add_row([provision.id.clone(), format!("{}{reading}", provision.gist)]);
    }
    (!said.is_empty()).then(|| format!("\n{said}"))
}

/// Whether a citation refers to a provision: to its own id or to that of its parent.
fn is_of(provision: &Provision, cite: &str) -> bool {
    let rest = provision.id.strip_prefix(cite);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', ' ', '.']))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The rulebook that applied to the round, as of that day.
fn book_of<'s>(judged: &Judged, shelf: &'s Shelf) -> Option<&'s Book> {
    let under = judged.argument.under.as_ref()?;
    shelf.book(&under.rulebook).ok().map(|book| book.on(under.day))
}

/// The verdict as JSON, or why there is none, with the explanation.
pub fn judged_json(judged: &Judged, shelf: &Shelf) -> Value {
    let mut answer = judged.verdict.as_ref().map_or_else(inadmissible_json, verdict_json);
    answer["why"] = argument_json(judged, shelf);
    answer
}

/// The explanation of a round, step by step, with what each cited provision says.
pub fn argument_json(judged: &Judged, shelf: &Shelf) -> Value {
    let book = book_of(judged, shelf);
    let because = |cite: &String| {
        let provision =
            book.and_then(|book| book.provisions().iter().find(|provision| provision.id == *cite));
        json!({ "id": cite, "gist": provision.map(|p| &p.gist), "reading": provision.and_then(|p| p.reading.as_ref()) })
    };
    let follows = |c: &Consequence| json!({ "bet": c.bet, "says": c.says, "because": c.cites.iter().map(because).collect::<Vec<_>>() });
    let step = |step: &Step| json!({ "line": step.line, "act": step.act, "lies": step.lies, "follows": step.follows.iter().map(follows).collect::<Vec<_>>() });
    judged.argument.steps.iter().map(step).collect()
}
