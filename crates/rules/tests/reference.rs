//! `docs/reference.md` is the schemas in words. `CROUPIER_WRITE_REFERENCE=1` rewrites it.

use std::fmt::Write;

use croupier_rules::book::{DeclaredLimit, general_limits};
use croupier_rules::games::Family;
use croupier_rules::{book, house};
use serde_json::{Map, Value};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference.md");
const HEAD: &str = "# Every key of rulebooks and house files\n\n\
    Made from the schemas that `croupier rules --schema` and `croupier check --schema` print, by `make reference`. How a\n\
    rulebook is written is described in [rulebooks.md](rulebooks.md), how a house file is written in [house.md](house.md).\n\n\
    A key in **bold** is required. Where a value is one of several words, they follow what the key means. A citation\n\
    is the id of a provision of the book, or of the parent of some; odds are written `35 to 1` or `9½ to 5`, with figures up to 65535; a day is written without\n\
    quotes, as in `1970-07-01`.\n";

#[test]
fn the_reference_is_the_schema_in_words() {
    let mut written = HEAD.to_owned();
    for (title, schema) in [("Rulebooks", book::schema()), ("House files", house::schema())] {
        write!(written, "\n## {title}\n").unwrap();
        written.push_str(&Reference::of(&schema));
    }
    if std::env::var_os("CROUPIER_WRITE_REFERENCE").is_some_and(|set| set == "1") {
        std::fs::write(FILE, &written).unwrap();
    }
    let written_before = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(written_before == written, "docs/reference.md is not what the schemas say: run `make reference`");
}

/// A schema in words; each form is described once, where it first occurs.
struct Reference<'s> {
    schema: &'s Value,
    described: Vec<(&'s str, String)>,
}

/// A table that is still to be described, and its place in the file.
type Due<'s> = (String, &'s Value);

impl<'s> Reference<'s> {
    fn of(schema: &'s Value) -> String {
        Self { schema, described: Vec::new() }.table("The head of the file", schema, &[])
    }

