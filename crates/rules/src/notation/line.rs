//! One line of a record.

use std::fmt;

use super::act::Act;

/// One line: an act, a comment, both or neither.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The act.
    pub act: Option<Act>,
    /// The text after the `#`, trimmed.
    pub comment: Option<Box<str>>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.act, &self.comment) {
            (Some(act), Some(comment)) => write!(f, "{act}  # {comment}"),
            (Some(act), None) => write!(f, "{act}"),
            (None, Some(comment)) => write!(f, "# {comment}"),
            (None, None) => Ok(()),
        }
    }
}
