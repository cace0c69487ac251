//! The rulebooks of a pack.

use croupier_rules::book::{Book, GameBook, Shelf};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::artefact::{Artefact, sha256};

/// The rulebooks under the law of a day, or under their latest editions.
pub(crate) fn books_on(shelf: &Shelf, day: Option<Date>) -> impl Iterator<Item = &Book> {
    shelf.books().iter().map(move |book| book.on(day.unwrap_or(Date::MAX)))
}

/// The list of the rulebooks, and the text of each.
pub(crate) fn book_artefacts(shelf: &Shelf, day: Option<Date>) -> Vec<Artefact> {
    let list: Value = books_on(shelf, day).map(book_json).collect();
    let what = "the rulebooks with their games, provisions and digests";
    let texts = shelf.books().iter().map(|book| {
        let what = format!("the rulebook as the program reads it: {}", book.title());
        Artefact::text(book_path(book), what, book.text())
    });
    std::iter::once(Artefact::json("books.json", what, &list)).chain(texts).collect()
}

fn book_path(book: &Book) -> String {
    format!("books/{}.toml", book.id())
}

fn book_json(book: &Book) -> Value {
    let game = |game: &GameBook| json!({ "game": game.id(), "title": game.title() });
    let provisions = book.provisions().iter().map(|provision| {
        json!({
            "id": provision.id,
            "gist": provision.gist,
            "kind": provision.kind.name(),
            "enforced_by": provision.enforced_by,
        })
    });
    json!({
        "rulebook": book.id(),
        "title": book.title(),
        "in_force": book.in_force().map(|in_force| in_force.from.to_string()),
        "built_in": Shelf::is_built_in(book),
        "file": book_path(book),
        "blake3": book.digest(),
        "sha256": sha256(book.text().as_bytes()),
        "amendments": book.amendments().iter().map(|a| json!({ "from": a.from.to_string(), "note": a.note })).collect::<Vec<_>>(),
        "games": book.games().iter().map(game).collect::<Vec<_>>(),
        "provisions": provisions.collect::<Vec<_>>(),
    })
}
