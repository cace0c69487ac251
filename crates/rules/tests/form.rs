//! A value that does not have its form: every fault at once, at its place, and in the words of the file.

use croupier_rules::book::{Book, Shelf};

fn scotland() -> &'static str {
    Shelf::built_in_files().find(|(name, _)| name.contains("scotland")).unwrap().1
}

/// What is reported, with its help, of the book in which one passage was replaced.
fn faults(from: &str, to: &str) -> Vec<(String, Option<String>)> {
    assert!(scotland().contains(from), "{from}");
    let error = Book::read("book", &scotland().replacen(from, to, 1)).unwrap_err();
    error.places().map(|(_, _, fault)| (fault.message.clone(), fault.help.clone())).collect()
}

const DEALER: &str = "dealer = { before_play = \"one-card\", soft_17 = \"stands\", cite = \"reg. 6(1)(f)\" }";

#[test]
fn every_key_of_a_nested_table_is_reported_with_the_nearest_word() {
    let found = faults(
        DEALER,
        "dealer = { befor_play = \"one-card\", soft_71 = \"stands\", cite = \"reg. 6(1)(f)\" }",
    );
    let expected = [
        ("unknown key `befor_play`", Some("did you mean `before_play`?")),
        ("unknown key `soft_71`", Some("did you mean `soft_17`?")),
    ];
    assert_eq!(found, expected.map(|(message, help)| (message.to_owned(), help.map(ToOwned::to_owned))));
}

#[test]
fn a_wrong_word_has_its_nearest_or_all_of_them() {
    let changed = |word: &str| faults(DEALER, &DEALER.replace("one-card", word));
    let not_known = |word: &str| format!("`{word}` is not a word that is known here");
    assert_eq!(changed("one-crad"), [(not_known("one-crad"), Some("did you mean `one-card`?".to_owned()))]);
    let all = "known here: no-card, one-card, hole-card".to_owned();
    assert_eq!(changed("something"), [(not_known("something"), Some(all))]);
}

#[test]
fn a_value_of_another_kind_is_named_as_people_name_it() {
    let cases = [
        (DEALER, DEALER.replace("\"one-card\"", "7"), "this is a whole number, not text"),
        (DEALER, "dealer = 7".to_owned(), "this is a whole number, not a table"),
        ("least = 2", "least = \"two\"".to_owned(), "this is text, not a whole number"),
        ("least = 2", "least = 300".to_owned(), "300 is not a whole number from 0 to 255"),
        ("least = 2", "least = -1".to_owned(), "-1 is not a whole number from 0 to 255"),
        ("least = 2", "least = 2.5".to_owned(), "this is a number with a fraction, not a whole number"),
    ];
    for (from, to, says) in cases {
        let found = faults(from, &to);
        assert!(found.iter().any(|(message, _)| message == says), "{to}: {found:?}");
    }
}

#[test]
fn no_fault_speaks_of_the_types_of_the_program() {
    let words =
        ["field", "variant", "untagged", "u8", "u16", "u32", "i64", "struct", "invalid type", "expected"];
    // Each value of the file in turn becomes one of another kind.
    let lines: Vec<&str> = scotland().lines().collect();
    let (mut tried, mut found) = (0, std::collections::BTreeSet::new());
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(" = ")) {
        let (key, value) = line.split_once(" = ").unwrap();
        if key.starts_with([' ', '#']) || value.starts_with(['[', '"']) && !value.ends_with([']', '"']) {
            continue;
        }
        let other = if value.starts_with('"') { "7" } else { "\"other\"" };
        let changed = format!("{key} = {other}");
        let mut text = lines.clone();
        text[place] = &changed;
        if let Err(error) = Book::read("book", &text.join("\n")) {
            tried += 1;
            let messages = error.places().map(|(_, _, fault)| &fault.message);
            let foreign = messages.filter(|message| words.iter().any(|word| message.contains(word)));
            found.extend(foreign.map(|message| format!("{changed}: {message}")));
        }
        if tried > 150 {
            break;
        }
    }
    assert!(tried > 100, "{tried}");
    assert!(found.is_empty(), "{found:#?}");
}
