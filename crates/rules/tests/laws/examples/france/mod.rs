//! The laws of the French example book.

mod boule;
mod roulette;

use crate::law::Registered;

/// Every law of the book, table by table.
pub(crate) const LAWS: &[&[Registered]] = &[roulette::LAWS, boule::LAWS];
