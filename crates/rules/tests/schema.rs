//! The schemas of rulebooks and house files say what the readers say: of every file that is shipped, and of every such
//! file with one key taken away, one key too many, or one value of another type.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::example_books;
use croupier_rules::book::{Book, Shelf, schema};
use croupier_rules::house::{self, HouseFile};
use jsonschema::Validator;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The built-in books, and those that the example houses are under: `ID.toml` beside `ID-house.toml`.
static SHELF: LazyLock<Shelf> = LazyLock::new(|| {
    let mut shelf = example_books::shelf();
    for entry in std::fs::read_dir(Path::new(ROOT).join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let id =
            name.strip_suffix("-house.toml").filter(|id| shelf.books().iter().all(|book| book.id() != *id));
        let book = id.map(|id| path.with_file_name(format!("{id}.toml")));
        if let Some(text) = book.and_then(|book| std::fs::read_to_string(book).ok()) {
            shelf.add(&name, &text).unwrap();
        }
    }
    shelf
});

/// Whether a file describes a house.
fn is_house(name: &str) -> bool {
    name.contains("house") || name.starts_with("demo-") || name.starts_with("opening-")
}

/// A kind of file: its schema and its reader.
struct Kind {
    schema: Validator,
    reads: fn(&str) -> bool,
}

static BOOKS: LazyLock<Kind> =
    LazyLock::new(|| Kind { schema: validator(&schema()), reads: |text| Book::read("book", text).is_ok() });

static HOUSES: LazyLock<Kind> = LazyLock::new(|| Kind {
    schema: validator(&house::schema()),
    reads: |text| HouseFile::read("house", text, &SHELF).is_ok(),
});

/// A validator that looks at days too.
fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::options().should_validate_formats(true).build(schema).unwrap()
}

/// Every file that is shipped, with its kind and its name, the shortest first: what is tried once in a short file is not
/// tried in a long one, which takes longer.
fn shipped() -> Vec<(&'static Kind, String, toml::Value)> {
    let mut found = Vec::new();
    for folder in ["rulebooks", "examples"] {
        for entry in std::fs::read_dir(Path::new(ROOT).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let kind = if is_house(&name) { &*HOUSES } else { &*BOOKS };
                let text = std::fs::read_to_string(&path).unwrap();
                let file = toml::Value::Table(toml::from_str(&text).unwrap());
                found.push((text.len(), (kind, name, file)));
            }
        }
    }
    found.sort_by(|(shorter, one), (longer, other)| (shorter, &one.1).cmp(&(longer, &other.1)));
    found.into_iter().map(|(_, file)| file).collect()
}

/// A file as a validator sees it: days are text.
fn json(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::from(text.clone()),
        toml::Value::Integer(number) => Value::from(*number),
        toml::Value::Boolean(is) => Value::from(*is),
        toml::Value::Float(number) => Value::from(*number),
        toml::Value::Datetime(day) => Value::from(day.to_string()),
        toml::Value::Array(list) => list.iter().map(json).collect(),
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), json(value))).collect(),
    }
}

#[test]
fn every_shipped_file_has_the_form() {
    let files = shipped();
    assert!(files.len() >= 7, "{}", files.len());
    for (kind, name, file) in &files {
        let wrong: Vec<String> =
            kind.schema.iter_errors(&json(file)).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

/// One step into a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Key(String),
    Row(usize),
}

/// Every value below this one, with the steps that lead there.
fn places(value: &toml::Value, here: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    if !here.is_empty() {
        found.push(here.clone());
    }
    let mut into = |step: Step, value: &toml::Value| {
        here.push(step);
        places(value, here, found);
        here.pop();
    };
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| into(Step::Key(key.clone()), value))
        }
        toml::Value::Array(rows) => {
            rows.iter().enumerate().for_each(|(row, value)| into(Step::Row(row), value));
        }
        _ => {}
    }
}

fn at<'v>(value: &'v mut toml::Value, steps: &[Step]) -> &'v mut toml::Value {
    steps.iter().fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key.as_str()).unwrap(),
        Step::Row(row) => value.get_mut(row).unwrap(),
    })
}

/// A place by its keys alone, with what stands beside it: rows of one form are looked at once.
fn form(file: &mut toml::Value, steps: &[Step]) -> String {
    let (Some(Step::Key(last)), above) = (steps.last(), &steps[..steps.len() - 1]) else {
        return String::new();
    };
    let keys =
        steps.iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
    let place: Vec<&str> = keys.collect();
    let words = ["kind", "ask", "result", "of", "family"];
    let beside = at(file, above).as_table().unwrap();
    let beside: Vec<String> = beside
        .iter()
        .map(
            |(key, value)| if words.contains(&key.as_str()) { format!("{key}={value}") } else { key.clone() },
        )
        .collect();
    format!("{} {last} {}", place.join("/"), beside.join(","))
}

