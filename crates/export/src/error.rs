//! What can fail.

use std::fmt;

/// Why a table could not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportError(pub String);

impl ExportError {
    /// The error that something else says.
    pub fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExportError {}
