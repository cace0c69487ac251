//! The keys that the reader of a TOML table looks up, and the JSON Schema of a table with these keys.
//!
//! The reader itself records the list of keys, so the schema always matches what is read.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::located::Id;

/// A key that the reader of a TOML table looks up.
pub(crate) struct Key {
    pub(crate) name: String,
    /// Its meaning, for people.
    pub(crate) meaning: &'static str,
    pub(crate) need: Need,
    /// The schema of its value.
    pub(crate) form: Form,
}

/// Whether a table must have a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    Must,
    May,
    /// At least one of the keys marked so must be present.
    Either,
}

/// The schema of a value.
pub(crate) enum Form {
    /// One value.
    One(fn(&mut SchemaGenerator) -> Schema),
    /// A list; it may not be empty if the key is required.
    List(fn(&mut SchemaGenerator) -> Schema),
    /// Tables by name, with one schema for each of them.
    Named(fn() -> Schema),
    /// One value with this schema.
    Given(Schema),
}

/// The schema of a TOML table with exactly these keys.
pub(crate) fn of_keys(keys: Vec<Key>, generator: &mut SchemaGenerator) -> Schema {
    let (mut properties, mut required, mut either) = (Map::new(), Vec::new(), Vec::new());
    for Key { name, meaning, need, form } in keys {
        let mut form = of_value(&form, need, generator);
        form.insert("description".to_owned(), json!(meaning));
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
        Form::Given(form) => form.clone(),
        Form::List(of) => {
            let mut list = json_schema!({ "type": "array", "items": of(generator) });
            if need != Need::May {
                list.insert("minItems".to_owned(), json!(1));
            }
            list
        }
        Form::Named(of) => json_schema!({
            "type": "object",
            "propertyNames": { "pattern": Id::PATTERN },
            "additionalProperties": of(),
            "minProperties": 1,
        }),
    }
}

/// States in the schema that exactly one of these keys is present.
pub(crate) fn one_of(schema: &mut Schema, keys: &[&str]) {
    let each = keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>();
    schema.insert("oneOf".to_owned(), json!(each));
}

/// A generator for the schemas of the drafts.
pub(crate) fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// The complete schema document, with its title and the definitions it refers to.
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

/// Removes null, which TOML does not have: an optional value is simply absent.
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