/// What only the whole file can tell: things that others name, scores of which each needs its place, what an amendment
/// makes of a value, the day from which a book that was amended is in force, the ranks that the named hand needs, the line
/// whose point others depend on, the names of a book's settings in a house.
fn is_known_from_the_whole(steps: &[Step]) -> bool {
    let keys =
        steps.iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
    let keys: Vec<&str> = keys.collect();
    let named = [
        "provision",
        "setting",
        "sets",
        "beside_zero",
        "areas",
        "staff",
        "bank",
        "barred",
        "chooses",
        "even_money",
        "line",
        "en_prison",
        "half",
        "in_force",
        "ranks",
    ];
    let lists = ["game", "sets", "settings", "beside_zero", "when"];
    keys.ends_with(&["set", "to"])
        || keys.last().is_some_and(|key| named.contains(key))
        || keys.len() > 1 && lists.contains(&keys[keys.len() - 2])
}

/// Whether the reader and the schema take a file.
fn taken(kind: &Kind, file: &toml::Value) -> (bool, bool) {
    ((kind.reads)(&toml::to_string(file).unwrap()), kind.schema.is_valid(&json(file)))
}

/// Removes the mutations of a book's provisions.
fn without_mutations(file: &mut toml::Value) {
    let provisions = file.get_mut("provision").and_then(toml::Value::as_array_mut);
    for provision in provisions.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
        provision.remove("mutation");
    }
}

/// Tries a change at every key of every shipped file, one of each form, and gives back where reader and schema differ and
/// how many changes were tried. Each of the three changes is tried at its third of the keys, and at all of them if
/// `CROUPIER_EVERY_KEY` is set, which takes minutes.
fn differ(third: usize, change: impl Fn(&mut toml::Table, &str) -> bool) -> (BTreeSet<String>, usize) {
    let every = std::env::var_os("CROUPIER_EVERY_KEY").is_some();
    let (mut seen, mut differences, mut tried) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (kind, name, mut file) in shipped() {
        let mut all = Vec::new();
        places(&file, &mut Vec::new(), &mut all);
        for steps in all {
            let form = form(&mut file, &steps);
            let (Some(Step::Key(key)), above) = (steps.last(), &steps[..steps.len() - 1]) else { continue };
            if !seen.insert((std::ptr::from_ref(kind), form.clone())) {
                continue;
            }
            if !every && seen.len() % 3 != third {
                continue;
            }
            tried += 1;
            let mut changed = file.clone();
            if !change(at(&mut changed, above).as_table_mut().unwrap(), key) {
                continue;
            }
            let (mut reader, schema) = taken(kind, &changed);
            if schema && !reader {
                // A mutation may lead to what was taken away.
                without_mutations(&mut changed);
                reader = taken(kind, &changed).0;
            }
            if reader != schema && !(schema && is_known_from_the_whole(&steps)) {
                let who = if reader { "only the schema complains" } else { "only the reader complains" };
                differences.insert(format!("{name}: {form}: {who}"));
            }
        }
    }
    (differences, tried)
}

#[test]
fn a_broken_book_has_not_the_form() {
    let (_, text) =
        Shelf::built_in_files().find(|(_, text)| text.contains("family = \"in-between\"")).unwrap();
    let breaks = [
        ("ranks = \"23456789TJQKA\"", "ranks = 23"),
        ("ranks = \"23456789TJQKA\"", ""),
        ("ranks = \"23456789TJQKA\"", "ranks = \"23456789TJQKA\"\nsuits = 4"),
        ("family = \"in-between\"", "family = \"bridge\""),
        ("odds = \"3 to 1\"", "odds = \"three to one\""),
        ("result = \"stand-off\"", "result = \"wins\""),
        ("from = 1990-02-17\ncite", "from = \"someday\"\ncite"),
        ("recorded_by = \"book-loaded\"", ""),
        ("[game.in-between]", "[game.\"In Between\"]"),
    ];
    assert_eq!(taken(&BOOKS, &toml::Value::Table(toml::from_str(text).unwrap())), (true, true));
    for (from, to) in breaks {
        assert!(text.contains(from), "{from}");
        let broken = toml::Value::Table(toml::from_str(&text.replacen(from, to, 1)).unwrap());
        assert_eq!(taken(&BOOKS, &broken), (false, false), "{to}");
    }
}

#[test]
fn a_key_taken_away() {
    let (differences, tried) = differ(0, |table, key| table.remove(key).is_some());
    assert!(tried > 200, "{tried}");
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn a_key_too_many() {
    let (differences, tried) = differ(1, |table, _| table.insert("surplus".to_owned(), 1.into()).is_none());
    assert!(tried > 200, "{tried}");
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn a_value_of_another_type() {
    let (differences, tried) = differ(2, |table, key| {
        let other = match &table[key] {
            toml::Value::String(_) | toml::Value::Table(_) => toml::Value::Integer(7),
            toml::Value::Datetime(_) => toml::Value::Boolean(true),
            _ => toml::Value::String("another type".to_owned()),
        };
        table.insert(key.to_owned(), other).is_some()
    });
    assert!(tried > 200, "{tried}");
    assert!(differences.is_empty(), "{differences:#?}");
}
