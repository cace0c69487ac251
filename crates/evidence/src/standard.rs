//! Which standard the clauses are of, and what their numbers and words are worth.

/// The standard.
pub(crate) const STANDARD: &str = "GLI-19, Standards for Interactive Gaming Systems, version 3.0 (2020)";

/// What has to be known about the rows.
pub(crate) const WORDING: &str = "The standard is published by Gaming Laboratories International, and it alone decides. What a clause asks is said here in our own words, in a line, and leaves out much. Numbers were compared with what others have published about the standard; where we were not sure of a finer number, the row has that of its heading. No laboratory has examined this table yet.";
