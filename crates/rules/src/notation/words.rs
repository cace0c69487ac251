//! The words of one line, read one by one.

use std::str::FromStr;

use croupier_kit::Money;

use super::act::{BoxHand, Name};
use super::form::first_words;
use super::misread::Misread;

/// The nearest of some words, if one is near enough to be a likely correction.
pub fn nearest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    among
        .into_iter()
        .map(|known| (known, known.chars().count(), 1 + known.chars().count() / 4))
        // Words are at least as far apart as their lengths.
        .filter(|(_, letters, within)| letters.abs_diff(length) <= *within)
        .map(|(known, _, within)| (strsim::damerau_levenshtein(word, known), known, within))
        .filter(|(far, _, within)| far <= within)
        .map(|(far, known, _)| (far, known))
        .min_by_key(|(far, _)| *far)
        .map(|(_, known)| known)
}

/// A cursor over the words of a line.
pub(super) struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { words: text.split_whitespace().collect(), next: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// The next word; if there is none, `expected` describes in the error what should be there.
    pub(super) fn take(&mut self, expected: &str) -> Result<&'a str, Misread> {
        let word =
            self.peek().ok_or_else(|| Misread::new(format!("the line ends where {expected} is expected")))?;
        self.next += 1;
        Ok(word)
    }

    /// Reads one particular word.
    pub(super) fn word(&mut self, word: &str) -> Result<(), Misread> {
        let found = self.take(&format!("`{word}`"))?;
        if found == word { Ok(()) } else { Err(Misread::new(format!("expected `{word}`, found `{found}`"))) }
    }

    /// Reads particular words one after another.
    pub(super) fn phrase(&mut self, words: &[&str]) -> Result<(), Misread> {
        words.iter().try_for_each(|word| self.word(word))
    }

    /// All remaining words.
    pub(super) fn rest(&mut self) -> &[&'a str] {
        let rest = &self.words[self.next..];
        self.next = self.words.len();
        rest
    }

    /// Checks that no words remain.
    pub(super) fn end(&self) -> Result<(), Misread> {
        self.peek()
            .map_or(Ok(()), |word| Err(Misread::new(format!("expected the end of the line, found `{word}`"))))
    }

    pub(super) fn amount(&mut self) -> Result<Money, Misread> {
        let word = self.take("an amount")?;
        word.parse().map_err(|error| Misread::new(format!("`{word}` {error}")))
    }

    /// Reads a count: the number of a stake or a box.
    pub(super) fn number(&mut self, what: &str) -> Result<u32, Misread> {
        let word = self.take(what)?;
        count(word).ok_or_else(|| Misread::new(format!("expected {what}, found `{word}`")))
    }

    pub(super) fn name(&mut self) -> Result<Name, Misread> {
        let word = self.take("a name")?;
        check_name(word)?;
        Ok(word.into())
    }

    /// Reads a hand of a box that was split: `3.2`.
    pub(super) fn hand(&mut self) -> Result<BoxHand, Misread> {
        let spot = self.spot()?;
        let missing = || Misread::new(format!("expected a hand such as {spot}.2, found `{spot}`"));
        if spot.hand.is_some() { Ok(spot) } else { Err(missing()) }
    }

    /// Reads a box, or a hand of it: `3`, `3.2`.
    pub(super) fn spot(&mut self) -> Result<BoxHand, Misread> {
        self.take("a box such as 3, or a hand such as 3.2")?.parse()
    }
}

impl FromStr for BoxHand {
    type Err = Misread;

    fn from_str(word: &str) -> Result<Self, Misread> {
        let hand = match word.split_once('.') {
            None => count(word).map(|number| Self { number, hand: None }),
            Some((number, hand)) => {
                count(number).zip(count(hand)).map(|(number, hand)| Self { number, hand: Some(hand) })
            }
        };
        hand.ok_or_else(|| {
            Misread::new(format!("expected a box such as 3, or a hand such as 3.2, found `{word}`"))
        })
    }
}

/// Reads a plain number without sign or leading zero.
pub(crate) fn count(word: &str) -> Option<u32> {
    let plain = word.bytes().all(|b| b.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    if plain { word.parse().ok() } else { None }
}

/// Checks whether the word can be the name of a person.
pub(super) fn check_name(word: &str) -> Result<(), Misread> {
    let mut letters = word.bytes();
    let begins = letters.next().is_some_and(|b| b.is_ascii_alphabetic());
    if !begins || !letters.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
        return Err(Misread::new(format!(
            "`{word}` is not a name: a letter, then letters, figures, `_` and `-` make one"
        )));
    }
    if first_words().any(|first| first == word) {
        return Err(Misread::new(format!("`{word}` begins an act of its own and cannot be a name")));
    }
    Ok(())
}
