//! Numbers of the wheel, as a book writes them.

use std::collections::BTreeSet;

use croupier_kit::{Pocket, PocketSet, Wheel};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use toml::Spanned;

use super::limits::NUMBERS;
use crate::book::{Faults, Located};

/// A number of the wheel: `17`, or `"00"` and `"000"` in quotes.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub(super) enum Number {
    Figure(u8),
    Text(String),
}

impl JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "a number of the wheel: 17, or \"00\" and \"000\" in quotes",
            "type": ["integer", "string"],
            "minimum": 0,
            "maximum": Pocket::HIGHEST,
            "pattern": "^(000|00|0|[1-9]|[1-5][0-9]|6[0-4])$",
        })
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Figure(number) => number.fmt(f),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

impl Number {
    pub(super) fn pocket(&self) -> Option<Pocket> {
        match self {
            Self::Figure(number) => Pocket::number(*number),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

pub(super) type Numbers = Located<Vec<Number>>;

/// Reads the numbers of a wheel, clockwise.
pub(super) fn read_order(numbers: &Spanned<Vec<Number>>, faults: &mut Faults) -> Option<Wheel> {
    let pockets: Option<Vec<Pocket>> = numbers.get_ref().iter().map(Number::pocket).collect();
    let fault = match pockets.map(Wheel::new) {
        Some(Ok(wheel)) if wheel.order().len() >= usize::from(NUMBERS.from) => return Some(wheel),
        Some(Ok(_)) => "a wheel has at least two numbers".to_owned(),
        Some(Err(error)) => error.to_string(),
        None => {
            format!(
                "a wheel has numbers from 0 to {}, \"00\" and \"000\", each at most once",
                Pocket::HIGHEST
            )
        }
    };
    faults.add(numbers.span(), fault);
    None
}

/// What is said of a number that the wheel lacks.
const NOT_ON_WHEEL: &str = " is not on this wheel";

/// Of a number that the wheel lacks, says so once: one mistake in the wheel is no mistake of every list that names the number.
/// `before` is the number of faults before those of the game.
pub(super) fn one_fault_a_number(before: usize, faults: &mut Faults) {
    let mut lacking = BTreeSet::new();
    faults.retain_since(before, |fault| match fault.message.split_once(NOT_ON_WHEEL) {
        Some((number, _)) => lacking.insert(number.to_owned()),
        None => true,
    });
    if lacking.contains("0") {
        faults.retain_since(before, |fault| fault.message != NO_ZERO);
    }
}

/// What is said of a wheel without zeros where one is needed.
pub(super) const NO_ZERO: &str = "this wheel has no zero that could take half of a stake or hold it";

/// Reads a set of numbers of the wheel; `None` if there is a fault.
pub(super) fn read_set(numbers: &Numbers, wheel: &Wheel, faults: &mut Faults) -> Option<PocketSet> {
    let read = numbers.get_ref().iter().try_fold(PocketSet::EMPTY, |set, number| {
        let pocket = number.pocket().filter(|pocket| wheel.pockets().contains(*pocket));
        let pocket = pocket.ok_or_else(|| format!("{number}{NOT_ON_WHEEL}"))?;
        set.with(pocket).ok_or_else(|| format!("{number} occurs twice"))
    });
    let wrong = match read {
        Ok(set) if !set.is_empty() => return Some(set),
        Ok(_) => "there is no number here".to_owned(),
        Err(wrong) => wrong,
    };
    faults
        .add(numbers.span(), format!("{wrong}: these must be different numbers of the wheel, at least one"));
    None
}
