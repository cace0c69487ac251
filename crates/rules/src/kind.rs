//! Kinds of wagers: each family declares those that its engine understands, and a table says which words it has for them.
//!
//! Records are read by these words. What is not one of them is answered from them: with what follows the word that was
//! written, or with the nearest word.

use std::borrow::Cow;

use croupier_kit::{Pocket, PocketSet};

use crate::notation::nearest;

/// How a stake is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Laid {
    /// As a bet, before the first card, ball or throw.
    Bet,
    /// Behind a bet that has a point.
    Behind,
    /// Against the dealer's blackjack, when the dealer shows an Ace.
    Insurance,
    /// After the cards have been dealt, in the amount of the ante.
    Raise,
}

impl Laid {
    /// The name of this way.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bet => "bet",
            Self::Behind => "behind",
            Self::Insurance => "insurance",
            Self::Raise => "raise",
        }
    }
}

/// A kind of wagers that a family understands.
#[derive(PartialEq, Eq, Debug)]
pub struct DeclaredWager {
    /// Its name, for programs: no two kinds of a family share one.
    pub name: &'static str,
    /// The key of a game in a book that gives the game wagers of this kind.
    pub key: &'static str,
    /// How it is made.
    pub laid: Laid,
    /// Wagers of this kind, as `odds`, `pay` and, if they are bets, records write them.
    pub examples: &'static [&'static str],
    /// What follows its word.
    pub takes: &'static str,
    /// What a stake on it is on.
    pub meaning: &'static str,
}

/// A word for wagers of a kind at one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerWord<'g> {
    /// The kind.
    pub kind: &'static DeclaredWager,
    /// The word.
    pub word: Cow<'g, str>,
    /// What follows it.
    pub takes: Arguments,
}

impl<'g> WagerWord<'g> {
    pub(crate) fn new(kind: &'static DeclaredWager, word: impl Into<Cow<'g, str>>, takes: Arguments) -> Self {
        Self { kind, word: word.into(), takes }
    }
}

/// What follows the word of a wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arguments {
    /// Nothing.
    Nothing,
    /// One of these: a score, or the figures of a named set.
    OneOf(Vec<Box<str>>),
    /// A box, from 1 to this number.
    Box(u8),
    /// Two dice.
    Dice,
    /// Different numbers of the wheel.
    Numbers {
        /// The numbers of the wheel.
        wheel: PocketSet,
        /// How many may be named.
        sizes: Vec<u32>,
        /// Which of them may be named together.
        which: Which,
    },
}

/// Which numbers may be named together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Any.
    Any,
    /// Those that lie together on the cloth.
    Together,
}

impl Arguments {
    /// What is allowed after a word, where something else was found.
    fn allowed(&self, word: &str, found: &[&str]) -> String {
        match self {
            Self::Nothing => format!("nothing follows `{word}`"),
            Self::OneOf(words) => format!("`{word}` takes one of {}", words.join(", ")),
            Self::Box(last) => format!("there are boxes 1 to {last}"),
            Self::Dice => format!("`{word}` takes two dice, each 1 to 6"),
            Self::Numbers { wheel, sizes, which } => numbers_allowed(*wheel, sizes, *which, word, found),
        }
    }
}

fn numbers_allowed(wheel: PocketSet, sizes: &[u32], which: Which, word: &str, found: &[&str]) -> String {
    let is_there = |text: &str| text.parse().is_ok_and(|pocket: Pocket| wheel.contains(pocket));
    if let Some(stranger) = found.iter().find(|text| !is_there(text)) {
        return format!("the wheel has no {stranger}");
    }
    if let Some(twice) = found.iter().enumerate().find(|(place, text)| found[..*place].contains(text)) {
        return format!("{} is named twice", twice.1);
    }
    let counts: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let counts = match counts.as_slice() {
        [one] if one == "1" => return format!("`{word}` takes one number of the wheel"),
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        few => few.concat(),
    };
    let lie = if which == Which::Together { " that lie together on the layout" } else { " of the wheel" };
    format!("`{word}` takes {counts} different numbers{lie}")
}

/// What is allowed in place of these words, which are no wager of a table with the known words.
pub(crate) fn allowed(known: &[WagerWord<'_>], words: &[&str]) -> String {
    let Some((first, rest)) = words.split_first() else { return listed(known) };
    if let Some(wager) = known.iter().find(|wager| wager.word == *first) {
        return wager.takes.allowed(first, rest);
    }
    match nearest(first, known.iter().map(|wager| &*wager.word)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => listed(known),
    }
}

fn listed(known: &[WagerWord<'_>]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for wager in known {
        if !words.contains(&&*wager.word) {
            words.push(&wager.word);
        }
    }
    match words.as_slice() {
        [one] => format!("the only wager here is `{one}`"),
        several => format!("the wagers here are {}", several.join(", ")),
    }
}
