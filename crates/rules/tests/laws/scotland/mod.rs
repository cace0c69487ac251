//! The laws of the Scottish regulations of 1970.

mod baccarat;
mod baccarat_bank;
mod blackjack;
mod blackjack_rights;
mod blackjack_scores;
mod dice;
mod dice_behind;
mod dice_scores;
mod general;
mod house;
mod roulette;

use crate::law::Registered;

/// The laws of every table of the book.
pub(crate) const LAWS: &[&[Registered]] = &[
    general::LAWS,
    house::LAWS,
    roulette::LAWS,
    dice::LAWS,
    dice_behind::LAWS,
    dice_scores::LAWS,
    baccarat::LAWS,
    baccarat_bank::LAWS,
    blackjack::LAWS,
    blackjack_scores::LAWS,
    blackjack_rights::LAWS,
];
