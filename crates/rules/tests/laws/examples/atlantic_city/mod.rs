//! The laws of `examples/atlantic-city.toml`.

mod blackjack;
mod early_blackjack;
mod roulette;

use crate::law::Registered;

/// The laws, table by table.
pub(crate) const LAWS: &[&[Registered]] = &[roulette::LAWS, blackjack::LAWS, early_blackjack::LAWS];
