//! Output of commands: text, JSON and tables.

use std::io::Write;

use crate::failure::Failure;
use crate::text_table::TextTable;

/// Writes a line to standard output.
pub(crate) fn print(text: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

/// Writes a JSON value.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(serde_json::to_string_pretty(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}")))
}

/// An empty text table.
pub(crate) fn table<'h>(header: impl IntoIterator<Item = &'h str>) -> TextTable {
    TextTable::new(header)
}

/// Writes a whole file.
pub(crate) fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

/// Writes text with colours. They are removed if the output does not show them or they are disabled.
pub(crate) fn print_styled(text: &str) -> Result<(), Failure> {
    Ok(writeln!(anstream::stdout().lock(), "{text}")?)
}
