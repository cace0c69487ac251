//! The table in `docs/security.md`.

use std::fmt::Write;

use super::Row;
use super::people::COLUMNS;

const DOCUMENT: &str = include_str!("../../../../docs/security.md");
const BEGIN: &str = "<!-- The tables below are written by `make reference`. -->\n";

/// Compares the document with what was tried. `CROUPIER_WRITE_SECURITY=1` writes it.
pub(super) fn compare(operations: &[Row], commands: &[Row]) {
    let due = format!(
        "\n### Operations\n{}\n### Commands\n{}",
        table("operation", operations),
        table("command", commands)
    );
    let (before, written) = DOCUMENT.split_once(BEGIN).expect("a place for the tables");
    if std::env::var_os("CROUPIER_WRITE_SECURITY").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/security.md");
        std::fs::write(path, format!("{before}{BEGIN}{due}")).unwrap();
        return;
    }
    assert!(written == due, "the tables of docs/security.md are old: make reference writes them");
}

fn table(what: &str, rows: &[Row]) -> String {
    let heads: Vec<&str> = COLUMNS.iter().map(|column| column.name()).collect();
    let mut text = format!("| {what} | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        let cells: Vec<&str> = row.admitted.iter().map(|yes| if *yes { "yes" } else { "–" }).collect();
        let _ = writeln!(text, "| {} | {} |", row.name, cells.join(" | "));
    }
    text
}
