//! Output of commands: text, JSON and tables.

use std::io::{IsTerminal, Write};
use std::path::Path;

use croupier_report::TextTable;

use crate::failure::Failure;
use crate::layout::width;

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
    TextTable::new(header, width())
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

/// Writes a PDF to a file, or to standard output.
pub(crate) fn write_pdf(path: Option<&Path>, pdf: &[u8]) -> Result<(), Failure> {
    match path {
        Some(path) => std::fs::write(path, pdf)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display()))),
        None if std::io::stdout().is_terminal() => {
            Err(Failure::usage("a PDF is not for a terminal: name a file with --pdf FILE".to_owned()))
        }
        None => Ok(std::io::stdout().lock().write_all(pdf)?),
    }
}

/// Writes text with colours. They are removed if the output does not show them or they are disabled.
pub(crate) fn print_styled(text: &str) -> Result<(), Failure> {
    Ok(writeln!(anstream::stdout().lock(), "{text}")?)
}
