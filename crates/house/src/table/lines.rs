//! Conversion between lines of the notation and acts.

use croupier_kit::Card;
use croupier_rules::games::AnyTable;
use croupier_rules::notation::{Act, read_act};

use crate::rejection::{Rejection, RejectionCode};

/// Parses lines of the notation as acts.
pub(crate) fn read_lines(lines: &str) -> Result<Vec<Act>, Rejection> {
    let read = |line: &str| {
        read_act(line).map_err(|misread| Rejection::new(RejectionCode::Malformed, line, misread.message))
    };
    lines.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// An outcome as the notation writes it. A dealer may leave the word out: `17`, `3 4` or `8S TH`.
pub(crate) fn with_its_word(rules: &AnyTable<'_>, line: &str) -> String {
    let is_bare =
        |first: &str| first.starts_with(|c: char| c.is_ascii_digit()) || first.parse::<Card>().is_ok();
    if !line.split_whitespace().next().is_some_and(is_bare) {
        return line.to_owned();
    }
    let word = match rules.wheel() {
        Some(_) => "ball",
        None if rules.throws_dice() => "dice",
        None => "cards",
    };
    format!("{word} {}", line.trim())
}

/// Writes acts as lines of the notation.
pub(crate) fn written(acts: &[Act]) -> String {
    acts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
