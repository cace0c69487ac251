//! Rulebooks as JSON.

use croupier_rules::book::{Book, GameBook, Provision, Setting};
use serde_json::{Map, Value, json};

/// A rulebook as JSON, with these of its games and provisions.
pub fn rulebook_json<'b>(
    book: &'b Book,
    games: impl Iterator<Item = &'b GameBook> + Clone,
    provisions: impl Iterator<Item = &'b Provision>,
) -> Value {
    let setting_rows = |game: &GameBook| -> Value {
        game.settings().iter().map(|setting| setting_json(setting, book)).collect()
    };
    let settings: Map<String, Value> =
        games.clone().map(|game| (game.id().to_owned(), setting_rows(game))).collect();
    json!({
        "rulebook": book.id(),
        "title": book.title(),
        "in_force": book.in_force().map(|in_force| in_force.from.to_string()),
        "digest": book.digest(),
        "amendments": book.amendments().iter().map(|a| json!({ "from": a.from.to_string(), "note": a.note })).collect::<Vec<_>>(),
        "games": games.map(GameBook::id).collect::<Vec<_>>(),
        "settings": settings,
        "provisions": provisions.map(provision_json).collect::<Vec<_>>(),
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
