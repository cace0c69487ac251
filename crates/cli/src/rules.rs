//! `croupier rules`: the rulebooks, their games, provisions, readings and settings.

use std::process::ExitCode;

use clap::Args;
use croupier_rules::book::{Book, GameBook, Provision, Setting, Shelf};
use serde_json::{Map, Value, json};

use crate::envelope;
use crate::failure::Failure;
use crate::output::{print, print_json, table};

#[derive(Args)]
pub(crate) struct Rules {
    /// One book, or one game of it; all books where none is named
    #[arg(value_name = "RULEBOOK[/GAME]")]
    name: Option<String>,
    /// What is fixed, what is bounded and what is free at a table
    #[arg(long, requires = "name")]
    envelope: bool,
    /// For machines
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Rules, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let unknown = |error: croupier_rules::book::Unknown| Failure::usage(error.to_string());
    match command.name.as_deref() {
        None if command.json => {
            print_json(&shelf.books().iter().map(|book| book_json(book, None)).collect())?
        }
        None => print(shelf.books().iter().map(summary).collect::<Vec<_>>().join("\n\n"))?,
        Some(name) => {
            let (book, game) = if name.contains('/') {
                shelf.game(name).map(|(book, game)| (book, Some(game))).map_err(unknown)?
            } else {
                (shelf.book(name).map_err(unknown)?, None)
            };
            match command.json {
                json if command.envelope => envelope::print(book, games(book, game), json)?,
                true => print_json(&book_json(book, game))?,
                false => print(book_text(book, game))?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The provisions that concern a game, or all of the book.
fn provisions<'a>(book: &'a Book, game: Option<&'a GameBook>) -> impl Iterator<Item = &'a Provision> {
    book.provisions().iter().filter(move |provision| {
        game.is_none_or(|game| provision.games.is_empty() || provision.games.iter().any(|id| id == game.id()))
    })
}

fn games<'a>(book: &'a Book, game: Option<&'a GameBook>) -> impl Iterator<Item = &'a GameBook> {
    book.games().iter().filter(move |known| game.is_none_or(|game| game.id() == known.id()))
}

fn book_json(book: &Book, game: Option<&GameBook>) -> Value {
    let settings: Map<String, Value> = games(book, game)
        .map(|game| {
            (
                game.id().to_owned(),
                game.settings().iter().map(|setting| setting_json(setting, book)).collect(),
            )
        })
        .collect();
    json!({
        "rulebook": book.id(),
        "title": book.title(),
        "in_force": book.in_force().map(|in_force| in_force.from.to_string()),
        "digest": book.digest(),
        "games": games(book, game).map(GameBook::id).collect::<Vec<_>>(),
        "settings": settings,
        "provisions": provisions(book, game).map(provision_json).collect::<Vec<_>>(),
    })
}

fn provision_json(provision: &Provision) -> Value {
    let some = |key: &str, value: &Option<String>| value.as_ref().map(|text| (key.to_owned(), json!(text)));
    let mut object = Map::new();
    object.insert("id".to_owned(), json!(provision.id));
    object.insert("gist".to_owned(), json!(provision.gist));
    object.insert("kind".to_owned(), json!(provision.kind.name()));
    if !provision.games.is_empty() {
        object.insert("games".to_owned(), json!(provision.games));
    }
    object.extend(some("reading", &provision.reading));
    if !provision.enforced_by.is_empty() {
        object.insert("enforced_by".to_owned(), json!(provision.enforced_by));
    }
    object.extend(some("mutation", &provision.mutation.as_ref().map(ToString::to_string)));
    object.extend(some("recorded_by", &provision.recorded_by));
    object.extend(some("because", &provision.because));
    object.extend(some("awaits", &provision.awaits));
    Value::Object(object)
}

fn setting_json(setting: &Setting, book: &Book) -> Value {
    json!({
        "key": &*setting.key,
        "bounds": setting.bounds.to_string(),
        "default": setting.default.as_deref(),
        "cites": setting.cites.iter().map(|rule| book.citations().text(rule)).collect::<Vec<_>>(),
    })
}

/// A book in a few lines.
fn summary(book: &Book) -> String {
    let games: Vec<String> =
        book.games().iter().map(|game| format!("  {}/{} — {}", book.id(), game.id(), game.title())).collect();
    format!("{}\n{}", heading(book), games.join("\n"))
}

fn heading(book: &Book) -> String {
    let in_force = book.in_force().map_or_else(
        || "no day of commencement in the source".to_owned(),
        |in_force| {
            let note = in_force.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            format!("in force from {}{note}", in_force.from)
        },
    );
    format!(
        "{}: {}\n  {in_force}; {} provisions; later amendment or repeal is outside the source",
        book.id(),
        book.title(),
        book.provisions().len()
    )
}

/// A book with its provisions and settings, for people.
fn book_text(book: &Book, game: Option<&GameBook>) -> String {
    let mut parts = vec![heading(book)];
    for game in games(book, game) {
        parts.push(format!("{}/{} — {}\n{}", book.id(), game.id(), game.title(), settings_table(game, book)));
    }
    parts.push(provisions_table(book, game));
    parts.join("\n\n")
}

fn settings_table(game: &GameBook, book: &Book) -> String {
    let mut table = table(["setting", "may be", "default", "provision"]);
    let limits: Vec<&str> = game.conduct().limits.iter().map(|rule| book.citations().text(rule)).collect();
    table.add_row(["min, max", "amounts, the least not above the most", "none", limits.join(", ").as_str()]);
    for setting in game.settings() {
        let cites: Vec<&str> = setting.cites.iter().map(|rule| book.citations().text(rule)).collect();
        let default = setting.default.as_deref().unwrap_or("as the book has it");
        table.add_row([&*setting.key, &setting.bounds.to_string(), default, cites.join(", ").as_str()]);
    }
    table.to_string()
}

fn provisions_table(book: &Book, game: Option<&GameBook>) -> String {
    let mut table = table(["provision", "what it says", "what is done"]);
    for provision in provisions(book, game) {
        let reading =
            provision.reading.as_ref().map(|reading| format!("\nReading {reading}")).unwrap_or_default();
        table.add_row([provision.id.clone(), format!("{}{reading}", provision.gist), done(provision)]);
    }
    table.to_string()
}

/// What is done about a provision, in words.
fn done(provision: &Provision) -> String {
    let detail = match (&provision.awaits, &provision.recorded_by, &provision.because) {
        (Some(awaits), _, _) => format!("; awaits the {awaits}"),
        (_, Some(event), _) => format!(" by {event}"),
        (_, _, Some(why)) => format!(": {why}"),
        _ if provision.enforced_by.is_empty() => String::new(),
        _ => format!(" (law test: {})", provision.enforced_by.join(", ")),
    };
    format!("{}{detail}", provision.kind.name())
}
