//! `croupier audit`, as people run it.

use crate::common::{Scratch, run};

/// An exported journal without an entry.
const EMPTY: &str = "{\"format\":\"croupier-journal\",\"version\":1}\n";

#[test]
fn nothing_to_audit_is_said_and_what_is_no_journal_is_refused() {
    let scratch = Scratch::new("audit-empty");
    let (empty, other) = (scratch.path("empty.jsonl"), scratch.path("other.jsonl"));
    std::fs::write(&empty, EMPTY).unwrap();
    std::fs::write(&other, "{}\n").unwrap();
    let (status, out, _) = run(&["audit", &empty]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("there is nothing to audit"), "{out}");
    let (status, _, error) = run(&["audit", &other]);
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("line 1 is not of an exported journal"), "{error}");
    let (status, _, error) = run(&["audit", &scratch.path("nowhere")]);
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("neither a data folder nor an exported journal"), "{error}");
}

#[test]
fn an_entry_that_is_none_is_found_in_text_json_and_on_the_page() {
    let scratch = Scratch::new("audit-damaged");
    let (journal, page) = (scratch.path("journal.jsonl"), scratch.path("page.html"));
    let line = format!(
        "{{\"house\":1,\"sequence\":2,\"version\":1,\"hash\":\"{}\",\"bytes\":\"AAAA\"}}\n",
        "0".repeat(64)
    );
    std::fs::write(&journal, format!("{EMPTY}{line}")).unwrap();
    let (status, out, _) = run(&["audit", &journal, "--html", &page]);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("house 1, entry 2: sequence-gap") && out.contains("unreadable-entry"), "{out}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<td>unreadable-entry</td>") && page.contains("2 findings"), "{page}");
    let (status, out, _) = run(&["audit", &journal, "--json"]);
    assert_eq!(status, Some(1), "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["houses"][0]["findings"][0]["sequence"], 2, "{out}");
}
