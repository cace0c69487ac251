//! The settings of hold'em tables.

use super::HoldEm;
use crate::book::DeclaredSetting;

/// The settings of hold'em tables.
pub(super) const SETTINGS: &[DeclaredSetting<HoldEm>] =
    &[DeclaredSetting::decks(|rules, packs| rules.packs = packs)];
