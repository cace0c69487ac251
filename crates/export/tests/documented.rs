//! `docs/exports.md` has every table with its columns, as they are declared.

use std::fmt::Write;

use croupier_export::{ExportTable, TABLES};

const DOCUMENT: &str = include_str!("../../../docs/exports.md");

/// A table as the document has it.
fn section(table: &ExportTable) -> String {
    let mut text = format!("### {}\nEach row is {}.\n\n", table.name, table.meaning);
    text.push_str("| column | in CSV | in Parquet | empty | meaning |\n|---|---|---|---|---|\n");
    for column in table.columns {
        let (physical, logical) = column.of.in_parquet();
        let parquet =
            logical.map_or_else(|| format!("`{physical}`"), |logical| format!("`{physical} ({logical})`"));
        let empty = if column.is_optional { "can be" } else { "never" };
        let (name, csv) = (column.name, column.of.in_csv());
        let _ = writeln!(text, "| `{name}` | {csv} | {parquet} | {empty} | {} |", column.meaning);
    }
    text
}

/// `CROUPIER_WRITE_EXPORTS=1` writes the tables into the document.
#[test]
fn the_document_has_every_column_as_it_is_declared() {
    let due: String = TABLES.iter().map(|table| section(table) + "\n").collect();
    let (before, rest) = DOCUMENT.split_once("## Tables\n").expect("a section with the tables");
    if std::env::var_os("CROUPIER_WRITE_EXPORTS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/exports.md");
        std::fs::write(path, format!("{before}## Tables\n{}", due.trim_end().to_owned() + "\n")).unwrap();
        return;
    }
    assert_eq!(rest.trim(), due.trim(), "make reference writes it");
}

#[test]
fn names_are_unique_and_words_of_their_own() {
    for table in TABLES {
        let mut names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), table.columns.len(), "{}", table.name);
    }
}
