//! The limits of an engine: how much of something it can hold. Each is declared once, by the family that has it, and faults,
//! settings, the schema and the reference use that declaration.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use croupier_kit::{Money, Odds, PACKS_MAX};

use super::faults::Faults;
use crate::commission::Rate;

/// The least and the most of something, as numbers that a key can have, or as people write them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclaredLimit<N = u8> {
    /// Of what.
    pub of: &'static str,
    /// The key of a book, or the setting, that it bounds.
    pub key: &'static str,
    /// The least.
    pub from: N,
    /// The most.
    pub to: N,
    /// Why there cannot be more.
    pub because: &'static str,
}

impl DeclaredLimit {
    /// The packs of a shoe.
    pub(crate) const PACKS: Self = Self {
        of: "packs in a shoe",
        key: "decks",
        from: 1,
        to: PACKS_MAX,
        because: "what is left of a shoe is counted in bytes",
    };

    /// The rows of a list of wagers.
    pub(crate) const fn rows(key: &'static str, of: &'static str) -> Self {
        Self { of, key, from: 0, to: 200, because: "a stake names its row in a byte" }
    }

    /// The values within it.
    pub(crate) const fn range(self) -> RangeInclusive<u8> {
        self.from..=self.to
    }

    /// Whether it permits so many.
    pub(crate) fn permits(self, many: impl TryInto<u8>) -> bool {
        many.try_into().is_ok_and(|many| self.range().contains(&many))
    }

    /// Drops the rows of a list beyond those that it can have. The first of them is a fault; `at` is the position of a row.
    pub(crate) fn cut<T>(self, rows: &mut Vec<T>, at: impl Fn(&T) -> Range<usize>, faults: &mut Faults) {
        let most = usize::from(self.to);
        if let Some(beyond) = rows.get(most) {
            faults.add(at(beyond), format!("a game has at most {most} {}", self.of));
        }
        rows.truncate(most);
    }
}

impl fmt::Display for DeclaredLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.from, self.to)
    }
}

/// The limits of every book, whatever its games.
pub fn general_limits() -> [DeclaredLimit<String>; 4] {
    let hundredth = Money::from_minor(1);
    let limit = |of, key, from: &dyn fmt::Display, to: &dyn fmt::Display, because| DeclaredLimit {
        of,
        key,
        from: from.to_string(),
        to: to.to_string(),
        because,
    };
    [
        limit("each figure of odds", "odds", &"½", &Odds::FIGURE_MAX, "a figure is stored in two bytes"),
        limit(
            "an amount of money",
            "min",
            &hundredth,
            &Money::AMOUNT_MAX,
            "what a table can owe together must be countable",
        ),
        limit(
            "the rate of a commission",
            "rate",
            &Rate::LEAST,
            &Rate::MOST,
            "something must be left of a win",
        ),
        limit(
            "provisions that a book cites",
            "cite",
            &1,
            &CITATIONS_MAX,
            "a citation is stored in two bytes",
        ),
    ]
}

/// How many provisions a book can cite.
pub(super) const CITATIONS_MAX: usize = u16::MAX as usize + 1;

/// A count that is small by construction, as a byte.
pub(crate) const fn small(count: usize) -> u8 {
    assert!(count <= u8::MAX as usize);
    #[allow(clippy::cast_possible_truncation, reason = "asserted above")]
    let small = count as u8;
    small
}
