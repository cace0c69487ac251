//! Two dice.

use std::fmt;

/// One throw of two dice, each showing 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Throw {
    first: u8,
    second: u8,
}

/// The error for a side that a die does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrowError(pub u32);

impl fmt::Display for ThrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a die has no side marked {}: each shows 1 to 6", self.0)
    }
}

impl std::error::Error for ThrowError {}

impl Throw {
    /// The throw that shows these sides.
    pub fn new(first: u32, second: u32) -> Result<Self, ThrowError> {
        let side = |n: u32| match u8::try_from(n) {
            Ok(n @ 1..=6) => Ok(n),
            _ => Err(ThrowError(n)),
        };
        Ok(Self { first: side(first)?, second: side(second)? })
    }

    /// The sum of the two sides: 2 to 12.
    pub const fn score(self) -> u8 {
        self.first + self.second
    }

    /// Whether both dice show the same side.
    pub const fn is_pair(self) -> bool {
        self.first == self.second
    }

    /// The two sides.
    pub const fn sides(self) -> (u8, u8) {
        (self.first, self.second)
    }

    /// All thirty-six throws, which are equally likely.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|first| (1..=6).map(move |second| Self { first, second }))
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.first, self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_of_thirty_six_throws_score_seven() {
        assert_eq!(Throw::all().count(), 36);
        assert_eq!(Throw::all().filter(|t| t.score() == 7).count(), 6);
        assert_eq!(Throw::all().filter(|t| t.is_pair()).count(), 6);
    }

    #[test]
    fn a_die_has_six_sides() {
        assert_eq!(Throw::new(0, 3), Err(ThrowError(0)));
        assert_eq!(Throw::new(3, 7), Err(ThrowError(7)));
        assert_eq!(Throw::new(3, 4).map(Throw::score), Ok(7));
    }
}
