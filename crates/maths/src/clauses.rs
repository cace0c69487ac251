//! The price of a clause: a table with one rule replaced by that of another table of its family, all else unchanged.

use croupier_rules::games::AnyGame;

/// A table with one clause taken from another table.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The clause that was replaced: `soft 17`, `double`.
    pub key: String,
    /// The table with the replaced clause.
    pub game: AnyGame,
}

/// The rules of a family with one clause taken from another table.
pub(crate) struct RuleSwap<G> {
    /// The clause that was replaced.
    pub(crate) key: String,
    /// The rules with the replaced clause.
    pub(crate) rules: G,
}

/// Replaces one rule where the two tables differ. Citations are not replaced, because they refer to another rulebook.
pub(crate) struct Taking<'g, G> {
    pub(crate) at: &'g G,
    pub(crate) from: &'g G,
    pub(crate) found: Vec<RuleSwap<G>>,
}

impl<'g, G: Clone> Taking<'g, G> {
    pub(crate) const fn new(at: &'g G, from: &'g G) -> Self {
        Self { at, from, found: Vec::new() }
    }

    pub(crate) fn take<T: PartialEq + Clone>(&mut self, key: &str, of: impl Fn(&mut G) -> &mut T) {
        let (mut with, mut from) = (self.at.clone(), self.from.clone());
        let theirs = of(&mut from).clone();
        let ours = of(&mut with);
        if *ours != theirs {
            *ours = theirs;
            self.found.push(RuleSwap { key: key.to_owned(), rules: with });
        }
    }
}
