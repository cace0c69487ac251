//! The terms that a book fixes about a game, as keys and values that a house file is checked against.
//!
//! The terms are derived from the rules of a table, so they always agree with the rules in play.

use std::fmt::Display;

use croupier_kit::Odds;

use crate::law::Cites;

/// One fixed term: `soft-17` is `stands`, `numbers 1` pays `35 to 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The key, or the wager that is paid.
    pub key: Box<str>,
    /// The value; several values are separated by commas.
    pub is: Box<str>,
    /// The provisions that fix it.
    pub cites: Cites,
}

/// All terms that a book fixes about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FixedTerms {
    /// How the game is played.
    pub rules: Vec<Term>,
    /// The odds of its wagers.
    pub pays: Vec<Term>,
}

impl FixedTerms {
    pub(crate) fn rule(&mut self, key: impl Into<Box<str>>, is: impl Display, cites: impl Into<Cites>) {
        self.rules.push(Term { key: key.into(), is: is.to_string().into(), cites: cites.into() });
    }

    pub(crate) fn pays(&mut self, wager: impl Into<Box<str>>, odds: Odds, cites: impl Into<Cites>) {
        self.pays.push(Term { key: wager.into(), is: odds.to_string().into(), cites: cites.into() });
    }
}

/// Several values separated by commas; `none` if there are none.
pub(crate) fn listed<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    if values.is_empty() { "none".to_owned() } else { values.join(",") }
}
