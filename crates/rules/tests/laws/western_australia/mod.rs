//! The laws of the Western Australian amendment of 1990.

mod in_between;

use crate::law::Registered;

/// The laws of every table of the book.
pub(crate) const LAWS: &[&[Registered]] = &[in_between::LAWS];
