//! The JSON Schema of a rulebook file, generated from the reader itself.
//!
//! A TOML table that is read key by key records which keys the reader looked up; a row that serde reads has a derived
//! schema. So the schema has exactly the keys that the reader knows. What families declare beside their keys is added to
//! them: bounds, and under `x-wagers` the kinds of wagers that a key gives a game.

use std::collections::BTreeSet;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::citations::Citations;
use super::conduct::ConductDraft;
use super::game::GameBook;
use super::keys::{finish, generator, of_keys};
use super::limit::DeclaredLimit;
use super::rulebook::Book;
use super::section::keys_of;
use super::setting_form::list_schema;
use crate::games::{Family, Parameters};
use crate::kind::DeclaredWager;

/// The JSON Schema (2020-12) of a rulebook file.
pub fn schema() -> Value {
    let mut generator = generator();
    let mut own = Vec::new();
    for family in Family::ALL {
        let before: BTreeSet<String> = generator.definitions().keys().cloned().collect();
        let form = of_family(family, &mut generator);
        generator.definitions_mut().insert(family.name().to_owned(), form.to_value());
        let added = generator.definitions().keys().filter(|name| !before.contains(*name)).cloned();
        own.extend(added.map(|name| (family, name)));
    }
    let keys = keys_of("", |section, faults| drop(Book::read_section(section, "", None, faults)));
    let book = of_keys(keys, &mut generator);
    let mut schema = finish(book, "A Croupier rulebook", generator);
    for (family, name) in own {
        family.limits().iter().for_each(|limit| show_limit(limit, &mut schema["$defs"][&name]));
    }
    schema
}

/// Adds the bounds of a declared limit to its key, in a table of the family and in the tables within it.
fn show_limit(limit: &DeclaredLimit, form: &mut Value) {
    let is_required = form["required"].as_array().is_some_and(|keys| keys.iter().any(|key| key == limit.key));
    if let Some(value) = form.get_mut("properties").and_then(|keys| keys.get_mut(limit.key)) {
        match value["type"].as_str() {
            Some("integer") => {
                value["minimum"] = json!(limit.from);
                value["maximum"] = json!(limit.to);
            }
            Some("array") => {
                value["maxItems"] = json!(limit.to);
                if is_required {
                    value["minItems"] = json!(limit.from);
                }
            }
            // A table of the same name, in which settings have the bounds.
            _ => {}
        }
    }
    match form {
        Value::Object(parts) => parts.values_mut().for_each(|part| show_limit(limit, part)),
        Value::Array(parts) => parts.iter_mut().for_each(|part| show_limit(limit, part)),
        _ => {}
    }
}

/// The schema of a game of a family: the keys of every game, then those of the family.
fn of_family(family: Family, generator: &mut SchemaGenerator) -> Schema {
    let conduct = ConductDraft::default();
    let mut citations = Citations::default();
    let keys = keys_of(family.name(), |section, faults| {
        drop(GameBook::read(String::new(), section, &conduct, &mut citations, faults));
    });
    let mut form = of_keys(keys, generator);
    let settings = list_schema(&Parameters::settings(family), generator);
    if let Some(list) = form.pointer_mut("/properties/setting") {
        *list = settings.to_value();
    }
    if let Some(known) = form.pointer_mut("/properties/family").and_then(Value::as_object_mut) {
        known.insert("const".to_owned(), json!(family.name()));
    }
    for kind in family.wagers() {
        let key = form.pointer_mut("/properties").and_then(|keys| keys.get_mut(kind.key));
        let key = key.unwrap_or_else(|| panic!("`{}` is no key of the family {}", kind.key, family.name()));
        let wagers = key.as_object_mut().expect("the form of a key is a table").entry(WAGERS);
        let wagers = wagers.or_insert_with(|| json!([])).as_array_mut().expect("a list of kinds");
        wagers.push(of_wager(kind));
    }
    form
}

/// The annotation of a key that gives the game wagers: their kinds.
const WAGERS: &str = "x-wagers";

/// A kind of wagers, for programs that read the schema.
fn of_wager(kind: &DeclaredWager) -> Value {
    json!({
        "kind": kind.name,
        "laid": kind.laid.name(),
        "examples": kind.examples,
        "takes": kind.takes,
        "meaning": kind.meaning,
    })
}
