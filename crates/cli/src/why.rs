//! `croupier adjudicate --why`: the round as a numbered argument that a player can follow.

use croupier_rules::book::{Book, Shelf};
use croupier_rules::{Consequence, Judged, Step};
use serde_json::{Value, json};

use crate::output::table;

/// The argument for people: the steps, what each follows from, and at the end what the provisions say.
pub(crate) fn text(judged: &Judged, shelf: &Shelf) -> String {
    let mut lines: Vec<String> =
        (1..).zip(&judged.argument.steps).flat_map(|(number, step)| step_lines(number, step)).collect();
    match &judged.verdict {
        Ok(verdict) => {
            lines.push(String::new());
            lines.extend(verdict.net.iter().map(|(name, sum)| format!("So {name} ends with {sum}.")));
            lines.push(format!("The bank ends with {}.", verdict.bank));
        }
        Err(inadmissible) => lines.push(format!("There the record ends: inadmissible at {inadmissible}.")),
    }
    lines.extend(provisions(judged, book_of(judged, shelf)));
    lines.join("\n")
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

/// What the provisions that were cited say, and how they are read, each once.
fn provisions(judged: &Judged, book: Option<&Book>) -> Option<String> {
    let book = book?;
    let steps = judged
        .argument
        .steps
        .iter()
        .flat_map(|step| &step.follows)
        .flat_map(|consequence| &consequence.cites);
    let cited: Vec<&String> = steps.collect();
    let mut said = table(["provision", "what it says"]);
    for provision in book.provisions().iter().filter(|provision| cited.contains(&&provision.id)) {
        let reading =
            provision.reading.as_ref().map(|reading| format!("\nRead as {reading}")).unwrap_or_default();
        said.add_row([provision.id.clone(), format!("{}{reading}", provision.gist)]);
    }
    (said.row_count() > 0).then(|| format!("\n{said}"))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn book_of<'s>(judged: &Judged, shelf: &'s Shelf) -> Option<&'s Book> {
    let rules = judged.verdict.as_ref().ok().map(|verdict| verdict.rules.as_str())?;
    rules.split_once('/').and_then(|(book, _)| shelf.book(book).ok())
}

/// The argument for machines.
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
