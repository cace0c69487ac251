//! Why a report cannot be made.

use std::fmt;

/// Why a report cannot be made, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportError {
    /// It was asked for wrongly, or cannot be computed.
    Refused(String),
    /// Whoever waits for it has stopped it.
    Stopped,
}

impl ReportError {
    pub(crate) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }
}

impl fmt::Display for ReportError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => to.write_str(why),
            Self::Stopped => to.write_str("the computation was stopped"),
        }
    }
}

impl std::error::Error for ReportError {}
