//! The only kind of wagers of In-Between, and its word.

use super::InBetween;
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};

/// The kinds of wagers of In-Between.
pub(super) const KINDS: &[&DeclaredWager] = &[&HAND];

/// A hand.
pub(super) static HAND: DeclaredWager = DeclaredWager {
    name: "hand",
    key: "between",
    laid: Laid::Bet,
    examples: &["hand"],
    takes: "nothing",
    meaning: "one's own hand: two cards, and a third that falls between them",
};

impl InBetween {
    /// The words of a table's wagers.
    pub(super) fn words_of_wagers() -> Vec<WagerWord<'static>> {
        vec![WagerWord::new(&HAND, "hand", Arguments::Nothing)]
    }
}
