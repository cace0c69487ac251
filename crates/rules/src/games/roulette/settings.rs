//! The settings of roulette tables.

use super::{OnZero, Roulette, SecondZero};
use crate::book::{DeclaredSetting, Effect, Need};

/// The key of the setting on a second zero.
pub(super) const SECOND_ZERO: &str = "second-zero";
/// The key of the setting on half of a held stake.
pub(super) const HALF: &str = "half-of-held";

/// The settings of roulette tables.
pub(super) const SETTINGS: &[DeclaredSetting<Roulette>] = &[
    DeclaredSetting {
        key: "wheel",
        meaning: "the order of the numbers on the wheel",
        need: Need::May,
        effect: Effect::Wheel(|rules, wheel| rules.wheel = wheel),
    },
    DeclaredSetting::choice(
        SECOND_ZERO,
        "what a second zero does to a stake that the first one holds",
        &[
            ("lost", |rules| second_zero(rules, |_| SecondZero::Lost)),
            ("stays", |rules| second_zero(rules, |_| SecondZero::Stays)),
            ("half", |rules| second_zero(rules, |_| SecondZero::Half)),
            ("released", |rules| second_zero(rules, |_| SecondZero::Released)),
            ("deeper", |rules| second_zero(rules, deeper)),
        ],
    ),
    DeclaredSetting::choice(
        HALF,
        "whether the house offers the half of a held stake that the book permits",
        &[("true", |_| ()), ("false", no_half)],
    ),
];

/// As many levels as the book says, and otherwise two.
const fn deeper(before: SecondZero) -> SecondZero {
    match before {
        SecondZero::Deeper { .. } => before,
        SecondZero::Lost | SecondZero::Stays | SecondZero::Half | SecondZero::Released => {
            SecondZero::Deeper { levels: 2 }
        }
    }
}

fn second_zero(rules: &mut Roulette, to: fn(SecondZero) -> SecondZero) {
    for zero in rules.clauses.iter_mut().filter_map(|clause| clause.on_zero.as_mut()) {
        if let OnZero::Held(prison) = &mut zero.does {
            prison.second_zero = to(prison.second_zero);
        }
    }
}

fn no_half(rules: &mut Roulette) {
    for zero in rules.clauses.iter_mut().filter_map(|clause| clause.on_zero.as_mut()) {
        if let OnZero::Held(prison) = &mut zero.does {
            prison.half = None;
        }
    }
}
