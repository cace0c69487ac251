//! The form of a rulebook file as a JSON Schema, made from the reader itself.
//!
//! A table that is read key by key records which keys the reader looked at; a row that serde reads has a derived form.
//! So the schema has just the keys that the reader knows.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::citations::Citations;
use super::conduct::ConductDraft;
use super::game::GameBook;
use super::keys::{finish, generator, of_keys};
use super::rulebook::Book;
use super::section::keys_of;
use crate::games::Family;

/// The form of a rulebook file, as a JSON Schema of 2020-12.
pub fn schema() -> Value {
    let mut generator = generator();
    for family in Family::ALL {
        let form = of_family(family, &mut generator);
        generator.definitions_mut().insert(family.name().to_owned(), form.to_value());
    }
    let keys = keys_of("", |section, faults| drop(Book::read_section(section, "", faults)));
    let book = of_keys(keys, &mut generator);
    finish(book, "A Croupier rulebook", generator)
}

/// A game of a family: the keys of every game, then the family's own.
fn of_family(family: Family, generator: &mut SchemaGenerator) -> Schema {
    let conduct = ConductDraft::default();
    let mut citations = Citations::default();
    let keys = keys_of(family.name(), |section, faults| {
        drop(GameBook::read(String::new(), section, &conduct, &mut citations, faults));
    });
    let mut form = of_keys(keys, generator);
    if let Some(known) = form.pointer_mut("/properties/family").and_then(Value::as_object_mut) {
        known.insert("const".to_owned(), json!(family.name()));
    }
    form
}
