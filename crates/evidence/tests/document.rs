//! `docs/evidence.md` has what is not met and what is met in part, as the rows say it.

use std::fmt::Write;

use croupier_evidence::{ClauseState, chapters};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/evidence.md");
/// Where the tables begin in the document.
const HEADING: &str = "## What is not met\n";

fn counts() -> String {
    let mut text = String::from("| chapter |");
    ClauseState::ALL.iter().for_each(|state| write!(text, " {state} |").unwrap());
    text.push_str("\n|---|---|---|---|---|---|\n");
    for chapter in chapters() {
        write!(text, "| {} {} |", chapter.number, chapter.title).unwrap();
        ClauseState::ALL.iter().for_each(|state| write!(text, " {} |", chapter.count(*state)).unwrap());
        text.push('\n');
    }
    text
}

fn rows(state: ClauseState) -> String {
    let mut text = String::from(
        "| clause | what it asks, in our words | what is there, and what is missing |\n|---|---|---|\n",
    );
    for clause in
        chapters().iter().flat_map(|chapter| &chapter.clauses).filter(|clause| clause.state == state)
    {
        writeln!(text, "| {} | {} | {} |", clause.number, clause.asks, clause.says).unwrap();
    }
    text
}

/// `CROUPIER_WRITE_EVIDENCE=1` writes the tables into the document.
#[test]
fn the_document_says_what_is_not_met() {
    let due = format!(
        "{}\n## What is met in part\n{}\n## How many\n{}",
        rows(ClauseState::NotMet),
        rows(ClauseState::Partly),
        counts()
    );
    let document = std::fs::read_to_string(FILE).unwrap();
    let (before, tables) = document.split_once(HEADING).expect("the document has a place for the tables");
    if std::env::var_os("CROUPIER_WRITE_EVIDENCE").is_some_and(|set| set == "1") {
        std::fs::write(FILE, format!("{before}{HEADING}{due}")).unwrap();
        return;
    }
    assert!(tables == due, "docs/evidence.md is not what the clauses say: run `make reference`");
}
