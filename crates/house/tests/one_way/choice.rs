//! What random commands choose from.

use std::sync::OnceLock;

use croupier_house::ids::{Actor, PersonId};

use crate::common::{Seeded, shelf};

/// The tables that are attended at first; all others are automatic.
pub(crate) const ATTENDED: [&str; 6] =
    ["Wheel 2", "Chemin, the house's bank", "Between 2", "American B", "Jack B", "Touch B"];

/// Another edition of a built-in book, with which the house is founded: the program has the built-in one.
pub(crate) fn other_edition() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let text = shelf().book("scotland-1970").unwrap().text();
        text.replace("odds = \"17 to 1\"", "odds = \"16 to 1\"")
    })
}

/// The people who can give commands: those of the house, its players, and one who is nobody.
pub(crate) fn anybody(choice: &mut Seeded) -> Actor {
    match choice.below(12) {
        0 => Actor::House,
        number => Actor::Person(PersonId(u32::try_from(number).unwrap())),
    }
}

/// One of several.
pub(crate) fn one<T: Copy>(choice: &mut Seeded, of: &[T]) -> T {
    of[usize::try_from(choice.below(of.len() as u64)).unwrap()]
}
