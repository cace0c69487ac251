//! The lines that the program writes to its log, from the calls of the `tracing` macros in its sources.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Lines of a log by level and message, with the names of their fields.
pub type LogLines = BTreeMap<(String, String), BTreeSet<String>>;

const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

/// Adds the lines of a source. A message with a value in it has `…` there.
///
/// # Panics
/// When the source is not Rust, or a line has no message.
pub fn log_lines(source: &str, lines: &mut LogLines) {
    walk(source.parse().expect("a source is Rust"), lines);
}

fn walk(tokens: TokenStream, lines: &mut LogLines) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (place, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        match level(&tokens[..place]).filter(|_| group.delimiter() == Delimiter::Parenthesis) {
            Some(level) => {
                let (message, fields) = line(group.stream());
                lines.entry((level, message)).or_default().extend(fields);
            }
            None => walk(group.stream(), lines),
        }
    }
}

/// The level, if tokens end with the name of a macro that writes a line: `tracing::warn!`.
fn level(before: &[TokenTree]) -> Option<String> {
    let [.., first, _, _, name, bang] = before else { return None };
    let is_call = first.to_string() == "tracing" && bang.to_string() == "!";
    LEVELS.iter().find(|level| is_call && name.to_string() == **level).map(|level| (*level).to_owned())
}

/// The message of a call, and its fields.
fn line(arguments: TokenStream) -> (String, Vec<String>) {
    let (mut message, mut fields) = (None, Vec::new());
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    for argument in tokens.split(|token| token.to_string() == ",").filter(|argument| !argument.is_empty()) {
        match argument.iter().find(|token| !["%", "?"].contains(&token.to_string().as_str())) {
            Some(TokenTree::Literal(text)) => message = Some(plain(&text.to_string())),
            Some(field) => fields.push(field.to_string()),
            None => {}
        }
    }
    (message.expect("a line has a message"), fields)
}

/// A literal without its quotes, and with `…` for each value in it.
fn plain(literal: &str) -> String {
    let mut out = String::new();
    for part in literal.trim_matches('"').split('}') {
        match part.split_once('{') {
            Some((text, _)) => {
                out.push_str(text);
                out.push('…');
            }
            None => out.push_str(part),
        }
    }
    out
}
