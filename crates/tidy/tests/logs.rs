//! `docs/logs.md` has every line that the program writes to its log, with its level and fields.

use std::collections::BTreeSet;
use std::path::Path;

use croupier_tidy::files;
use croupier_tidy::log_lines::{LogLines, log_lines};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn written() -> LogLines {
    let mut lines = LogLines::new();
    for folder in std::fs::read_dir(Path::new(ROOT).join("crates")).unwrap() {
        for file in files(&folder.unwrap().path().join("src"), &[".rs"]) {
            let source = std::fs::read_to_string(&file).unwrap();
            // This crate names the macros that it looks for.
            if source.contains("tracing::") && !file.to_string_lossy().contains("/tidy/src/") {
                log_lines(&source, &mut lines);
            }
        }
    }
    lines
}

/// The rows of a document: level, message and fields are the first three columns.
fn documented(text: &str) -> LogLines {
    let levels = ["| error |", "| warn |", "| info |", "| debug |"];
    let rows = text.lines().filter(|line| levels.iter().any(|level| line.starts_with(level)));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [level, message, fields, meaning] = cells[..] else { panic!("{row}") };
        assert!(!meaning.is_empty(), "{row}");
        let fields: BTreeSet<String> = fields
            .split(", ")
            .filter(|field| !field.is_empty())
            .map(|field| field.trim_matches('`').to_owned())
            .collect();
        ((level.to_owned(), message.to_owned()), fields)
    })
    .collect()
}

#[test]
fn every_line_of_the_log_is_documented_with_its_fields() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/logs.md")).unwrap();
    let (written, documented) = (written(), documented(&text));
    assert!(written.len() > 30, "{}", written.len());
    let missing: Vec<_> =
        written.iter().filter(|(line, fields)| documented.get(line) != Some(fields)).collect();
    assert!(missing.is_empty(), "docs/logs.md lacks these lines, or has other fields: {missing:#?}");
    let gone: Vec<_> = documented.keys().filter(|line| !written.contains_key(line)).collect();
    assert!(gone.is_empty(), "docs/logs.md has lines that are never written: {gone:#?}");
    // Every field is explained too.
    let fields: BTreeSet<&String> = written.values().flatten().collect();
    for field in fields {
        assert!(
            text.contains(&format!("\n| `{field}` | ")),
            "docs/logs.md does not explain the field `{field}`"
        );
    }
}

#[test]
fn a_planted_line_is_found() {
    let mut lines = LogLines::new();
    let source = r#"fn a() { if b { tracing::warn!(house = id.0, %error, took = ?start.elapsed(), "no {what} at {place:?}") } }
                    fn c() { warn!("of another macro"); tracing::debug!("bare"); }"#;
    log_lines(source, &mut lines);
    let fields = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    let expected = [
        (("debug".to_owned(), "bare".to_owned()), fields(&[])),
        (("warn".to_owned(), "no … at …".to_owned()), fields(&["error", "house", "took"])),
    ];
    assert_eq!(lines, LogLines::from(expected.clone()));
    assert_eq!(
        documented("| warn | no … at … | `error`, `house`, `took` | what to do |\n| other |")[&expected[1].0],
        expected[1].1
    );
}
