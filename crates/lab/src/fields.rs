//! The fields of a value, found from the value itself, and other values for each of them.
//!
//! A value is walked as JSON. Which other values a field can have is asked of its type: whatever can be read again as a
//! value of the type is one. Where the type is an enum, reading a name that it does not have says which it has.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The most bytes of a text whose alterations are made word by word.
const TEXT_MAX: usize = 2000;

/// The number of bytes from which an array of small numbers is one field, such as a digest or a seed.
const BYTES_MIN: usize = 4;

/// A name that nothing has.
const NO_NAME: &str = "no-such-name";

/// The values that each field has somewhere, by its path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed(BTreeMap<String, Vec<Value>>);

/// How many different values of a field are remembered.
const OBSERVED_MAX: usize = 8;

impl Observed {
    /// Notes every field of a value.
    pub(crate) fn note(&mut self, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else { return };
        walk(&value, &mut Vec::new(), &mut |path, value| {
            let known = self.0.entry(words(path)).or_default();
            if known.len() < OBSERVED_MAX && !known.contains(value) {
                known.push(value.clone());
            }
        });
    }

    /// Every path.
    #[cfg(test)]
    pub(crate) fn paths(&self) -> std::collections::BTreeSet<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

/// A value in which one field is another one.
pub(crate) struct Altered<T> {
    /// The path of the field; the places in lists are left out.
    pub(crate) path: String,
    /// What was changed, in words.
    pub(crate) what: String,
    /// The value.
    pub(crate) value: T,
}

/// A step into a value.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// The path in words: `opened.opener[]`.
fn words(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) => {
                text.push_str(if text.is_empty() { "" } else { "." });
                text.push_str(key);
            }
            Step::Index(_) => text.push_str("[]"),
        }
    }
    text
}

/// Whether an array is one field.
fn is_bytes(items: &[Value]) -> bool {
    items.len() >= BYTES_MIN && items.iter().all(|item| item.as_u64().is_some_and(|byte| byte <= 255))
}

/// Visits a value and everything in it.
fn walk<'v>(value: &'v Value, path: &mut Vec<Step>, visit: &mut dyn FnMut(&[Step], &'v Value)) {
    visit(path, value);
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                path.push(Step::Key(key.clone()));
                walk(field, path, visit);
                path.pop();
            }
        }
        Value::Array(items) if !is_bytes(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                walk(item, path, visit);
                path.pop();
            }
        }
        _ => {}
    }
}

/// The value at a path, to be replaced.
fn at_mut<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(*index),
    })
}

/// Every alteration of every field of a value that is one of its type, each of them once.
pub(crate) fn altered<T: Serialize + DeserializeOwned + PartialEq>(
    value: &T,
    observed: &Observed,
) -> Vec<Altered<T>> {
    let Ok(whole) = serde_json::to_value(value) else { return Vec::new() };
    let mut fields: Vec<(Vec<Step>, Value)> = Vec::new();
    walk(&whole, &mut Vec::new(), &mut |path, field| fields.push((path.to_vec(), field.clone())));
    let mut found: Vec<Altered<T>> = Vec::new();
    for (path, field) in fields {
        let name = words(&path);
        let mut with = |other: Value| -> Result<(), String> {
            let mut copy = whole.clone();
            match at_mut(&mut copy, &path) {
                Some(place) => *place = other.clone(),
                None => return Ok(()),
            }
            let read: T = serde_json::from_value(copy).map_err(|error| error.to_string())?;
            if read != *value && !found.iter().any(|known| known.path == name && known.value == read) {
                let what = format!("{name}: {} instead of {}", short(&other), short(&field));
                found.push(Altered { path: name.clone(), what, value: read });
            }
            Ok(())
        };
        let known = observed.0.get(&name).map_or(&[][..], Vec::as_slice);
        for other in others(&field, known) {
            // Whatever the type does not have is no alteration.
            let _ = with(other);
        }
        for other in variants(&field, &mut with) {
            let _ = with(other);
        }
    }
    found
}

/// Other values for a field, among them some that its type may not have.
fn others(field: &Value, observed: &[Value]) -> Vec<Value> {
    let mut all = match field {
        Value::Null => vec![json!(1), json!("x"), json!([0, 0]), json!(vec![7; 32]), json!(true)],
        Value::Bool(is) => vec![json!(!is), Value::Null],
        Value::Number(number) => {
            let mut all: Vec<Value> = Vec::new();
            if let Some(number) = number.as_i64() {
                all.extend(
                    [number.checked_add(1), number.checked_sub(1)].into_iter().flatten().map(Value::from),
                );
            }
            all.push(Value::Null);
            all
        }
        Value::String(text) => [texts(text), vec![Value::Null]].concat(),
        Value::Array(items) if is_bytes(items) => [bytes(items), vec![Value::Null]].concat(),
        Value::Array(items) => [lists(items), vec![Value::Null]].concat(),
        Value::Object(_) => vec![Value::Null],
    };
    let different = observed.iter().filter(|known| *known != field);
    all.extend(different.take(2).cloned());
    all
}

