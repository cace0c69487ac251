//! Recoveries from the shell.

use serde::{Deserialize, Serialize};

/// The number of recoveries that are listed. The journal has all.
pub const RECOVERIES_MAX: usize = 16;

/// A recovery from the shell: the post of a manager was given access again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovery {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The name in the house file.
    pub staff: Box<str>,
    /// The reason that was given.
    pub reason: Box<str>,
}
