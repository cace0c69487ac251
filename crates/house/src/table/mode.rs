//! The mode in which a table is run.

use serde::{Deserialize, Serialize};

/// The mode in which a table is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The house deals, and its timers run the phases.
    Automatic,
    /// A dealer announces the phases and enters outcomes.
    Attended,
}
