//! `croupier lab`, as people run it, on a recorded journal of a small house.

use std::path::{Path, PathBuf};

use croupier_audit::{ExportedJournal, write_export};
use croupier_house::journal::Entry;
use croupier_house::store::StoredEntry;

use crate::common::{Scratch, run};
use crate::recorded_file::{Recorded, folder};

const SET: &str = "en-prison";
const JOURNAL: &str = "automatic-en-prison";

/// A folder with the exported journal, `good.jsonl`.
fn with_journal(name: &str) -> Scratch {
    let scratch = Scratch::new(&format!("lab-{name}"));
    let recorded = std::fs::read(folder().join(SET).join(format!("{JOURNAL}.journal"))).unwrap();
    let entries = Recorded::read(&recorded).unwrap().read_entries();
    let stored = entries.iter().map(|entry: &Entry| StoredEntry {
        stream: entry.stream,
        version: entry.body.version,
        sequence: entry.body.sequence,
        bytes: entry.bytes.clone(),
        hash: entry.hash,
    });
    let mut file = std::fs::File::create(scratch.path("good.jsonl")).unwrap();
    write_export(&ExportedJournal::of(stored), &mut file).unwrap();
    scratch
}

/// The options that name the books that were recorded with the journal.
fn books() -> Vec<String> {
    let expected = std::fs::read_to_string(folder().join(SET).join(format!("{JOURNAL}.expected"))).unwrap();
    let digests = expected.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1));
    let option = |digest: &str| {
        let file: PathBuf = Path::new(&folder()).join(SET).join("laws").join(format!("{digest}.toml"));
        ["--rulebook".to_owned(), file.display().to_string()]
    };
    digests.flat_map(option).collect()
}

/// Runs the command with those books, and returns its status, output and messages.
fn run_with_books(args: &[&str]) -> (Option<i32>, String, String) {
    let books = books();
    let all: Vec<&str> = args.iter().copied().chain(books.iter().map(String::as_str)).collect();
    run(&all)
}

#[test]
fn a_planted_fault_is_written_to_a_journal_that_the_audit_refuses() {
    let scratch = with_journal("plant");
    let (good, copies) = (scratch.path("good.jsonl"), scratch.path("copies"));
    let (status, out, error) =
        run_with_books(&["lab", "plant", &good, "--into", &copies, "--kind", "named:payout-off-by-one"]);
    assert_eq!((status, out.trim()), (Some(0), format!("wrote 1 journal to {copies}").as_str()), "{error}");
    let list = std::fs::read_to_string(scratch.path("copies/faults.json")).unwrap();
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let copy = scratch.path(&format!("copies/{}", list[0]["file"].as_str().unwrap()));
    let (status, out, _) = run_with_books(&["audit", &copy, "--json"]);
    assert_eq!(status, Some(1), "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let first = &report["houses"][0]["findings"][0];
    assert_eq!((&first["kind"], &first["sequence"]), (&"wrong-postings".into(), &list[0]["entry"]), "{out}");
    // A folder that is there is not written to.
    let (status, _, error) = run_with_books(&["lab", "plant", &good, "--into", &copies]);
    assert_eq!(status, Some(2), "{error}");
}

#[test]
fn every_named_fault_of_a_small_house_is_found_by_the_command() {
    let scratch = with_journal("prove");
    let good = scratch.path("good.jsonl");
    let (status, out, error) = run_with_books(&["lab", "prove", &good, "--named", "--json"]);
    assert_eq!(status, Some(0), "{out}{error}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let planted = report["kinds"].as_object().unwrap();
    assert!(planted.len() > 25, "{out}");
    assert_eq!(report["not_found"], serde_json::json!([]));
    let (status, out, _) = run_with_books(&["lab", "faults"]);
    assert_eq!(status, Some(0));
    assert!(out.lines().count() >= 40, "{out}");
    assert!(planted.keys().all(|kind| out.contains(kind.strip_prefix("named:").unwrap())), "{out}");
}

#[test]
fn no_faults_are_planted_in_a_journal_in_which_something_is_wrong() {
    let scratch = with_journal("bad");
    let good = std::fs::read_to_string(scratch.path("good.jsonl")).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    std::fs::write(scratch.path("bad.jsonl"), format!("{}\n{}\n", lines[0], lines[2..].join("\n"))).unwrap();
    let (status, _, error) = run_with_books(&["lab", "prove", &scratch.path("bad.jsonl"), "--named"]);
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("the audit finds something in it"), "{error}");
}
