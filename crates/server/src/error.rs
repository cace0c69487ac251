//! The error of a server that cannot be started.

/// Why a server cannot be started, or a data folder cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServeError(pub String);

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// Converts an error of another crate.
pub(crate) fn failed(error: impl std::fmt::Display) -> ServeError {
    ServeError(error.to_string())
}
