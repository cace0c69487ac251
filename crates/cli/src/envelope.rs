//! `croupier rules RULEBOOK/GAME --envelope`: the choices of a house, and their limits.

use croupier_rules::book::{Book, GameBook};
use croupier_rules::house::{EnvelopeItem, Freedom, envelope};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::{print as print_text, print_json, table};

/// Prints the envelope of each game.
pub(crate) fn print<'b>(
    book: &'b Book,
    games: impl Iterator<Item = &'b GameBook>,
    json: bool,
) -> Result<(), Failure> {
    if json {
        let all: Vec<Value> = games.map(|game| envelope_json(book, game)).collect();
        return print_json(&if let [one] = all.as_slice() { one.clone() } else { Value::Array(all) });
    }
    print_text(games.map(|game| envelope_text(book, game)).collect::<Vec<_>>().join("\n\n"))
}

/// The items with one kind of freedom.
fn of(entries: &[EnvelopeItem], freedom: Freedom) -> impl Iterator<Item = &EnvelopeItem> {
    entries.iter().filter(move |entry| entry.freedom == freedom)
}

fn cites<'b>(entry: &EnvelopeItem, book: &'b Book) -> Vec<&'b str> {
    entry.cites.iter().map(|rule| book.citations().text(rule)).collect()
}

fn envelope_json(book: &Book, game: &GameBook) -> Value {
    let entries = envelope(book, game);
    let mut object = Map::new();
    object.insert("rules".to_owned(), json!(format!("{}/{}", book.id(), game.id())));
    for freedom in Freedom::ALL {
        let rows: Vec<Value> = of(&entries, freedom).map(|entry| entry_json(entry, book)).collect();
        object.insert(freedom.name().to_owned(), Value::Array(rows));
    }
    Value::Object(object)
}

fn entry_json(entry: &EnvelopeItem, book: &Book) -> Value {
    let mut object = Map::new();
    object.insert("key".to_owned(), json!(entry.key));
    object.insert("is".to_owned(), json!(entry.is));
    object.extend(entry.default.as_ref().map(|default| ("default".to_owned(), json!(default))));
    object.insert("cites".to_owned(), json!(cites(entry, book)));
    Value::Object(object)
}

fn envelope_text(book: &Book, game: &GameBook) -> String {
    let entries = envelope(book, game);
    let mut parts = vec![format!("{}/{} — {}", book.id(), game.id(), game.title())];
    for freedom in Freedom::ALL {
        let mut table = table([freedom.name(), "is or can be", "default", "provision"]);
        for entry in of(&entries, freedom) {
            let default = entry.default.as_deref().unwrap_or_default();
            table.add_row([&entry.key, &entry.is, default, cites(entry, book).join(", ").as_str()]);
        }
        if of(&entries, freedom).next().is_some() {
            parts.push(table.to_string());
        }
    }
    parts.join("\n")
}
