//! The laws of baccarat in Macau.

mod baccarat;
mod ez_baccarat;
mod general;

use crate::law::Registered;

/// The laws of the book, table by table.
pub(crate) const LAWS: &[&[Registered]] = &[general::LAWS, baccarat::LAWS, ez_baccarat::LAWS];
