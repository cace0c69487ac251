//! The form of a rulebook file as a JSON Schema, made from the reader itself.
//!
//! A table that is read key by key tells which keys the reader looked at; a row that serde reads tells its own form. So
//! nothing is in the schema that the reader does not know, and nothing is left out.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::conduct::ConductDraft;
use super::faults::Faults;
use super::meaning::meaning;
use super::placed::Id;
use super::section::{Citations, Form, Key, Need, Part, Section};
use super::{Book, GameBook};
use crate::games::Family;

/// The form of a rulebook file, as a JSON Schema of 2020-12.
pub fn schema() -> Value {
    let mut generator = generator();
    for family in Family::ALL {
        let form = of_family(family, &mut generator);
        generator.definitions_mut().insert(family.name().to_owned(), form.to_value());
    }
    let keys = keys_of("", |section, faults| drop(Book::read_section(section, "", faults)));
    let book = of_keys("book", keys, &mut generator);
    finish(book, "A Croupier rulebook", generator)
}

/// A generator of the drafts' forms.
pub(crate) fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// The whole document: what it is called, and the forms it refers to.
pub(crate) fn finish(mut root: Schema, title: &str, mut generator: SchemaGenerator) -> Value {
    let definitions = generator.take_definitions(true);
    let mut document = Map::new();
    document.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    document.insert("title".to_owned(), json!(title));
    document.extend(root.ensure_object().clone());
    document.insert("$defs".to_owned(), Value::Object(definitions));
    let mut document = Value::Object(document);
    without_null(&mut document);
    document
}

/// TOML has no null: what may be left out is left out.
fn without_null(value: &mut Value) {
    let Value::Object(object) = value else {
        if let Value::Array(list) = value {
            list.iter_mut().for_each(without_null);
        }
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some([Value::Object(form), null]) =
        object.get("anyOf").and_then(Value::as_array).map(Vec::as_slice)
        && *null == json!({ "type": "null" })
    {
        let form = form.clone();
        object.remove("anyOf");
        object.extend(form);
    }
    object.values_mut().for_each(without_null);
}

/// The keys that a reader looks at in a table with nothing in it but, perhaps, a family.
pub(crate) fn keys_of(family: &str, read: impl FnOnce(&mut Section<'_>, &mut Faults)) -> Vec<Key> {
    let mut table = DeTable::new();
    if !family.is_empty() {
        table.insert(Spanned::new(0..0, "family".into()), Spanned::new(0..0, DeValue::String(family.into())));
    }
    let mut section = Section::new("", Spanned::new(0..0, table));
    // What an empty table lacks is no matter here.
    read(&mut section, &mut Faults::default());
    section.into_known()
}

/// The form of a table that is read key by key.
pub(crate) fn of_part<P: Part>(generator: &mut SchemaGenerator) -> Schema {
    let keys = keys_of("", |section, faults| drop(P::read(section, faults)));
    let mut form = of_keys(P::NAME, keys, generator);
    P::bind(&mut form);
    form
}

/// A game of a family: the keys of every game, then the family's own.
fn of_family(family: Family, generator: &mut SchemaGenerator) -> Schema {
    let conduct = ConductDraft::default();
    let mut citations = Citations::default();
    let keys = keys_of(family.name(), |section, faults| {
        drop(GameBook::read(String::new(), section, &conduct, &mut citations, faults));
    });
    let mut form = of_keys(family.name(), keys, generator);
    if let Some(known) = form.pointer_mut("/properties/family").and_then(Value::as_object_mut) {
        known.insert("const".to_owned(), json!(family.name()));
    }
    form
}

/// A game: what its family asks for.
fn of_game() -> Schema {
    let families = Family::ALL.map(Family::name);
    let branches = families.map(|family| {
        json!({
            "if": { "properties": { "family": { "const": family } } },
            "then": { "$ref": format!("#/$defs/{family}") },
        })
    });
    json_schema!({
        "type": "object",
        "required": ["family"],
        "properties": { "family": { "enum": families } },
        "allOf": branches,
    })
}

/// A table with these keys and no other.
pub(crate) fn of_keys(table: &str, keys: Vec<Key>, generator: &mut SchemaGenerator) -> Schema {
    let (mut properties, mut required, mut either) = (Map::new(), Vec::new(), Vec::new());
    for Key { name, need, form } in keys {
        let mut form = of_value(&form, need, generator);
        if let Some(meaning) = meaning(table, &name) {
            form.insert("description".to_owned(), json!(meaning));
        }
        properties.insert(name.clone(), form.to_value());
        match need {
            Need::Must => required.push(name),
            Need::Either => either.push(json!({ "required": [name] })),
            Need::May => {}
        }
    }
    let mut schema = json_schema!({ "type": "object", "properties": properties });
    schema.insert("required".to_owned(), json!(required));
    if !either.is_empty() {
        schema.insert("anyOf".to_owned(), json!(either));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn of_value(form: &Form, need: Need, generator: &mut SchemaGenerator) -> Schema {
    match form {
        Form::One(of) => of(generator),
        Form::List(of) => {
            let mut list = json_schema!({ "type": "array", "items": of(generator) });
            if need != Need::May {
                list.insert("minItems".to_owned(), json!(1));
            }
            list
        }
        Form::Named => json_schema!({
            "type": "object",
            "propertyNames": { "pattern": Id::PATTERN },
            "additionalProperties": of_game(),
            "minProperties": 1,
        }),
    }
}

/// Just one of these keys stands in the table.
pub(crate) fn one_of(schema: &mut Schema, keys: &[&str]) {
    let each = keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>();
    schema.insert("oneOf".to_owned(), json!(each));
}
