//! What commands print: text, JSON and tables.

use std::io::{IsTerminal, Write};

use comfy_table::{ContentArrangement, Table, presets};

use crate::failure::Failure;

/// How wide a table is when nobody says how wide the paper is.
const WIDTH_WHEN_PIPED: u16 = 120;

/// Writes to standard output and ends the line.
pub(crate) fn print(text: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

/// Writes a JSON value for machines.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(serde_json::to_string_pretty(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}")))
}

/// An empty table for people, as wide as the terminal.
pub(crate) fn table<'h>(header: impl IntoIterator<Item = &'h str>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header.into_iter().collect::<Vec<_>>());
    if !std::io::stdout().is_terminal() {
        table.set_width(WIDTH_WHEN_PIPED);
    }
    table
}

/// Writes a file whole.
pub(crate) fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

/// Writes text with colours, which are left out where they would not be seen or are not wanted.
pub(crate) fn print_styled(text: &str) -> Result<(), Failure> {
    Ok(writeln!(anstream::stdout().lock(), "{text}")?)
}
