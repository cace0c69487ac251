//! The names of wagers in records: each can be written, and is not read as another.

use std::borrow::Cow;

use croupier_kit::{PocketSet, Shape};

use crate::book::{Faults, Located, check_word, is_word};

/// The word for any set of numbers.
pub(super) const NUMBERS: &str = "numbers";

/// A name with its numbers in ascending order: `two-dozens 3 1` becomes `two-dozens 1 3`.
pub(super) fn normal_name<'w>(words: &[&'w str]) -> Cow<'w, str> {
    if let [word] = words {
        return Cow::Borrowed(word);
    }
    let mut words = words.to_vec();
    if let [_, figures @ ..] = words.as_mut_slice() {
        figures.sort_unstable();
    }
    words.join(" ").into()
}

/// Words that begin a wager of their own.
fn is_taken(word: &str) -> bool {
    word == NUMBERS || Shape::named(word).is_some()
}

/// The name of a set can be written in a record, and is not read as something else.
pub(super) fn set_can_be_written(name: &Located<String>, faults: &mut Faults) {
    let text = name.get_ref().as_str();
    let words: Vec<&str> = text.split(' ').collect();
    let (first, rest) = words.split_first().expect("a split has a first part");
    let is_figure = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if !is_word(first) || !rest.iter().all(is_figure) {
        let message = format!("no record can write `{text}`");
        faults.add_with_help(
            name.span(),
            message,
            "a name is a word of small letters, and figures after it: `dozen 1`",
        );
    } else if is_taken(first) {
        faults.add(name.span(), format!("`{first}` is a wager of its own: no set can have that name"));
    } else if normal_name(&words) != text {
        let message = format!("records name the figures of `{text}` in order");
        faults.add_with_help(name.span(), message, format!("write `{}`", normal_name(&words)));
    }
}

/// The words of calls differ from each other, from the names of sets and from the shapes of the layout.
pub(super) fn calls_have_own_names<'d>(
    names: impl Iterator<Item = &'d Located<String>>,
    sets: &[(Box<str>, PocketSet)],
    faults: &mut Faults,
) {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let text = name.get_ref().as_str();
        let is_set = || sets.iter().any(|(set, _)| set.split(' ').next() == Some(text));
        check_word(name, faults);
        if is_taken(text) || is_set() || !seen.insert(text) {
            faults.add(name.span(), format!("`{text}` is another wager too: a call has a word of its own"));
        }
    }
}
