//! The folder: everything that it names is in it, and the same sources give the same bytes.

use std::collections::BTreeSet;

use croupier_evidence::{
    Artefact, BillOfMaterials, CheckedHouse, ClauseState, EvidencePack, EvidenceSources, chapters,
};
use croupier_report::Unwatched;
use croupier_rules::book::{Book, Shelf};
use serde_json::{Value, json};

/// A shelf with a book whose prices take no time.
fn small_shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    let quick = |book: &Book| book.games().iter().all(|game| game.id() == "in-between");
    let slow: Vec<String> =
        shelf.books().iter().filter(|book| !quick(book)).map(|book| book.id().to_owned()).collect();
    slow.iter().for_each(|id| shelf.remove(id));
    assert_eq!(shelf.books().len(), 1);
    shelf
}

fn sources(shelf: &Shelf) -> EvidenceSources<'_> {
    EvidenceSources {
        program: b"the program",
        version: json!({ "version": "1.2.3" }),
        options: json!([{ "option": "--listen" }]),
        generator_fault: None,
        shelf,
        day: None,
        houses: vec![CheckedHouse {
            name: "house.toml".to_owned(),
            text: "currency = \"EUR\"\n".to_owned(),
            check: json!({ "breaches": [] }),
        }],
        bills: vec![BillOfMaterials { name: "croupier.cdx.json".to_owned(), bytes: b"{}".to_vec() }],
    }
}

fn pack() -> Vec<Artefact> {
    let shelf = small_shelf();
    EvidencePack::make(&sources(&shelf), &Unwatched).unwrap().files().to_vec()
}

fn text(files: &[Artefact], path: &str) -> String {
    let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("there is no {path}"));
    String::from_utf8(file.bytes.clone()).unwrap()
}

#[test]
fn the_same_sources_give_the_same_bytes() {
    assert_eq!(pack(), pack());
}

#[test]
fn every_file_that_a_clause_names_is_in_the_pack() {
    let files = pack();
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), files.len(), "no two files have one path");
    for clause in chapters().iter().flat_map(|chapter| &chapter.clauses) {
        for path in &clause.artefacts {
            assert!(paths.contains(path.as_str()), "{}: {path}", clause.number);
        }
    }
}

#[test]
fn the_manifest_has_the_digest_of_every_other_file() {
    let files = pack();
    let (manifest, others) = files.split_last().unwrap();
    assert_eq!(manifest.path, "MANIFEST");
    let lines = text(&files, "MANIFEST");
    assert_eq!(lines.lines().count(), others.len());
    for file in others {
        assert!(lines.contains(&format!("{}  {}\n", file.sha256(), file.path)), "{}", file.path);
    }
    let empty = Artefact { path: String::new(), what: String::new(), bytes: Vec::new() };
    assert_eq!(empty.sha256(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn the_page_has_every_clause_and_leads_to_every_file() {
    let files = pack();
    let page = text(&files, "index.html");
    for file in files.iter().filter(|file| file.path != "index.html") {
        assert!(page.contains(&format!("href=\"{}\"", file.path)), "{}", file.path);
    }
    let clauses = chapters().into_iter().flat_map(|chapter| chapter.clauses);
    for clause in clauses {
        assert!(page.contains(&format!("<td>{}</td>", clause.number)), "{}", clause.number);
    }
    let (_, open) = page.split_once("What is not met, and what is met in part").unwrap();
    let (open, _) = open.split_once("</section>").unwrap();
    let missing: usize = chapters().iter().map(|chapter| chapter.count(ClauseState::NotMet)).sum();
    assert_eq!(open.matches("<td class=\"state\">not met</td>").count(), missing);
    assert!(missing > 0 && page.contains("it alone decides"));
    assert!(page.contains("<code>session_minutes</code>") && !page.contains('`'));
}

#[test]
fn what_is_absent_is_said_on_the_page() {
    let shelf = small_shelf();
    let bare = EvidenceSources { houses: Vec::new(), bills: Vec::new(), ..sources(&shelf) };
    let page = text(EvidencePack::make(&bare, &Unwatched).unwrap().files(), "index.html");
    assert!(page.contains("<code>make sbom</code>") && page.contains("There is no house file"));
    let page = text(&pack(), "index.html");
    assert!(!page.contains("There is no bill of materials") && !page.contains("There is no house file"));
}

#[test]
fn tables_and_json_say_the_same_as_the_program() {
    let files = pack();
    let json = |path: &str| -> Value { serde_json::from_str(&text(&files, path)).unwrap() };
    let program = json("program.json");
    let digest = blake3::hash(b"the program").to_hex().to_string();
    assert_eq!((&program["version"], &program["blake3"]), (&json!("1.2.3"), &json!(digest)));
    let book = &json("books.json")[0];
    let file = text(&files, book["file"].as_str().unwrap());
    assert_eq!(book["blake3"], json!(blake3::hash(file.as_bytes()).to_hex().as_str()));
    assert_eq!(json("generator/check.json")["right"], json!(true));
    assert_eq!(json("generator/check.json")["self_test"]["passed"], json!(true));
    let counted: usize = chapters().iter().map(|chapter| chapter.clauses.len()).sum();
    let rows = text(&files, "clauses.csv");
    let rows = csv::Reader::from_reader(rows.as_bytes()).into_records().map(Result::unwrap).count();
    assert_eq!(rows, counted);
    let prices = text(&files, "prices.csv");
    assert!(prices.starts_with("game,wager,odds,") && prices.lines().count() > 1, "{prices}");
    let roles = text(&files, "roles/commands.csv");
    assert!(roles.starts_with("command,anonymous,player,") && roles.lines().count() > 50, "{roles}");
    assert!(!roles.contains('–') && !roles.contains('`'));
}

#[test]
fn a_generator_that_fails_is_said() {
    let shelf = small_shelf();
    let failing = EvidenceSources { generator_fault: Some("it is stuck".to_owned()), ..sources(&shelf) };
    let files = EvidencePack::make(&failing, &Unwatched).unwrap();
    let check: Value = serde_json::from_str(&text(files.files(), "generator/check.json")).unwrap();
    assert_eq!(check["self_test"], json!({ "passed": false, "fault": "it is stuck" }));
}
