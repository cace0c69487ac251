//! A player's position after a number of rounds, and how it was computed.

use crate::Figure;

/// A player's position after a number of rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    /// The probability of having won.
    pub ahead: Figure,
    /// The probability of having neither won nor lost; `None` if only the normal curve is available.
    pub level: Option<Figure>,
    /// The probability of having lost.
    pub behind: Figure,
    /// How these probabilities were computed.
    pub how: How,
}

/// How a probability was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Summed over all possible results, as fractions.
    Fractions,
    /// Summed over all possible results, as decimals with a bound.
    Decimals,
    /// From the normal curve, with the Berry–Esseen bound.
    NormalBounded,
    /// From the normal curve. Its error is unknown, because only mean and variance are known.
    Normal,
}

impl How {
    /// A description of the method.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Fractions => "exact: every result counted",
            Self::Decimals => "every result counted, in decimals with a proved bound",
            Self::NormalBounded => "normal curve, within the bound of Berry and Esseen",
            Self::Normal => "normal curve from mean and variance; its error is not bounded",
        }
    }
}
