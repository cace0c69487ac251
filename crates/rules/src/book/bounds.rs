//! The values that a setting may have.

use croupier_kit::{Pocket, Wheel};

/// The values that a setting may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// A whole number within these limits.
    Whole {
        /// The minimum.
        from: u32,
        /// The maximum.
        to: u32,
    },
    /// One of these words.
    Choice(Vec<Box<str>>),
    /// The numbers of the wheel in any order.
    Wheel,
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole { from, to } if from == to => write!(f, "{from} only"),
            Self::Whole { from, to } => write!(f, "{from} to {to}"),
            Self::Choice(words) => f.write_str(&words.join(" or ")),
            Self::Wheel => f.write_str("the numbers of the wheel in any order, with commas"),
        }
    }
}

/// The order of a wheel as a setting writes it: numbers separated by commas.
pub(crate) fn read_wheel(value: &str) -> Option<Wheel> {
    let pockets: Option<Vec<Pocket>> = value.split(',').map(|word| word.parse().ok()).collect();
    pockets.filter(|list| list.len() <= Pocket::COUNT).and_then(|list| Wheel::new(list).ok())
}