    /// The form that a reference names.
    fn named(&self, form: &'s Value) -> (Option<&'s str>, &'s Value) {
        let name = form["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        (name, name.map_or(form, |name| &self.schema["$defs"][name]))
    }

    /// A table with its keys but those that are described elsewhere, and then the tables within it.
    fn table(&mut self, place: &str, form: &'s Value, elsewhere: &[&String]) -> String {
        let mut out = format!("\n### {place}\n");
        if let Some(says) = form["description"].as_str() {
            writeln!(out, "{}", sentence(says)).unwrap();
        }
        out.push_str("\n| key | is | means |\n|---|---|---|\n");
        let required =
            |key: &str| form["required"].as_array().is_some_and(|list| list.iter().any(|k| k == key));
        let (mut due, mut games) = (Vec::new(), false);
        for (key, of) in form["properties"].as_object().into_iter().flatten() {
            if elsewhere.contains(&key) {
                continue;
            }
            let shown = if required(key) { format!("**`{key}`**") } else { format!("`{key}`") };
            games |= of["additionalProperties"]["allOf"].is_array();
            let (is, words) = self.kind(&inside(place, key), of, &mut due);
            let means = uncapital(of["description"].as_str().unwrap_or_default().trim_end_matches('.'));
            let means = if words.is_empty() { means } else { format!("{means} — {words}") };
            writeln!(out, "| {shown} | {is} | {} |", means.replace('|', "\\|").replace('\n', " ")).unwrap();
        }
        for (place, form) in due {
            out.push_str(&self.table(&place, form, &[]));
        }
        if games {
            out.push_str(&self.games());
        }
        out
    }

    /// What every game has, then the families with what each has beside it.
    fn games(&mut self) -> String {
        let forms = self.schema["$defs"].as_object().unwrap();
        let families: Vec<(&String, &Value)> =
            forms.iter().filter(|(_, form)| form["properties"]["family"].is_object()).collect();
        let has = |form: &Value, key: &str| form["properties"][key].is_object();
        let first = families[0].1["properties"].as_object().unwrap();
        let common: Vec<&String> =
            first.keys().filter(|key| families.iter().all(|(_, form)| has(form, key))).collect();
        let own: Vec<&String> = first.keys().filter(|key| !common.contains(key)).collect();
        let mut out = self.table("`[game.X]`", families[0].1, &own);
        let names: Vec<String> = families.iter().map(|(name, _)| format!("`{name}`")).collect();
        out = out.replacen("— `roulette` |", &format!("— {} |", names.join(", ")), 1);
        out.push_str(&settings_in_general(families.iter().flat_map(|(_, form)| settings(form))));
        for (name, form) in families {
            out.push_str(&self.table(&format!("`[game.X]` with `family = \"{name}\"`"), form, &common));
            out.push_str(&settings_of(name, form));
            out.push_str(&wagers_of(name, form));
            out.push_str(&limits_of(&format!("of `{name}`"), Family::named(name).unwrap().limits()));
        }
        out.push_str(&limits_of("of every book", &general_limits()));
        out
    }

    /// What kind of value it is, and the words it may be; the tables in it are due.
    fn kind(&mut self, place: &str, form: &'s Value, due: &mut Vec<Due<'s>>) -> (String, String) {
        let (name, of) = self.named(form);
        if of["additionalProperties"]["allOf"].is_array() {
            return ("tables by name".to_owned(), String::new());
        }
        if let Some(words) = words(of) {
            return ("a word".to_owned(), words);
        }
        if of["items"]["anyOf"].is_array() {
            return ("a list of tables".to_owned(), String::new());
        }
        if let Some(one_or_more) = one_or_more(of) {
            return one_or_more;
        }
        if of["items"].is_object() && of["type"] == "array" {
            let (item, words) = self.kind(&format!("[{place}]"), &of["items"], due);
            return (format!("a list of {}", several(&item)), words);
        }
        if of["properties"].is_object() {
            return (self.queue(name, format!("`[{place}]`"), of, due), String::new());
        }
        if let Some(values) = of.get("additionalProperties").filter(|values| values.is_object()) {
            let (value, _) = self.kind(place, values, due);
            return (format!("names, each with {value}"), String::new());
        }
        if let Some([_, table]) = of["anyOf"].as_array().map(Vec::as_slice) {
            let table = self.queue(name, format!("`[{place}]`"), table, due);
            return (format!("the word `strike`, or {table}"), String::new());
        }
        (plain(name, of), String::new())
    }

    /// A table that is due, or has been described; in words.
    fn queue(
        &mut self,
        name: Option<&'s str>,
        place: String,
        form: &'s Value,
        due: &mut Vec<Due<'s>>,
    ) -> String {
        if let Some((_, place)) = self.described.iter().find(|(known, _)| Some(*known) == name) {
            return format!("a table as {place}");
        }
        self.described.extend(name.map(|name| (name, place.clone())));
        due.push((place, form));
        "a table".to_owned()
    }
}

/// A value of a fact, or a list of values.
fn one_or_more(form: &Value) -> Option<(String, String)> {
    let kinds = form["type"].as_array()?;
    let items = form.get("items").filter(|_| kinds.iter().any(|kind| kind == "array"))?;
    match (words(items), items.get("minimum").zip(items.get("maximum"))) {
        (Some(words), _) => Some(("a word, or a list of words".to_owned(), words)),
        (None, Some((from, to))) => {
            Some((format!("a whole number from {from} to {to}, or a list"), String::new()))
        }
        (None, None) => None,
    }
}

/// The settings that a family declares.
fn settings(family: &Value) -> impl Iterator<Item = &Value> {
    family["properties"]["setting"]["items"]["anyOf"].as_array().into_iter().flatten()
}

/// The keys that a setting of any family has.
fn settings_in_general<'v>(settings: impl Iterator<Item = &'v Value>) -> String {
    let mut out = "\n### `[[game.X.setting]]`\n\
        A setting that the family declares: a whole number with `from`, `to` and `default`, or a word with `choice`, or the \
        order of a wheel with `wheel = true`.\n\n| key | is | means |\n|---|---|---|\n\
        | **`key`** | a word | its name in `house` lines, house files and `--house`, as listed with the families |\n"
        .to_owned();
    let mut known: Vec<&str> = vec!["key"];
    for (key, form) in settings.flat_map(|setting| setting["properties"].as_object().into_iter().flatten()) {
        if !known.contains(&key.as_str()) {
            known.push(key);
            let is = match key.as_str() {
                "default" => "a value of the setting".to_owned(),
                "choice" => "a list of words".to_owned(),
                "wheel" => "`true`".to_owned(),
                _ => plain(form["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")), form),
            };
            writeln!(out, "| `{key}` | {is} | {} |", form["description"].as_str().unwrap()).unwrap();
        }
    }
    out
}

