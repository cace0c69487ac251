//! Reads what a zero does to a wager that does not cover it.

use std::ops::Range;

use croupier_kit::{Pocket, PocketSet, Wheel};
use schemars::JsonSchema;
use serde::Deserialize;

use super::limits::LEVELS;
use super::numbers::{NO_ZERO, Numbers, read_set};
use super::prison::{EnPrison, OnZero, SecondZero};
use super::rules::ZeroRule;
use crate::book::{Citation, Citations, Faults, Located};

/// A stake that a zero holds for the next spin: it is released if one of its numbers comes then.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EnPrison")]
pub(super) struct PrisonDraft {
    /// The provision that holds it.
    cite: Located<Citation>,
    /// What a second zero does to it.
    second_zero: SecondZeroName,
    /// The provision on a second zero; default: the one that holds it.
    second_zero_cite: Option<Located<Citation>>,
    /// How many levels there are, if a second zero puts it deeper: 2 to 8; default: 2. A winning number brings it up
    /// one level, and a zero takes it at the deepest.
    levels: Option<Located<u8>>,
    /// The provision by which the player may take half instead, where there is one.
    half: Option<Located<Citation>>,
}

/// What a zero does to a stake that is already held.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum SecondZeroName {
    Lost,
    Stays,
    Half,
    Released,
    Deeper,
}

impl PrisonDraft {
    fn read(&self, cites: &mut Citations, faults: &mut Faults) -> EnPrison {
        let cite = cites.read(&self.cite, faults);
        EnPrison {
            cite,
            second_zero: self.second_zero(faults),
            second_cite: cites.read_some(self.second_zero_cite.as_deref(), faults).unwrap_or(cite),
            half: cites.read_some(self.half.as_deref(), faults),
        }
    }

    fn second_zero(&self, faults: &mut Faults) -> SecondZero {
        let deeper = self.second_zero == SecondZeroName::Deeper;
        if let Some(levels) = &self.levels {
            if !deeper {
                faults.add(levels.span(), "there are levels only where a second zero puts a stake deeper");
            } else if !LEVELS.permits(*levels.get_ref()) {
                faults.add(levels.span(), format!("there are {LEVELS} levels"));
            }
        }
        match self.second_zero {
            SecondZeroName::Lost => SecondZero::Lost,
            SecondZeroName::Stays => SecondZero::Stays,
            SecondZeroName::Half => SecondZero::Half,
            SecondZeroName::Released => SecondZero::Released,
            SecondZeroName::Deeper => {
                SecondZero::Deeper { levels: self.levels.as_ref().map_or(2, |levels| *levels.get_ref()) }
            }
        }
    }
}

/// What a zero does to a wager; `None` if it simply takes it.
pub(super) fn read_zero_rule(
    shared: Option<&Located<Citation>>,
    prison: Option<&Located<PrisonDraft>>,
    zeros: Option<&Numbers>,
    wheel: &Wheel,
    at: Range<usize>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<ZeroRule> {
    let of_wheel: PocketSet = wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect();
    if (shared.is_some() || prison.is_some()) && of_wheel.is_empty() {
        faults.add(at.clone(), NO_ZERO);
    }
    let does = match (shared, prison) {
        (Some(_), Some(prison)) => {
            faults.add(prison.span(), "a zero either takes half of a stake (`zero_shared`) or holds it");
            return None;
        }
        (Some(shared), None) => OnZero::Shared(cites.read(shared, faults)),
        (None, Some(prison)) => OnZero::Held(prison.get_ref().read(cites, faults)),
        (None, None) => {
            if zeros.is_some() {
                faults.add(
                    at,
                    "`zeros` says for which zeros `zero_shared` or `en_prison` holds: one of them is missing",
                );
            }
            return None;
        }
    };
    let zeros = match zeros {
        Some(zeros) => read_zeros(zeros, wheel, faults)?,
        None => of_wheel,
    };
    Some(ZeroRule { zeros, does })
}

fn read_zeros(zeros: &Numbers, wheel: &Wheel, faults: &mut Faults) -> Option<PocketSet> {
    let set = read_set(zeros, wheel, faults)?;
    if !set.iter().all(Pocket::is_zero) {
        faults.add(zeros.span(), "these must be zeros of the wheel");
    }
    Some(set)
}
