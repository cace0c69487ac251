//! The laws of the rules of Mpumalanga.

mod baccarat;
mod blackjack;
mod boxes;
mod calls;
mod decisions;
mod general;
mod house;
mod layout;
mod poker;
mod spins;
mod touch_21;

use crate::law::Registered;

/// The laws of every table of the book.
pub(crate) const LAWS: &[&[Registered]] = &[
    general::LAWS,
    house::LAWS,
    spins::LAWS,
    layout::LAWS,
    calls::LAWS,
    blackjack::LAWS,
    touch_21::LAWS,
    baccarat::LAWS,
    poker::LAWS,
];
