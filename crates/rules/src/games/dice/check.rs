//! Scores that two dice do not make, and words that records cannot tell apart, are faults of the book.

use crate::book::{Faults, Located, check_word, each_once, own_names};

/// The words of all wagers differ, and records can write them.
pub(super) fn words_are_different<'d>(words: impl Iterator<Item = &'d Located<String>>, faults: &mut Faults) {
    let words: Vec<&Located<String>> = words.collect();
    words.iter().for_each(|word| check_word(word, faults));
    own_names(words, "wagers", faults);
}

/// Two dice make each of the scores, and each occurs once.
pub(super) fn two_dice_make(scores: &Located<Vec<u8>>, faults: &mut Faults) {
    each_once(scores.get_ref(), &scores.span(), faults);
    for score in scores.get_ref().iter().filter(|score| !(2..=12).contains(*score)) {
        faults.add(scores.span(), format!("two dice do not make {score}"));
    }
}

/// A row of odds is on some score, and its name says something if it has one.
pub(super) fn row_says_something(
    name: Option<&Located<String>>,
    scores: &Located<Vec<u8>>,
    faults: &mut Faults,
) {
    if let Some(name) = name.filter(|name| name.get_ref().is_empty()) {
        faults.add_with_help(name.span(), "these odds have an empty name", "name them, or leave the key out");
    }
    if scores.get_ref().is_empty() {
        faults.add(scores.span(), "these odds are for no score: name at least one");
    }
}
