//! Why rounds could not be played.

use std::fmt;

/// The shoe ran out in the middle of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShoeSpent;

/// Why sessions could not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// The shoe ran out during a round.
    Shoe,
    /// A stake or a bankroll exceeds the largest amount.
    Overflow,
}

impl From<ShoeSpent> for SessionError {
    fn from(_: ShoeSpent) -> Self {
        Self::Shoe
    }
}

impl fmt::Display for ShoeSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the shoe ran out in the middle of a round: cut it sooner")
    }
}

impl std::error::Error for ShoeSpent {}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shoe => fmt::Display::fmt(&ShoeSpent, f),
            Self::Overflow => f.write_str(
                "the stakes of the progression run beyond what an amount can be: give the table a most (--house max=…) or the player a bankroll",
            ),
        }
    }
}

impl std::error::Error for SessionError {}
