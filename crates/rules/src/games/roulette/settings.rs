//! The settings of roulette tables.

use super::Roulette;
use crate::book::{DeclaredSetting, Effect, Need};

/// The settings of roulette tables.
pub(super) const SETTINGS: &[DeclaredSetting<Roulette>] = &[DeclaredSetting {
    key: "wheel",
    meaning: "the order of the numbers on the wheel",
    need: Need::May,
    effect: Effect::Wheel(|rules, wheel| rules.wheel = wheel),
}];
