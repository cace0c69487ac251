//! What is on the screen beside the table itself.

use super::line_editor::LineEditor;
use super::theme::Palette;

/// Something long to read, which covers the table.
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first line that is shown.
    pub(super) from: usize,
}

/// The line that is typed, a page, and how far the log is scrolled back.
pub(super) struct Screen {
    pub(super) editor: LineEditor,
    pub(super) page: Option<Page>,
    /// How many lines the log is scrolled back.
    pub(super) scrolled: usize,
    pub(super) palette: Palette,
}
