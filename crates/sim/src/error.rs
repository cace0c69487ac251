//! Why rounds could not be played.

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
