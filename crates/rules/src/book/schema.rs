//! The JSON Schema of a rulebook file, generated from the reader itself.
//!
//! A TOML table that is read key by key records which keys the reader looked up; a row that serde reads has a derived
//! schema. So the schema has exactly the keys that the reader knows.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::citations::Citations;
use super::conduct::ConductDraft;
use super::game::GameBook;
use super::keys::{finish, generator, of_keys};
use super::rulebook::Book;
use super::section::keys_of;
use super::setting_form::list_schema;
use crate::games::{Family, Parameters};

/// The JSON Schema (2020-12) of a rulebook file.
pub fn schema() -> Value {
    let mut generator = generator();
    for family in Family::ALL {
        let form = of_family(family, &mut generator);
        generator.definitions_mut().insert(family.name().to_owned(), form.to_value());
    }
    let keys = keys_of("", |section, faults| drop(Book::read_section(section, "", None, faults)));
    let book = of_keys(keys, &mut generator);
    finish(book, "A Croupier rulebook", generator)
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
    form
}
