//! Scores that two dice do not make, and words that records cannot tell apart, are faults of the book.

use crate::book::{Faults, Located, check_word, own_names};

/// The words of all wagers differ, and records can write them.
pub(super) fn words_are_different<'d>(words: impl Iterator<Item = &'d Located<String>>, faults: &mut Faults) {
    let words: Vec<&Located<String>> = words.collect();
    words.iter().for_each(|word| check_word(word, faults));
    own_names(words, "wagers", faults);
}

/// Two dice make each of the scores.
pub(super) fn two_dice_make(scores: &Located<Vec<u8>>, faults: &mut Faults) {
    for score in scores.get_ref().iter().filter(|score| !(2..=12).contains(*score)) {
        faults.add(scores.span(), format!("two dice do not make {score}"));
    }
}
