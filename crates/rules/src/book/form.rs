//! Where a value departs from the form that its type declares, in the words of the file.
//!
//! Serde stops at the first key that it does not know, and speaks of its own types. When it refuses a value, the value is
//! compared with the schema of its type, and everything that does not fit becomes a fault of its own.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::faults::Faults;
use crate::notation::nearest;

/// Adds a fault for every place where a value departs from this schema, and says whether there is one.
pub(super) fn add_departures(schema: &Value, value: &Spanned<DeValue<'_>>, faults: &mut Faults) -> bool {
    let mut found = Faults::default();
    Form { definitions: &schema["$defs"], rest: schema }.compare(value, &mut found);
    let departs = !found.is_empty();
    faults.append(found);
    departs
}

/// A schema, with the definitions that it refers to.
#[derive(Clone, Copy)]
struct Form<'s> {
    definitions: &'s Value,
    rest: &'s Value,
}

impl<'s> Form<'s> {
    fn of(self, rest: &'s Value) -> Self {
        let named = rest["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        match named {
            Some(name) => Form { rest: &self.definitions[name], ..self }.of(&self.definitions[name]),
            None => Form { rest, ..self },
        }
    }

    fn parts(self, key: &str) -> impl Iterator<Item = Self> + Clone {
        self.rest[key].as_array().into_iter().flatten().map(move |part| self.of(part))
    }

    /// The forms of which a value has one: variants, or the form itself.
    fn choices(self) -> Vec<Self> {
        let inner: Vec<Self> = self.parts("anyOf").chain(self.parts("oneOf")).collect();
        // A table that needs one of several keys is a single form.
        if inner.is_empty() || self.rest["type"] == "object" {
            return vec![self];
        }
        inner.into_iter().flat_map(Self::choices).collect()
    }

    /// The words that are allowed, if it is a form of words only.
    fn words(self) -> Option<Vec<&'s str>> {
        if let Some(word) = self.rest["const"].as_str() {
            return Some(vec![word]);
        }
        self.rest["enum"].as_array()?.iter().map(Value::as_str).collect()
    }

    fn compare(self, value: &Spanned<DeValue<'_>>, faults: &mut Faults) {
        let choices = self.of(self.rest).choices();
        let fitting: Vec<Self> =
            choices.iter().copied().filter(|form| form.admits(value.get_ref())).collect();
        match (value.get_ref(), fitting.as_slice()) {
            (_, []) => {
                let expected: Vec<String> = choices.iter().map(|form| form.name()).collect();
                let found = kind(value.get_ref()).1;
                faults.add(value.span(), format!("this is {found}, not {}", either(expected)));
            }
            (DeValue::String(word), _) => compare_word(&fitting, word, value.span(), faults),
            (_, [form]) => form.compare_within(value, faults),
            _ => {
                // The variant that fits best says what is wrong.
                let departures = fitting.iter().map(|form| {
                    let mut found = Faults::default();
                    form.compare_within(value, &mut found);
                    found
                });
                faults.append(departures.min_by_key(Faults::len).expect("several forms fit"));
            }
        }
    }

    /// Whether a value is of the kind that this form asks for.
    fn admits(self, value: &DeValue<'_>) -> bool {
        let is_day = self.rest["format"] == "date";
        match value {
            DeValue::Datetime(_) => is_day,
            DeValue::String(_) if is_day => false,
            _ => {
                let has = kind(value).0;
                match &self.rest["type"] {
                    Value::String(one) => one == has,
                    Value::Array(several) => several.iter().any(|one| one == has),
                    // Words have no type of their own.
                    _ => self.words().is_none() || has == "string",
                }
            }
        }
    }

    /// What this form asks for.
    fn name(self) -> String {
        let of_type = |kind: &str| match kind {
            "string" if self.rest["format"] == "date" => "a day such as 1970-07-01, without quotes",
            "string" => "text",
            "integer" => "a whole number",
            "boolean" => "true or false",
            "array" => "a list",
            "object" => "a table",
            _ => "another value",
        };
        match &self.rest["type"] {
            Value::String(one) => of_type(one).to_owned(),
            Value::Array(several) => either(
                several.iter().filter_map(Value::as_str).map(|kind| of_type(kind).to_owned()).collect(),
            ),
            _ => "text".to_owned(),
        }
    }

    fn compare_within(self, value: &Spanned<DeValue<'_>>, faults: &mut Faults) {
        match value.get_ref() {
            DeValue::Table(table) => self.compare_table(table, value.span(), faults),
            DeValue::Array(list) if !self.rest["items"].is_null() => {
                let form = self.of(&self.rest["items"]);
                list.iter().for_each(|row| form.compare(row, faults));
            }
            DeValue::Integer(written) => {
                let number = i128::from_str_radix(written.as_str(), written.radix());
                let bound = |key: &str| self.rest[key].as_i64().map(i128::from);
                let (least, most) = (bound("minimum"), bound("maximum"));
                let inside = |number| {
                    least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
                };
                if !number.is_ok_and(inside) {
                    faults.add(value.span(), format!("{written} is not {}", range(least, most)));
                }
            }
            _ => {}
        }
    }

    fn compare_table(self, table: &DeTable<'_>, at: Range<usize>, faults: &mut Faults) {
        let known = self.rest["properties"].as_object();
        // A key that is written wrongly is not missing as well.
        let mut meant = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match (known.and_then(|known| known.get(name)), &self.rest["additionalProperties"]) {
                (Some(form), _) | (None, form @ Value::Object(_)) => self.of(form).compare(value, faults),
                (None, Value::Bool(false)) => {
                    let known = known.into_iter().flat_map(|known| known.keys().map(String::as_str));
                    meant.extend(nearest(name, known.clone()));
                    faults.add_with_help(
                        key.span(),
                        format!("unknown key `{name}`"),
                        known_words(name, known),
                    );
                }
                (None, _) => {}
            }
        }
        let required = self.rest["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for key in required.filter(|key| !table.contains_key(*key) && !meant.contains(key)) {
            faults.add(at.clone(), format!("this table lacks `{key}`"));
        }
    }
}

