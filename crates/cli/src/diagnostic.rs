//! Shows a fault in a file with its line.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};
use croupier_rules::book::{BookError, Fault};

use crate::layout;

/// The number of faults that are drawn. Nobody looks at more drawings; the others take a line each.
const DRAWN_MAX: usize = 200;
/// The longest part of a file that a fault is drawn with, in bytes.
const SHOWN_MAX: usize = 4096;

/// One diagnostic per fault, in the order of the file. `anstream` removes colours if the output is not a terminal.
pub(crate) fn draw(error: &BookError) -> Vec<String> {
    let draw = |(place, (line, column, fault)): (usize, (usize, usize, &Fault))| {
        if place < DRAWN_MAX {
            draw_one(error.file(), error.text(), line, fault)
        } else {
            let help = fault.help.as_ref().map(|help| format!("; {help}"));
            format!("{}:{line}:{column}: {}{}", error.file(), fault.message, help.unwrap_or_default())
        }
    };
    error.places().enumerate().map(draw).collect()
}

fn draw_one(file: &str, text: &str, line: usize, fault: &Fault) -> String {
    let at = text.floor_char_boundary(fault.at.start)..text.floor_char_boundary(fault.at.end);
    let shown = lines_around(text, &at);
    let at = at.start - shown.start..at.end.clamp(at.start, shown.end) - shown.start;
    let snippet = Snippet::source(&text[shown]).path(file).line_start(line);
    let snippet = snippet.annotation(AnnotationKind::Primary.span(at));
    let report = Level::ERROR.primary_title(fault.message.as_str()).element(snippet);
    let report = match &fault.help {
        Some(help) => report.element(Level::HELP.message(help.as_str())),
        None => report,
    };
    let width = layout::width().unwrap_or(layout::READING_WIDTH);
    Renderer::styled().decor_style(DecorStyle::Unicode).term_width(width).render(&[report])
}

/// The whole lines that a position is in, or as much of them as is shown.
fn lines_around(text: &str, at: &Range<usize>) -> Range<usize> {
    let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |length| at.end + length);
    let start =
        if at.start - start > SHOWN_MAX { text.ceil_char_boundary(at.start - SHOWN_MAX) } else { start };
    let end = if end - start > 2 * SHOWN_MAX { text.floor_char_boundary(start + 2 * SHOWN_MAX) } else { end };
    start..end.max(at.start)
}
