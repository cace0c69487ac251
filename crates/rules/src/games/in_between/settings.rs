//! The settings of In-Between tables.

use croupier_kit::PACKS_MAX;

use super::InBetween;
use crate::book::{DeclaredSetting, Effect, Need};

/// The settings of In-Between tables.
pub(super) const SETTINGS: &[DeclaredSetting<InBetween>] = &[DeclaredSetting {
    key: "decks",
    meaning: "the number of packs",
    need: Need::Must,
    effect: Effect::Whole(1..=PACKS_MAX, |rules, packs| rules.packs = packs),
}];
