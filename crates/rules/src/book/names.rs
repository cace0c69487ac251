//! Names in a book: each thing has a name of its own, and a record can write the words for wagers.

use std::collections::BTreeSet;
use std::ops::Range;

use super::faults::Faults;
use super::located::Located;

/// What the games of a file are called, and their settings, also where they could not be read: what is wrong with them
/// is said once.
#[derive(Default)]
pub(super) struct Named {
    pub(super) games: Vec<String>,
    pub(super) settings: Vec<String>,
}

/// Reports empty names, and names that several of the things have that `what` says.
pub(crate) fn own_names<'d>(
    names: impl IntoIterator<Item = &'d Located<String>>,
    what: &str,
    faults: &mut Faults,
) {
    let mut seen = BTreeSet::new();
    for name in names {
        if name.get_ref().is_empty() {
            faults.add(name.span(), format!("one of the {what} has an empty name"));
        } else if !seen.insert(name.get_ref()) {
            let message = format!("two {what} are called `{}`: one of the two must go", name.get_ref());
            faults.add(name.span(), message);
        }
    }
}

/// Reports numbers that a list has more than once, each of them once.
pub(crate) fn each_once(numbers: &[u8], at: &Range<usize>, faults: &mut Faults) {
    let (mut seen, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for number in numbers {
        if !seen.insert(number) && twice.insert(number) {
            faults.add(at.clone(), format!("{number} occurs twice: one of the two must go"));
        }
    }
}

/// Whether a record can have this word for a wager.
pub(crate) fn is_word(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Reports a word for a wager that no record can write.
pub(crate) fn check_word(word: &Located<String>, faults: &mut Faults) {
    if !is_word(word.get_ref()) {
        let help = "a wager is one word of small letters, figures and hyphens";
        faults.add_with_help(word.span(), format!("no record can write `{}`", word.get_ref()), help);
    }
}
