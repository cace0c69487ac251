//! Shows a fault in a file with its line.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};
use croupier_rules::book::{BookError, Fault};

use crate::layout;

/// One diagnostic per fault, in the order of the file. `anstream` removes colours if the output is not a terminal.
pub(crate) fn draw(error: &BookError) -> Vec<String> {
    error.places().map(|(_, _, fault)| draw_one(error.file(), error.text(), fault)).collect()
}

fn draw_one(file: &str, text: &str, fault: &Fault) -> String {
    let mark = AnnotationKind::Primary.span(fault.at.clone());
    let snippet = Snippet::source(text).path(file).annotation(mark);
    let report = Level::ERROR.primary_title(fault.message.as_str()).element(snippet);
    let report = match &fault.help {
        Some(help) => report.element(Level::HELP.message(help.as_str())),
        None => report,
    };
    let width = layout::width().unwrap_or(layout::READING_WIDTH);
    Renderer::styled().decor_style(DecorStyle::Unicode).term_width(width).render(&[report])
}
