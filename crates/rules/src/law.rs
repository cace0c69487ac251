//! Citations and refusals.

use std::borrow::Cow;
use std::fmt;

/// A provision of a book, or the parent of several: an index into the book's list of citations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub(crate) u16);

/// The provisions that an outcome or a refusal is based on, the deciding one first.
///
/// Four are enough: the clause that decides, the one that sets the odds, and up to two on earlier acts on the stake
/// (a double of a hand that was split).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cites {
    rules: [Option<Rule>; 4],
}

impl Cites {
    /// No provision: the book is silent.
    pub const NONE: Self = Self { rules: [None; 4] };

    /// The same citations with one more at the end, unless it is already included.
    #[must_use]
    pub fn and(mut self, rule: impl Into<Option<Rule>>) -> Self {
        let rule = rule.into();
        if let Some(free) = self.rules.iter().position(Option::is_none)
            && !self.rules.contains(&rule)
        {
            self.rules[free] = rule;
        }
        self
    }

    /// The deciding provision.
    pub fn first(&self) -> Option<Rule> {
        self.rules[0]
    }

    /// All provisions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Rule> {
        self.rules.into_iter().flatten()
    }
}

impl From<Rule> for Cites {
    fn from(rule: Rule) -> Self {
        Self::NONE.and(rule)
    }
}

impl From<Option<Rule>> for Cites {
    fn from(rule: Option<Rule>) -> Self {
        Self::NONE.and(rule)
    }
}

/// The refusal of something that the rules do not permit: the provisions, what was found and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The provisions it is based on; none if the book is silent.
    pub cites: Cites,
    /// What was found.
    pub found: Cow<'static, str>,
    /// What would be allowed.
    pub allowed: Cow<'static, str>,
}

impl Refusal {
    /// A refusal under these provisions.
    pub fn new(
        cites: impl Into<Cites>,
        found: impl Into<Cow<'static, str>>,
        allowed: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { cites: cites.into(), found: found.into(), allowed: allowed.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.found, self.allowed)
    }
}

impl std::error::Error for Refusal {}
