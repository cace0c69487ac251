//! `croupier adjudicate --why`: explains a round step by step.

use croupier_kit::Money;
use croupier_rules::book::{Book, Provision, Shelf};
use croupier_rules::{Consequence, Judged, Step};
use serde_json::{Value, json};

use crate::layout::paragraph;
use crate::output::table;

/// The explanation as text: the law, the steps, the results, and the text of the provisions.
pub(crate) fn text(judged: &Judged, shelf: &Shelf) -> String {
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
    let mut parts: Vec<String> = lines.iter().map(|line| paragraph(line)).collect();
    parts.extend(provisions(judged, book));
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
fn provisions(judged: &Judged, book: Option<&Book>) -> Option<String> {
    let book = book?;
    let follows = judged.argument.steps.iter().flat_map(|step| &step.follows);
    let broken = judged.verdict.as_ref().err().into_iter().flat_map(|inadmissible| &inadmissible.cites);
    let cited: Vec<&String> = follows.flat_map(|consequence| &consequence.cites).chain(broken).collect();
    let mut said = table(["provision", "what it says"]);
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

/// The explanation as JSON.
pub(crate) fn json(judged: &Judged, shelf: &Shelf) -> Value {
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
