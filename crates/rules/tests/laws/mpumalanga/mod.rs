//! The laws of the rules of Mpumalanga.

mod baccarat;
mod calls;
mod general;
mod layout;
mod poker;
mod spins;

use crate::law::Registered;

/// The laws of every table of the book.
pub(crate) const LAWS: &[&[Registered]] =
    &[general::LAWS, spins::LAWS, layout::LAWS, calls::LAWS, baccarat::LAWS, poker::LAWS];
