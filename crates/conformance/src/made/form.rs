//! The forms of a JSON Schema, and values that have them.

use serde_json::Value as Form;
use toml::{Table, Value};

use crate::choice::Choices;

/// How deep a made value can be. Beyond it, optional parts are left out.
const DEPTH_MAX: u32 = 6;

/// The schema of a rulebook, and the words that made values use.
pub(super) struct Forms {
    schema: Form,
}

impl Forms {
    pub(super) const fn new(schema: Form) -> Self {
        Self { schema }
    }

    /// The form of a game of a family.
    pub(super) fn of_game(&self, family: &str) -> Option<&Form> {
        self.schema["$defs"].get(family)
    }

    /// A form with its references followed; the name of the last reference tells what it is for.
    pub(super) fn resolve<'f>(&'f self, form: &'f Form) -> (&'f Form, &'f str) {
        let (mut form, mut name) = (form, "");
        while let Some(reference) = form.get("$ref").and_then(Form::as_str) {
            name = reference.rsplit_once('/').map_or(reference, |(_, name)| name);
            form = &self.schema["$defs"][name];
        }
        (form, name)
    }

    /// Of several alternatives, the first that a value seems to have.
    pub(super) fn branch_of<'f>(&'f self, form: &'f Form, value: &Value) -> &'f Form {
        let (form, _) = self.resolve(form);
        let branches = ["anyOf", "oneOf"].iter().find_map(|key| form.get(key)?.as_array());
        let Some(branches) = branches else { return form };
        let found = branches.iter().map(|branch| self.resolve(branch).0).find(|branch| seems(branch, value));
        found.unwrap_or(form)
    }

    /// A value of a form. `cites` are the provisions of the book.
    pub(super) fn make(&self, form: &Form, cites: &[String], depth: u32, choices: &mut Choices<'_>) -> Value {
        let (form, name) = self.resolve(form);
        if let Some(fixed) = form.get("const").and_then(scalar) {
            return fixed;
        }
        if let Some(words) = form.get("enum").and_then(Form::as_array) {
            return scalar(choices.pick(words)).expect("words of a form are scalars");
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(branch) = form.get(key).and_then(Form::as_array).and_then(|all| choices.one_of(all)) {
                return self.make(branch, cites, depth + 1, choices);
            }
        }
        match type_of(form) {
            "integer" | "number" => Value::Integer(whole(form, choices)),
            "boolean" => Value::Boolean(choices.below(2) == 0),
            "array" => {
                let least =
                    form.get("minItems").map_or(0, |least| least.as_u64().expect("a number of items"));
                let count = least + u64::from(choices.below(3));
                let items = &form["items"];
                Value::Array((0..count).map(|_| self.make(items, cites, depth + 1, choices)).collect())
            }
            "object" => Value::Table(self.table(form, cites, depth, choices)),
            _ => Value::String(text(name, cites, choices)),
        }
    }

    fn table(&self, form: &Form, cites: &[String], depth: u32, choices: &mut Choices<'_>) -> Table {
        let mut table = Table::new();
        for (key, inner) in form.get("properties").and_then(Form::as_object).into_iter().flatten() {
            if is_required(form, key) || (depth < DEPTH_MAX && choices.below(3) == 0) {
                table.insert(key.clone(), self.make(inner, cites, depth + 1, choices));
            }
        }
        if let Some(inner) = form.get("additionalProperties").filter(|inner| inner.is_object()) {
            for number in 0..choices.below(3) {
                table.insert(format!("made-{number}"), self.make(inner, cites, depth + 1, choices));
            }
        }
        table
    }
}

/// Whether a table of this form must have a key.
pub(super) fn is_required(form: &Form, key: &str) -> bool {
    form.get("required").and_then(Form::as_array).is_some_and(|keys| keys.iter().any(|one| one == key))
}

/// The type of a form; the first if there are several. A form that permits anything permits a text.
fn type_of(form: &Form) -> &str {
    let kind = &form["type"];
    kind.as_str().or_else(|| kind.as_array()?.first()?.as_str()).unwrap_or("string")
}

/// A whole number within the bounds of a form, often one of the two.
fn whole(form: &Form, choices: &mut Choices<'_>) -> i64 {
    let bound = |key: &str| form.get(key).and_then(Form::as_i64);
    // Where a form leaves an end open, numbers like those of the books are tried.
    let low = bound("minimum").unwrap_or(0);
    let high = bound("maximum").unwrap_or(40).max(low);
    match choices.below(4) {
        0 => low,
        1 => high,
        _ => {
            let wide = u32::try_from((high - low + 1).min(60_000)).expect("it is small");
            low + i64::from(choices.below(wide))
        }
    }
}

/// A text that says something where it is found by chance.
fn text(name: &str, cites: &[String], choices: &mut Choices<'_>) -> String {
    const NAMES: [&str; 6] = ["made", "red", "win", "big-6", "banker", "dozen 1"];
    const ODDS: [&str; 8] =
        ["1 to 1", "2 to 1", "9½ to 5", "1 to 2", "35 to 1", "3 to 2", "0 to 1", "999 to 7"];
    let words: &[&str] = match name {
        "Citation" => return choices.pick(cites).clone(),
        "Odds" => &ODDS,
        "Rate" => &["5 %", "1/20", "4 %"],
        "Amount" => &["0.25", "1", "0.05"],
        _ => &NAMES,
    };
    (*choices.pick(words)).to_owned()
}

/// Whether a value can be of a form, as far as its type, its fixed keys and its required keys tell.
fn seems(form: &Form, value: &Value) -> bool {
    if let Some(fixed) = form.get("const") {
        return scalar(fixed).as_ref() == Some(value);
    }
    if let Some(words) = form.get("enum").and_then(Form::as_array) {
        return words.iter().any(|word| scalar(word).as_ref() == Some(value));
    }
    let Value::Table(table) = value else {
        let kind = match value {
            Value::Integer(_) | Value::Float(_) => "integer",
            Value::Boolean(_) => "boolean",
            Value::Array(_) => "array",
            _ => "string",
        };
        return type_of(form) == kind;
    };
    let properties = form.get("properties").and_then(Form::as_object);
    let fits = |(key, inner): (&String, &Form)| match inner.get("const").and_then(scalar) {
        Some(fixed) => table.get(key).is_none_or(|found| *found == fixed),
        None => true,
    };
    let needed = form.get("required").and_then(Form::as_array).into_iter().flatten();
    type_of(form) == "object"
        && properties.into_iter().flatten().all(fits)
        && needed.filter_map(Form::as_str).all(|key| table.contains_key(key))
}

/// A scalar of JSON in TOML.
fn scalar(form: &Form) -> Option<Value> {
    match form {
        Form::String(text) => Some(Value::String(text.clone())),
        Form::Bool(is) => Some(Value::Boolean(*is)),
        Form::Number(number) => number.as_i64().map(Value::Integer),
        _ => None,
    }
}