/// The settings of a family: their names, their values and what they mean.
fn settings_of(name: &str, family: &Value) -> String {
    let needed = |key: &str| {
        let all = family["properties"]["setting"]["allOf"].as_array();
        all.into_iter().flatten().any(|one| one["contains"]["properties"]["key"]["const"] == key)
    };
    let mut rows = String::new();
    for form in settings(family).map(|setting| &setting["properties"]) {
        let key = form["key"]["const"].as_str().unwrap();
        let shown = if needed(key) { format!("**`{key}`**") } else { format!("`{key}`") };
        let values = match (form.get("from"), form.get("choice")) {
            (Some(number), _) => format!("{} to {}", number["minimum"], number["maximum"]),
            (_, Some(choice)) => words(&choice["items"]).unwrap(),
            _ => "an order of the wheel's numbers".to_owned(),
        };
        writeln!(rows, "| {shown} | {values} | {} |", form["key"]["description"].as_str().unwrap()).unwrap();
    }
    if rows.is_empty() {
        return format!("\n### The settings of `{name}`\nThere are none.\n");
    }
    format!("\n### The settings of `{name}`\n\n| setting | can be | decides |\n|---|---|---|\n{rows}")
}

/// The kinds of wagers of a family, each with the key that gives a game wagers of this kind.
fn wagers_of(name: &str, family: &Value) -> String {
    let mut out = format!(
        "\n### The wagers of `{name}`\n\n| kind | from the key | such as | is on |\n|---|---|---|---|\n"
    );
    for (key, form) in family["properties"].as_object().into_iter().flatten() {
        for wager in form["x-wagers"].as_array().into_iter().flatten() {
            let examples = wager["examples"].as_array().unwrap().iter().filter_map(Value::as_str);
            let examples: Vec<String> = examples.map(|example| format!("`{example}`")).collect();
            let [kind, meaning] = ["kind", "meaning"].map(|part| wager[part].as_str().unwrap());
            writeln!(out, "| {kind} | `{key}` | {} | {meaning} |", examples.join(", ")).unwrap();
        }
    }
    out
}

/// How much a game of a family, or any book, can hold.
fn limits_of<N: std::fmt::Display>(whose: &str, limits: &[DeclaredLimit<N>]) -> String {
    let mut out = format!(
        "\n### The limits {whose}\n\n| what | least | most | key or setting | because |\n|---|---|---|---|---|\n"
    );
    for DeclaredLimit { of, key, from, to, because } in limits {
        let key = if key.is_empty() { String::new() } else { format!("`{key}`") };
        writeln!(out, "| {of} | {from} | {to} | {key} | {because} |").unwrap();
    }
    out
}

/// The figures that the meaning of a key names are those of the declared limit.
#[test]
fn the_meanings_of_keys_name_the_limits_that_are_declared() {
    let schema = book::schema();
    let mut compared = 0;
    for family in Family::ALL {
        for limit in family.limits().iter().filter(|limit| !limit.key.is_empty()) {
            let mut meanings = Vec::new();
            meanings_of(limit.key, &schema["$defs"][family.name()], &mut meanings);
            if meanings.is_empty() {
                // A key of a table within the game.
                meanings_of(limit.key, &schema, &mut meanings);
            }
            assert!(!meanings.is_empty(), "`{}` is no key and no setting", limit.key);
            for figures in meanings.iter().filter_map(|meaning| figures(meaning)) {
                assert_eq!(figures, (limit.from, limit.to), "{}: {}", family.name(), limit.key);
                compared += 1;
            }
        }
    }
    assert!(compared >= 12, "{compared}");
}

/// What a schema says of a key, or of a setting by its bounds.
fn meanings_of(key: &str, schema: &Value, meanings: &mut Vec<String>) {
    if let Some(form) = schema["properties"].get(key) {
        meanings.push(form["description"].as_str().unwrap_or_default().to_owned());
    }
    let form = &schema["properties"];
    if form["key"]["const"] == key && form["from"].is_object() {
        meanings.push(format!("{} to {}", form["from"]["minimum"], form["from"]["maximum"]));
    }
    match schema {
        Value::Object(object) => object.values().for_each(|inner| meanings_of(key, inner, meanings)),
        Value::Array(list) => list.iter().for_each(|inner| meanings_of(key, inner, meanings)),
        _ => {}
    }
}

/// The first `2 to 64` of a text.
fn figures(text: &str) -> Option<(u8, u8)> {
    let words: Vec<&str> = text.split([' ', ',', ';', '.']).collect();
    words.windows(3).find_map(|three| match three {
        [from, "to", to] => Some((from.parse().ok()?, to.parse().ok()?)),
        _ => None,
    })
}

