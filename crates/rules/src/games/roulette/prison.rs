//! En prison: a zero holds a stake for the next spin instead of taking it.

use crate::law::Rule;

/// The state of a stake between spins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    /// The level at which a zero holds it; 0 if none does.
    pub held: u8,
}

/// What a zero does to a stake that does not cover it, where it does not simply take it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnZero {
    /// The stake is shared equally with the bank.
    Shared(Rule),
    /// The stake is held for the next spin.
    Held(EnPrison),
}

/// The provisions on a stake that is held for the next spin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPrison {
    /// The provision that holds it, and releases it when one of its numbers comes.
    pub cite: Rule,
    /// What a second zero does.
    pub second_zero: SecondZero,
    /// The provision on a second zero.
    pub second_cite: Rule,
    /// The provision by which the player may take half instead.
    pub half: Option<Rule>,
}

/// What a zero does to a stake that is already held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondZero {
    /// It takes it.
    Lost,
    /// It leaves it held.
    Stays,
    /// It shares it with the bank.
    Half,
    /// It releases it.
    Released,
    /// It moves it one level deeper, and takes it from the deepest. A winning number brings it one level up.
    Deeper {
        /// The deepest level.
        levels: u8,
    },
}

impl SecondZero {
    /// The word of a book for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Stays => "stays",
            Self::Half => "half",
            Self::Released => "released",
            Self::Deeper { .. } => "deeper",
        }
    }

    /// The deepest level at which a stake can be held.
    pub const fn deepest(self) -> u8 {
        match self {
            Self::Deeper { levels } => levels,
            Self::Lost | Self::Stays | Self::Half | Self::Released => 1,
        }
    }
}
