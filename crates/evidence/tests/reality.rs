//! Every row of the clauses is held against the project: what it names is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use croupier_evidence::{Clause, ClauseState, anchors, chapters, documents};
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn clauses() -> Vec<Clause> {
    chapters().into_iter().flat_map(|chapter| chapter.clauses).collect()
}

/// Everything of one kind that the clauses name, with the number of the clause.
fn named(of: impl Fn(&Clause) -> &Vec<String>) -> Vec<(String, String)> {
    let all = clauses();
    let pairs = all.iter().flat_map(|clause| {
        of(clause).iter().map(|name| (clause.number.clone(), name.clone())).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// Fails with everything that is wrong at once.
fn none_wrong(wrong: impl Iterator<Item = String>) {
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_section_that_a_clause_names_is_in_its_document() {
    let known: BTreeMap<&str, Vec<String>> =
        documents().iter().map(|document| (document.name, anchors(document.text))).collect();
    none_wrong(named(|clause| &clause.documents).into_iter().filter_map(|(number, place)| {
        let (name, heading) = place.split_once('#')?;
        let is_there = known.get(name).is_some_and(|anchors| anchors.iter().any(|anchor| anchor == heading));
        (!is_there).then(|| format!("{number}: {place}"))
    }));
    none_wrong(named(|clause| &clause.documents).into_iter().filter_map(|(number, place)| {
        (!place.contains('#')).then(|| format!("{number}: {place} names no section"))
    }));
}

#[test]
fn the_pack_has_the_documents_that_are_named_and_those_it_reads_tables_from() {
    let named = named(|clause| &clause.documents);
    let mut cited: BTreeSet<&str> = named.iter().filter_map(|(_, place)| place.split('#').next()).collect();
    cited.extend(["security.md", "proof.md"]);
    let packed: BTreeSet<&str> = documents().iter().map(|document| document.name).collect();
    assert_eq!(packed, cited);
}

/// The folder of a crate, the file of a test, and its name.
fn test_of(text: &str) -> Option<(PathBuf, &str)> {
    let (file, name) = text.split_once("::")?;
    Some((Path::new(ROOT).join("crates").join(file), name))
}

/// Whether a source has a test of this name: a function with an attribute that makes it one.
fn has_test(source: &str, name: &str) -> bool {
    let head = format!("fn {name}(");
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let at = lines.iter().position(|line| line.strip_prefix("async ").unwrap_or(line).starts_with(&head));
    let above = at.map(|at| lines[..at].iter().rev().take_while(|line| line.starts_with(['#', '/'])));
    above.is_some_and(|mut above| {
        above.any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
    })
}

#[test]
fn every_test_that_a_clause_names_is_one() {
    none_wrong(named(|clause| &clause.tests).into_iter().filter_map(|(number, text)| {
        let Some((path, name)) = test_of(&text) else {
            return Some(format!("{number}: {text} is no CRATE/FILE::NAME"));
        };
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        (!has_test(&source, name)).then(|| format!("{number}: {text}"))
    }));
}

#[test]
fn a_test_that_does_not_exist_is_noticed() {
    let source = "#[test]\nfn is_there() {}\n\n#[tokio::test]\nasync fn waits() {}\n\nfn helper() {}\n";
    assert!(has_test(source, "is_there") && has_test(source, "waits"));
    assert!(!has_test(source, "helper") && !has_test(source, "is_not_there"));
}

#[test]
fn every_operation_that_a_clause_names_is_in_the_api() {
    let text = std::fs::read_to_string(format!("{ROOT}/web/openapi.json")).unwrap();
    let api: Value = serde_json::from_str(&text).unwrap();
    let is_there = |operation: &str| {
        let (method, path) = operation.split_once(' ')?;
        let paths = api["paths"].as_object()?;
        let found = paths.iter().find(|(known, _)| known.strip_prefix("/api/v1").unwrap_or(known) == path);
        found.and_then(|(_, methods)| methods.get(method.to_lowercase()))
    };
    none_wrong(named(|clause| &clause.operations).into_iter().filter_map(|(number, operation)| {
        is_there(&operation).is_none().then(|| format!("{number}: {operation}"))
    }));
}

#[test]
fn every_target_that_a_clause_names_is_in_the_makefile() {
    let makefile = std::fs::read_to_string(format!("{ROOT}/Makefile")).unwrap();
    none_wrong(named(|clause| &clause.targets).into_iter().filter_map(|(number, target)| {
        let is_there = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
        (!is_there).then(|| format!("{number}: make {target}"))
    }));
}

/// What is met, or met in part, is shown by something; and what does not concern us claims nothing.
#[test]
fn every_state_has_what_it_needs() {
    none_wrong(clauses().iter().filter_map(|clause| {
        let shown = [&clause.tests, &clause.targets, &clause.artefacts].iter().any(|of| !of.is_empty());
        let asks_for = matches!(clause.state, ClauseState::Met | ClauseState::Partly);
        let claims = clause.state == ClauseState::Outside && shown;
        ((asks_for && !shown) || claims).then(|| format!("{} is {}", clause.number, clause.state))
    }));
}

#[test]
fn clauses_are_whole_sentences_and_stand_once() {
    none_wrong(clauses().iter().filter_map(|clause| {
        let whole =
            |text: &str| text.ends_with('.') && text.starts_with(|letter: char| letter.is_uppercase());
        (!whole(&clause.asks) || !whole(&clause.says)).then(|| clause.number.clone())
    }));
    let all = clauses();
    let asked: BTreeSet<(&str, &str)> =
        all.iter().map(|clause| (clause.number.as_str(), clause.asks.as_str())).collect();
    assert_eq!(asked.len(), all.len());
    assert!(all.len() > 100, "{}", all.len());
    for chapter in chapters() {
        let within = |clause: &Clause| clause.number.starts_with(&format!("{}.", chapter.number));
        assert!(chapter.clauses.iter().all(within), "a clause is in the wrong chapter: {}", chapter.number);
    }
}