fn compare_word(forms: &[Form<'_>], word: &str, at: Range<usize>, faults: &mut Faults) {
    let words: Option<Vec<&str>> =
        forms.iter().map(|form| form.words()).collect::<Option<Vec<_>>>().map(|words| words.concat());
    if let Some(words) = words.filter(|words| !words.contains(&word)) {
        let help = known_words(word, words.iter().copied());
        faults.add_with_help(at, format!("`{word}` is not a word that is known here"), help);
    }
}

/// The nearest of the words that are known, or all of them.
pub(crate) fn known_words<'w>(word: &str, known: impl Iterator<Item = &'w str> + Clone) -> String {
    nearest(word, known.clone()).map_or_else(
        || format!("known here: {}", known.collect::<Vec<_>>().join(", ")),
        |near| format!("did you mean `{near}`?"),
    )
}

/// The kind of a value as a schema names it, and for people.
const fn kind(value: &DeValue<'_>) -> (&'static str, &'static str) {
    match value {
        DeValue::String(_) => ("string", "text"),
        DeValue::Integer(_) => ("integer", "a whole number"),
        DeValue::Float(_) => ("number", "a number with a fraction"),
        DeValue::Boolean(_) => ("boolean", "true or false"),
        DeValue::Datetime(_) => ("string", "a day"),
        DeValue::Array(_) => ("array", "a list"),
        DeValue::Table(_) => ("object", "a table"),
    }
}

fn either(mut names: Vec<String>) -> String {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names.join(" or ")
}

fn range(least: Option<i128>, most: Option<i128>) -> String {
    match (least, most) {
        (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
        (Some(least), None) => format!("a whole number from {least}"),
        (None, Some(most)) => format!("a whole number up to {most}"),
        (None, None) => "a whole number that can be counted".to_owned(),
    }
}
