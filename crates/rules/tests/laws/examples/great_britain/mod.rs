//! The laws of the example book of Great Britain.

mod blackjack;
mod roulette;

use crate::law::Registered;

/// Every law of the book, table by table.
pub(crate) const LAWS: &[&[Registered]] = &[blackjack::LAWS, roulette::LAWS];
