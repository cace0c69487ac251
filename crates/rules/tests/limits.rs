//! A list of wagers is no longer than a stake can name its row. What is beyond is a fault, and nothing is counted wrong or panics.
//! The schema has every limit of a key or setting.

use croupier_rules::book::{Book, DeclaredLimit, schema};
use croupier_rules::games::Family;
use serde_json::Value;

use crate::example_books;

/// Writes the row of a list with this number.
type Row<'r> = &'r dyn Fn(u32) -> String;

/// The faults of a book with so many further rows.
fn faults_with(file: &str, many: u32, row: impl Fn(u32) -> String) -> String {
    let (name, text) = example_books::files().find(|(name, _)| name.contains(file)).unwrap();
    let rows: String = (0..many).map(row).collect();
    Book::read(name, &format!("{text}\n{rows}")).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn a_list_of_wagers_beyond_its_limit_is_a_fault() {
    let call = |n| {
        format!("[[game.american-roulette.call]]\nname = \"c-{n}\"\ncite = \"3.4 orphans\"\nneighbours = 2\n")
    };
    let race = |n| {
        format!(
            "[[game.dice.race]]\nname = \"r-{n}\"\nwinner = \"score\"\n\
             odds = [{{ name = \"4\", scores = [4], odds = \"9 to 5\", cite = \"Sch. para. 3(a)\" }}]\n"
        )
    };
    let next = |n| {
        format!(
            "[[game.dice.next]]\nname = \"n-{n}\"\ncite = \"Sch. para. 6\"\n\
             odds = [{{ name = \"any\", scores = [2], odds = \"7 to 1\", cite = \"Sch. para. 6\" }}]\n"
        )
    };
    let hop = |n| {
        format!(
            "[[game.craps.combination]]\nname = \"h-{n}\"\npair = {{ odds = \"30 to 1\", cite = \"craps 26\" }}\n"
        )
    };
    let bet = |n| {
        format!(
            "[[game.punto-banco.wager]]\nname = \"w-{n}\"\non = \"player\"\nodds = \"1 to 1\"\n\
             cite = \"reg. 5(4)\"\nodds_cite = \"reg. 5(3)\"\nundecided = \"void\"\n"
        )
    };
    let rows: [(&str, Row<'_>, &str); 5] = [
        ("mpumalanga", &call, "a game has at most 200 calls"),
        ("scotland", &race, "a game has at most 200 wagers on a score against seven"),
        ("scotland", &next, "a game has at most 200 wagers on the next throw"),
        ("nevada", &hop, "a game has at most 200 wagers on two named dice"),
        ("scotland", &bet, "a game has at most 200 wagers"),
    ];
    for (file, row, fault) in rows {
        assert!(faults_with(file, 300, row).contains(fault), "{file}: {fault}");
        let within = faults_with(file, 100, row);
        assert!(!within.contains("at most 200"), "{file}: {within}");
    }
}

/// The bounds that a schema has for a key of a game or of a table within it, or for a setting.
fn bounds_of(key: &str, part: &Value, definitions: &Value, found: &mut Vec<(Option<u64>, Option<u64>)>) {
    let mut note = |form: &Value, least: &str, most: &str| {
        found.push((form[least].as_u64(), form[most].as_u64()));
    };
    let properties = &part["properties"];
    match properties[key]["type"].as_str() {
        Some("integer") => note(&properties[key], "minimum", "maximum"),
        Some("array") => note(&properties[key], "minItems", "maxItems"),
        _ => {}
    }
    // A setting that is no number has no bounds.
    if properties["key"]["const"] == key && properties["from"].is_object() {
        note(&properties["from"], "minimum", "maximum");
    }
    match part {
        Value::Object(parts) => {
            let named = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
            named.into_iter().for_each(|name| bounds_of(key, &definitions[name], definitions, found));
            parts.values().for_each(|part| bounds_of(key, part, definitions, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| bounds_of(key, part, definitions, found)),
        _ => {}
    }
}

#[test]
fn the_schema_has_every_limit() {
    let schema = schema();
    for family in Family::ALL {
        for DeclaredLimit { key, from, to, .. } in
            family.limits().iter().filter(|limit| !limit.key.is_empty())
        {
            let mut found = Vec::new();
            bounds_of(key, &schema["$defs"][family.name()], &schema["$defs"], &mut found);
            assert!(!found.is_empty(), "{}: `{key}` is no number, list or setting", family.name());
            for (least, most) in found {
                assert_eq!(most, Some(u64::from(*to)), "{}: {key}", family.name());
                // A list that may be left out has no least length.
                assert!(
                    least.is_none_or(|least| least == u64::from(*from) || *from == 0 && least == 1),
                    "{}: {key}",
                    family.name()
                );
            }
        }
    }
}
