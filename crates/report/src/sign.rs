//! The contents of a sign as JSON.

use croupier_kit::Money;
use croupier_rules::offer::{self, Ending, Listing, Note};
use serde_json::{Map, Value, json};

use crate::report_table::ReportTable;

/// The contents of a sign as JSON, with the currency of its amounts if it is known.
pub fn sign_json(table: &ReportTable<'_>, currency: Option<&str>) -> Value {
    let limits = table.cite(table.game.conduct().limits);
    let amount = |limit: Option<Money>| limit.map(|amount| amount.to_string());
    let house: Map<String, Value> =
        table.chosen.iter().map(|(key, value)| (key.to_owned(), json!(value))).collect();
    json!({
        "rules": table.name(),
        "title": table.game.title(),
        "rulebook": { "title": table.book.title(), "digest": table.book.digest() },
        "house": house,
        "limits": {
            "min": amount(table.chosen.stake_min),
            "max": amount(table.chosen.stake_max),
            "currency": currency,
            "cites": limits,
        },
        "wagers": offer::listings(&table.rules).iter().map(|listing| listing_json(table, listing)).collect::<Vec<_>>(),
        "notes": offer::notes(&table.rules).iter().map(|note| note_json(table, note)).collect::<Vec<_>>(),
    })
}

fn listing_json(table: &ReportTable<'_>, listing: &Listing) -> Value {
    json!({
        "forms": listing.forms,
        "covers": listing.covers,
        "laid": listing.laid.name(),
        "step": listing.step.to_string(),
        "endings": listing.endings.iter().map(|ending| ending_json(table, ending)).collect::<Vec<_>>(),
    })
}

fn ending_json(table: &ReportTable<'_>, ending: &Ending) -> Value {
    json!({
        "name": ending.name,
        "outcome": ending.outcome().name(),
        "when": ending.when,
        "odds": ending.odds().map(|odds| odds.to_string()),
        "cites": table.cite(ending.cites),
    })
}

fn note_json(table: &ReportTable<'_>, note: &Note) -> Value {
    json!({ "topic": note.topic, "text": note.text, "cites": table.cite(note.cites) })
}
