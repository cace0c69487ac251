//! The table of bounds in `docs/serve.md` names every bound of the code with its value.

use std::path::Path;

use croupier_server::bounds::bounds;

const SERVE: &str = include_str!("../../../docs/serve.md");
const BOUNDS: &str = include_str!("../src/bounds.rs");

/// Public numbers of the house and the store that bound nothing.
const NO_BOUNDS: [&str; 5] = ["DAY_MS", "EVENT_FORMAT", "NODE_EVENTS", "ORDERED_KEYS", "STATE_FORMAT"];

/// The names and values of the table, in order.
fn documented() -> Vec<(String, String)> {
    let (_, section) = SERVE.split_once("\n## Bounds\n").expect("a section on bounds");
    // The second table is in words.
    let section = section.split("\nThe state of a house in memory").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
        let (name, value) = (cells.next().unwrap(), cells.next().unwrap());
        assert!(cells.next().is_some_and(|then| then.len() > 2), "{name}: what happens at the bound?");
        (name, value)
    })
    .collect()
}

#[test]
fn the_documents_name_every_bound_with_its_value() {
    let known: Vec<(String, String)> =
        bounds().into_iter().map(|bound| (bound.name.to_owned(), bound.value)).collect();
    assert_eq!(documented(), known);
}

/// The names of the public numbers and spans of time in the sources of a folder.
fn numbers(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(numbers(&path));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let constants = text.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(": "));
        let is_number = |of: &str| {
            ["u8 ", "u16 ", "u32 ", "u64 ", "usize ", "i64 ", "Duration "]
                .iter()
                .any(|kind| of.starts_with(kind))
        };
        found.extend(constants.filter(|(_, of)| is_number(of)).map(|(name, _)| name.to_owned()));
    }
    found
}

#[test]
fn every_bound_of_the_house_and_the_store_is_in_the_table() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let all: Vec<String> =
        ["house/src", "store/src"].iter().flat_map(|folder| numbers(&crates.join(folder))).collect();
    assert!(all.len() > 30, "{all:?}");
    let is_listed = |name: &String| BOUNDS.contains(name.as_str()) || NO_BOUNDS.contains(&name.as_str());
    let missing: Vec<&String> = all.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "{missing:?} bound something, but `bounds` does not list them");
}