/// A text with another number in it, with a letter more, and without its last line.
fn texts(text: &str) -> Vec<Value> {
    let mut all = vec![json!(format!("{text}x"))];
    if text.len() > TEXT_MAX {
        all.push(json!(text.replacen('1', "2", 1)));
        return all;
    }
    if let Some(at) = text.rfind(|c: char| c.is_ascii_digit()) {
        let digit = text.as_bytes()[at] - b'0';
        let other = char::from(b'0' + (digit + 1) % 10);
        all.push(json!(format!("{}{other}{}", &text[..at], &text[at + 1..])));
    }
    if let Some((first, _)) = text.rsplit_once('\n') {
        all.push(json!(first));
    }
    all
}

/// Other bytes, and one less.
fn bytes(items: &[Value]) -> Vec<Value> {
    let flipped = |at: usize| {
        let mut all = items.to_vec();
        all[at] = json!(all[at].as_u64().unwrap_or_default() ^ 1);
        Value::Array(all)
    };
    vec![flipped(0), flipped(items.len() - 1), Value::Array(items[1..].to_vec())]
}

/// A list without one of its items, with one doubled, and with two exchanged.
fn lists(items: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let (mut without, mut doubled) = (items.to_vec(), items.to_vec());
        without.remove(place);
        doubled.insert(place, item.clone());
        all.extend([Value::Array(without), Value::Array(doubled)]);
        if place + 1 < items.len() {
            let mut exchanged = items.to_vec();
            exchanged.swap(place, place + 1);
            all.push(Value::Array(exchanged));
        }
    }
    all
}

/// The other variants of an enum, as far as their content is that of this one or nothing.
fn variants(field: &Value, with: &mut dyn FnMut(Value) -> Result<(), String>) -> Vec<Value> {
    let (is_name, content) = match field {
        Value::String(_) => (true, None),
        Value::Object(fields) if fields.len() == 1 => (false, fields.values().next().cloned()),
        _ => return Vec::new(),
    };
    let asked = if is_name { json!(NO_NAME) } else { one_field(NO_NAME, &Value::Null) };
    let Err(why) = with(asked) else { return Vec::new() };
    let mut all = Vec::new();
    for name in names_in(&why) {
        all.push(json!(name));
        all.extend(content.iter().map(|content| one_field(&name, content)));
    }
    all
}

fn one_field(name: &str, content: &Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), content.clone())]))
}

/// The names in what serde says of one that it does not know: ``unknown variant `x`, expected one of `a`, `b` ``.
fn names_in(why: &str) -> Vec<String> {
    let expected = why.split_once("unknown variant").and_then(|(_, rest)| rest.split_once(", expected "));
    let Some((_, expected)) = expected else { return Vec::new() };
    expected.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect()
}

/// A value in a few words.
fn short(value: &Value) -> String {
    let all = value.to_string();
    match all.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &all[..end]),
        None => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    enum Colour {
        Red,
        Black,
        Mixed { parts: [u8; 2], name: Option<String> },
    }

    #[test]
    fn every_field_is_altered_and_enums_take_their_other_variants() {
        let mixed = Colour::Mixed { parts: [1, 2], name: None };
        let mut observed = Observed::default();
        observed.note(&mixed);
        let paths: Vec<&str> = observed.paths().into_iter().collect();
        assert_eq!(paths, ["", "Mixed", "Mixed.name", "Mixed.parts", "Mixed.parts[]"]);
        let found: Vec<Colour> = altered(&mixed, &observed).into_iter().map(|all| all.value).collect();
        for expected in [
            Colour::Red,
            Colour::Black,
            Colour::Mixed { parts: [2, 2], name: None },
            Colour::Mixed { parts: [2, 1], name: None },
            Colour::Mixed { parts: [1, 1], name: None },
            Colour::Mixed { parts: [1, 2], name: Some("x".to_owned()) },
        ] {
            assert!(found.contains(&expected), "{expected:?} is not among {found:?}");
        }
        assert!(!found.contains(&mixed));
    }

    #[test]
    fn texts_and_bytes_are_altered() {
        let observed = Observed::default();
        let found = altered(&("ann bets 10 on red".to_owned(), vec![1_u8, 2, 3, 4]), &observed);
        let found: Vec<_> = found.into_iter().map(|all| all.value).collect();
        assert!(found.contains(&("ann bets 11 on red".to_owned(), vec![1, 2, 3, 4])));
        assert!(found.contains(&("ann bets 10 on red".to_owned(), vec![0, 2, 3, 4])));
        assert!(found.contains(&("ann bets 10 on red".to_owned(), vec![2, 3, 4])));
    }
}
