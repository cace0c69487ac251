//! `croupier check` and `croupier rules --envelope`: what they print, and how they end.

use std::collections::BTreeSet;
use std::process::Output;

use serde_json::Value;

use crate::common::croupier;

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The smallest house: a table under a book that asks for nothing.
const SMALL: &str = "licence_holder = \"Ann Ltd\"\npremises = \"1 High Street\"\ncurrency = \"AUD\"\n\
                     time_zone = \"Australia/Perth\"\n\n[[table]]\nname = \"T\"\n\
                     game = \"western-australia-1990/in-between\"\n";

#[test]
fn a_house_in_order_ends_with_0_and_says_so() {
    let people = croupier(&["check", "examples/house.toml"], "");
    assert_eq!(people.status.code(), Some(0));
    assert!(text(&people.stdout).contains("18 tables, no breach"), "{}", text(&people.stdout));
    let machines = croupier(&["check", "examples/house.toml", "--json"], "");
    assert_eq!(machines.status.code(), Some(0));
    assert_eq!(json(&machines)["breaches"], Value::Array(Vec::new()));
}

#[test]
fn every_breach_is_reported_at_once_with_its_place_and_provision() {
    let machines = croupier(&["check", "examples/house-in-breach.toml", "--json"], "");
    assert_eq!(machines.status.code(), Some(1));
    let report = json(&machines);
    let breaches = report["breaches"].as_array().unwrap();
    let provisions: BTreeSet<String> =
        breaches.iter().map(|breach| format!("{} {}", breach["rulebook"], breach["cites"][0])).collect();
    assert!(provisions.len() >= 20, "{provisions:?}");
    let people = croupier(&["check", "examples/house-in-breach.toml"], "");
    assert_eq!(people.status.code(), Some(1));
    let printed = text(&people.stdout);
    assert_eq!(printed.lines().count(), breaches.len() + 1, "one line per breach, and how many there are");
    for breach in breaches {
        let place = format!("examples/house-in-breach.toml:{}:{}: ", breach["line"], breach["column"]);
        let words =
            [&breach["found"], &breach["allowed"], &breach["cites"][0]].map(|word| word.as_str().unwrap());
        let is_reported =
            |line: &str| line.starts_with(&place) && words.iter().all(|word| line.contains(word));
        assert!(printed.lines().any(is_reported), "{place} {words:?} in {printed}");
    }
}

#[test]
fn a_time_zone_that_does_not_exist_is_a_fault_at_its_line() {
    let wrong = SMALL.replace("Australia/Perth", "Australia/Pert");
    let people = croupier(&["check", "-"], &wrong);
    assert_eq!(people.status.code(), Some(2));
    let said = text(&people.stderr);
    assert!(said.contains("there is no time zone `Australia/Pert`"), "{said}");
    assert!(said.contains("did you mean `Australia/Perth`?"), "{said}");
    let machines = json(&croupier(&["check", "-", "--json"], &wrong));
    assert_eq!(machines["error"]["faults"][0]["line"], 4, "{machines}");
    assert_eq!(croupier(&["check", "-"], SMALL).status.code(), Some(0));
}

#[test]
fn what_is_no_house_file_ends_with_2() {
    let bad = SMALL.replace("currency", "currancy").replace("in-between", "in-betwixt");
    let people = croupier(&["check", "-"], &bad);
    assert_eq!(people.status.code(), Some(2));
    let printed = text(&people.stderr);
    for words in ["is not a house file: 2 faults", "unknown key `currancy`", "did you mean `in-between`"] {
        assert!(printed.contains(words), "{printed}");
    }
    let machines = croupier(&["check", "-", "--json"], &bad);
    assert_eq!(machines.status.code(), Some(2));
    assert_eq!(json(&machines)["error"]["faults"].as_array().unwrap().len(), 2);
    assert_eq!(croupier(&["check", "no-such-house.toml"], "").status.code(), Some(2));
}

#[test]
fn a_house_without_a_day_is_checked_by_the_law_of_the_day_that_is_chosen() {
    assert_eq!(croupier(&["--on", "1990-02-17", "check", "-"], SMALL).status.code(), Some(0));
    let early = croupier(&["--on", "1990-02-16", "check", "-", "--json"], SMALL);
    assert_eq!(early.status.code(), Some(1));
    assert_eq!(json(&early)["breaches"][0]["cites"][0], "reg. 3");
    let dated = SMALL.replace("currency", "date = 1995-01-01\ncurrency");
    assert_eq!(croupier(&["--on", "1990-02-16", "check", "-"], &dated).status.code(), Some(0));
}

#[test]
fn a_house_is_held_against_a_rulebook_of_ones_own() {
    let house = SMALL.replace("western-australia-1990/in-between", "double-zero/roulette");
    let house = format!("{house}pays = {{ five-number = \"7 to 1\" }}\n");
    let book = ["--rulebook", "examples/double-zero.toml", "check", "-", "--json"];
    let report = json(&croupier(&book, &house));
    assert_eq!(report["breaches"][0]["allowed"], "five-number is paid 6 to 1");
    assert_eq!(croupier(&["check", "-"], &house).status.code(), Some(2));
}

#[test]
fn the_envelope_says_what_is_fixed_bounded_and_free() {
    let envelope = json(&croupier(&["rules", "mpumalanga/blackjack", "--envelope", "--json"], ""));
    let has = |freedom: &str, key: &str, cite: &str| {
        let rows = envelope[freedom].as_array().unwrap();
        rows.iter().any(|row| row["key"] == key && row["cites"][0] == cite)
    };
    assert!(has("fixed", "soft-17", "4.2") && has("fixed", "pays blackjack", "4.7"));
    assert!(has("bounded", "decks", "4.5") && has("bounded", "hours", "2.4"));
    assert!(has("bounded", "inspector", "3.5(4)"));
    let people = text(&croupier(&["rules", "scotland-1970", "--envelope"], "").stdout);
    for words in ["scotland-1970/dice", "scotland-1970/blackjack", "reg. 6(8)", "any hours"] {
        assert!(people.contains(words), "{people}");
    }
    assert_eq!(croupier(&["rules", "--envelope"], "").status.code(), Some(2));
}