/// The keys that lead to a key of a table.
fn inside(place: &str, key: &str) -> String {
    match place.split('`').nth(1) {
        Some(table) => format!("{}.{key}", table.trim_matches(['[', ']'])),
        None => key.to_owned(),
    }
}

/// Several of a kind of value.
fn several(one: &str) -> String {
    match one {
        "a word" => "words".to_owned(),
        "a table" => "tables".to_owned(),
        "a citation" => "citations".to_owned(),
        "a whole number" => "whole numbers".to_owned(),
        "a number of the wheel" => "numbers of the wheel".to_owned(),
        other if other.starts_with("a table as") => other.replacen("a table", "tables", 1),
        other => other.strip_prefix("a list").map_or_else(|| other.to_owned(), |rest| format!("lists{rest}")),
    }
}

/// The words that a value may be, with what each means.
fn words(form: &Value) -> Option<String> {
    if let Some(list) = form["enum"].as_array() {
        return Some(
            list.iter()
                .filter_map(Value::as_str)
                .map(|word| format!("`{word}`"))
                .collect::<Vec<_>>()
                .join(", "),
        );
    }
    if let Some(only) = form["const"].as_str() {
        return Some(format!("`{only}`"));
    }
    let words = |one: &Value| -> Option<String> {
        let means = one["description"].as_str().map(|means| uncapital(means.trim_end_matches('.')));
        let means = means.map(|means| format!(" ({means})")).unwrap_or_default();
        Some(format!("`{}`{means}", one["const"].as_str()?))
    };
    let all: Vec<&Value> = form["oneOf"].as_array()?.iter().collect();
    let plain = all.iter().filter_map(|one| one["enum"].as_array()).flatten().filter_map(Value::as_str);
    let words: Vec<String> =
        plain.map(|word| format!("`{word}`")).chain(all.iter().filter_map(|one| words(one))).collect();
    (!words.is_empty() && form["properties"].is_null()).then(|| words.join(", "))
}

fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

fn plain(name: Option<&str>, form: &Value) -> String {
    match (name, &form["type"]) {
        (Some("Citation"), _) => "a citation".to_owned(),
        (Some("Odds"), _) => "odds".to_owned(),
        (Some("Day"), _) => "a day".to_owned(),
        (Some("Number"), _) => "a number of the wheel".to_owned(),
        (_, Value::String(kind)) => word(kind).to_owned(),
        (_, Value::Array(kinds)) if kinds.len() < 4 => {
            kinds.iter().filter_map(Value::as_str).map(word).collect::<Vec<_>>().join(", or ")
        }
        (Some("SettingValue"), _) => "a value of a setting".to_owned(),
        _ => "any value".to_owned(),
    }
}

fn word(kind: &str) -> &str {
    match kind {
        "string" => "text",
        "integer" => "a whole number",
        "boolean" => "true or false",
        other => other,
    }
}

#[test]
fn every_key_of_the_schemas_is_in_the_reference() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut keys = 0;
    for schema in [book::schema(), house::schema()] {
        let forms = schema["$defs"].as_object().unwrap().values().chain([&schema]);
        for table in forms.filter_map(|form| form["properties"].as_object()) {
            keys += missing(table, &text);
        }
    }
    assert!(keys > 150, "{keys}");
}

/// How many keys of a table there are, all of them in the reference.
fn missing(table: &Map<String, Value>, text: &str) -> usize {
    for key in table.keys() {
        assert!(text.contains(&format!("`{key}`")), "{key}");
    }
    table.len()
}

/// Every key of every table of a schema, with whether it says what it means.
fn keys(schema: &Value, found: &mut Vec<(String, bool)>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (key, form) in properties.iter().filter(|(_, form)| form.is_object()) {
            found.push((key.clone(), form.get("description").is_some()));
        }
    }
    match schema {
        // How keys depend on each other is no list of keys.
        Value::Object(object) => {
            let forms = object
                .iter()
                .filter(|(key, _)| !["allOf", "oneOf", "if", "then", "else"].contains(&key.as_str()));
            forms.for_each(|(_, form)| keys(form, found));
        }
        Value::Array(forms) => forms.iter().for_each(|form| keys(form, found)),
        _ => {}
    }
}

#[test]
fn every_key_says_what_it_means() {
    let mut found = Vec::new();
    keys(&book::schema(), &mut found);
    keys(&house::schema(), &mut found);
    assert!(found.len() > 200, "{}", found.len());
    let silent: Vec<&String> = found.iter().filter(|(_, says)| !says).map(|(key, _)| key).collect();
    // The families share one form of a game, which says no more than that.
    assert_eq!(silent, ["family"]);
}
