//! The error for a line that is not an act.

use std::fmt;

/// The error for a line that is not an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// What was expected, and what was found.
    pub message: String,
}

impl Misread {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misread {}
