//! The settings of dice tables: none.

use super::Dice;
use crate::book::DeclaredSetting;

/// The settings of dice tables.
pub(super) const SETTINGS: &[DeclaredSetting<Dice>] = &[];
