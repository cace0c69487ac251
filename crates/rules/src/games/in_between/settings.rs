//! The settings of In-Between tables.

use super::InBetween;
use crate::book::DeclaredSetting;

/// The settings of In-Between tables.
pub(super) const SETTINGS: &[DeclaredSetting<InBetween>] =
    &[DeclaredSetting::decks(|rules, packs| rules.packs = packs)];
