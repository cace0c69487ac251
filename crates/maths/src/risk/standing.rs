//! Where a player stands after some rounds, and how that was computed.

use crate::Figure;

/// Where a player stands after some rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    /// The chance to have won.
    pub ahead: Figure,
    /// The chance to have neither won nor lost; `None` where the normal curve cannot tell.
    pub level: Option<Figure>,
    /// The chance to have lost.
    pub behind: Figure,
    /// How that was got.
    pub how: How,
}

/// How a chance was got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Summed over everything that can happen, as fractions.
    Fractions,
    /// Summed over everything that can happen, as decimals with a bound.
    Decimals,
    /// By the normal curve, with the bound of Berry and Esseen.
    NormalBounded,
    /// By the normal curve; how far it is off is not known, for only mean and variance are.
    Normal,
}

impl How {
    /// What it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Fractions => "exact: every result counted",
            Self::Decimals => "every result counted, in decimals with a proved bound",
            Self::NormalBounded => "normal curve, within the bound of Berry and Esseen",
            Self::Normal => "normal curve from mean and variance; its error is not bounded",
        }
    }
}
