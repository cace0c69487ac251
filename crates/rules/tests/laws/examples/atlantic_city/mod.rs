//! The laws of the example book of Atlantic City.

mod roulette;

use crate::law::Registered;

/// Every law of the book, table by table.
pub(crate) const LAWS: &[&[Registered]] = &[roulette::LAWS];
