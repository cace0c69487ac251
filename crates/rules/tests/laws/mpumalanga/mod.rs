//! The laws of the rules of Mpumalanga.

mod baccarat;
mod calls;
mod general;
mod house;
mod layout;
mod poker;
mod spins;

use crate::law::Registered;

/// The laws of every table of the book.
pub(crate) const LAWS: &[&[Registered]] =
    &[general::LAWS, house::LAWS, spins::LAWS, layout::LAWS, calls::LAWS, baccarat::LAWS, poker::LAWS];
