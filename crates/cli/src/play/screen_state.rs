//! The state of the screen apart from the table.

use super::line_editor::LineEditor;
use super::theme::Palette;

/// A long text that covers the table.
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first line that is shown.
    pub(super) from: usize,
}

/// The input line, a page, and the scroll position of the log.
pub(super) struct Screen {
    pub(super) editor: LineEditor,
    pub(super) page: Option<Page>,
    /// The number of lines that the log is scrolled back.
    pub(super) scrolled: usize,
    pub(super) palette: Palette,
}
