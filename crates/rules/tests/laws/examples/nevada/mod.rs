//! Laws of the example book of Nevada.

mod blackjack;
mod crapless;
mod craps;
mod craps_wagers;
mod dice;
mod general;
mod roulette;

use crate::law::Registered;

/// The laws of the book, table by table.
pub(crate) const LAWS: &[&[Registered]] =
    &[general::LAWS, roulette::LAWS, blackjack::LAWS, craps::LAWS, craps_wagers::LAWS, crapless::LAWS];
