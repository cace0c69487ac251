//! The width of the output, and wrapping text to it. All commands use this module.

use std::io::IsTerminal;

pub(crate) use croupier_report::layout::{columns, wrap};

/// The width of help and faults if the width of the output is unknown: comfortable for reading.
pub(crate) const READING_WIDTH: usize = 100;

/// The width of the output in columns, if it is known: `COLUMNS` if it is set, otherwise the terminal. Zero and
/// invalid numbers count as unknown, and so does output to a file or a pipe.
pub(crate) fn width() -> Option<usize> {
    let set = std::env::var("COLUMNS").ok();
    let terminal = std::io::stdout().is_terminal().then(crossterm::terminal::size);
    known(set.as_deref(), terminal.and_then(Result::ok).map(|(columns, _)| columns))
}

fn known(set: Option<&str>, terminal: Option<u16>) -> Option<usize> {
    let set = set.and_then(|text| text.trim().parse().ok()).filter(|columns| *columns > 0);
    set.or_else(|| terminal.map(usize::from).filter(|columns| *columns > 0))
}

/// A paragraph wrapped to the output. For a file or a pipe it is one line.
pub(crate) fn paragraph(text: &str) -> String {
    croupier_report::layout::paragraph(text, width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_comes_before_the_terminal_and_zero_is_unknown() {
        assert_eq!(known(Some("40"), Some(80)), Some(40));
        assert_eq!(known(Some("0"), Some(80)), Some(80));
        assert_eq!(known(Some("wide"), None), None);
        assert_eq!(known(None, Some(0)), None);
        assert_eq!(known(None, None), None);
    }
}
