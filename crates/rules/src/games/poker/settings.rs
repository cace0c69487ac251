//! The settings of hold'em tables.

use croupier_kit::PACKS_MAX;

use super::HoldEm;
use crate::book::{DeclaredSetting, Effect, Need};

/// The settings of hold'em tables.
pub(super) const SETTINGS: &[DeclaredSetting<HoldEm>] = &[DeclaredSetting {
    key: "decks",
    meaning: "the number of packs",
    need: Need::Must,
    effect: Effect::Whole(1..=PACKS_MAX, |rules, packs| rules.packs = packs),
}];
