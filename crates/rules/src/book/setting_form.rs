//! What a book may say of a setting, for its reader and its schema.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::bounds::Bounds;
use super::keys::Need;
use super::located::Citation;

/// What a book may say of a setting: a declared setting without what it does.
#[derive(Clone, Debug)]
pub(crate) struct SettingForm {
    pub(crate) key: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) need: Need,
    /// The values that the engine understands.
    pub(crate) limits: Bounds,
}

impl SettingForm {
    /// The schema of the setting in a book.
    pub(super) fn schema(&self, generator: &mut SchemaGenerator) -> Value {
        let cite = |means: &str, generator: &mut SchemaGenerator| {
            let mut form = generator.subschema_for::<Citation>();
            form.insert("description".to_owned(), json!(means));
            form
        };
        let mut properties = json!({
            "key": { "const": self.key, "description": self.meaning },
            "default": { "description": "the value if the house chooses none" },
            "cite": cite("the provision that bounds it", generator),
            "cite_also": cite("a second provision that bounds it", generator),
        });
        let mut required = vec!["key"];
        match &self.limits {
            Bounds::Whole { from, to } => {
                let number = |means| json!({ "type": "integer", "minimum": from, "maximum": to, "description": means });
                properties["from"] = number("the least");
                properties["to"] = number("the most");
                properties["default"]["type"] = json!(["integer", "string"]);
                properties["default"]["pattern"] = json!("^[0-9]+$");
                required.extend(["from", "to", "default"]);
            }
            Bounds::Choice(words) => {
                let words: Vec<&str> = words.iter().map(|word| &**word).collect();
                properties["choice"] = json!({
                    "type": "array",
                    "items": { "type": "string", "enum": words },
                    "minItems": 1,
                    "uniqueItems": true,
                    "description": "the words among which the house chooses",
                });
                properties["default"]["type"] = json!(["string", "boolean"]);
                required.push("choice");
            }
            Bounds::Wheel => {
                properties["wheel"] =
                    json!({ "const": true, "description": "an order of the wheel's numbers" });
                properties["default"]["type"] = json!("string");
                required.push("wheel");
            }
        }
        json!({
            "type": "object",
            "description": self.meaning,
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// The schema of the settings of a family: a list of those that it declares.
pub(super) fn list_schema(forms: &[SettingForm], generator: &mut SchemaGenerator) -> Schema {
    let each: Vec<Value> = forms.iter().map(|form| form.schema(generator)).collect();
    let needed: Vec<Value> = forms
        .iter()
        .filter(|form| form.need == Need::Must)
        .map(|form| json!({ "contains": { "properties": { "key": { "const": form.key } } } }))
        .collect();
    let mut list = json_schema!({
        "type": "array",
        "description": "what the house may choose at a table, besides the limits `min` and `max`",
    });
    if each.is_empty() {
        list.insert("maxItems".to_owned(), json!(0));
    } else {
        list.insert("items".to_owned(), json!({ "anyOf": each }));
    }
    if !needed.is_empty() {
        list.insert("allOf".to_owned(), json!(needed));
    }
    list
}
