//! Tables in plain characters.

/// The lines of a paragraph, indented.
pub(crate) fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}
