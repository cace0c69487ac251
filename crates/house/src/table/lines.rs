//! Conversion between lines of the notation and acts.

use croupier_rules::notation::{Act, read_act};

use crate::rejection::{Rejection, RejectionCode};

/// Parses lines of the notation as acts.
pub(crate) fn read_lines(lines: &str) -> Result<Vec<Act>, Rejection> {
    let read = |line: &str| {
        read_act(line).map_err(|misread| Rejection::new(RejectionCode::Malformed, line, misread.message))
    };
    lines.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

/// Writes acts as lines of the notation.
pub(crate) fn written(acts: &[Act]) -> String {
    acts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
