//! The editions of the random streams. Results of different editions are never added up.

use serde::{Deserialize, Serialize};

/// An edition of the random streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamEdition {
    /// Sixteen generators with state for each block.
    #[default]
    First,
    /// A counter for each table of a block, which graphics cards can calculate too.
    Second,
}

impl StreamEdition {
    /// Whether it is the first, which jobs do not name.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
    pub const fn is_first(&self) -> bool {
        matches!(self, Self::First)
    }
}
