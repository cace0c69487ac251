//! The kinds of wagers of poker against a dealer's hand, and their words at a table.

use super::DealerPoker;
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};
use crate::side::SIDE;

/// The kinds of wagers of poker against a dealer's hand.
pub(super) const KINDS: &[&DeclaredWager] = &[&ANTE, &RAISE, &SIDE];

/// The ante.
pub(super) static ANTE: DeclaredWager = DeclaredWager {
    name: "ante",
    key: "ante_odds",
    laid: Laid::Bet,
    examples: &["ante"],
    takes: "nothing",
    meaning: "one's own cards against the dealer's",
};

/// The raise.
pub(super) static RAISE: DeclaredWager = DeclaredWager {
    name: "raise",
    key: "raise",
    laid: Laid::Raise,
    examples: &["raise 1"],
    takes: "1",
    meaning: "the same hand, by a further stake of the size that the book says. A record writes `ann raises`",
};

impl DealerPoker {
    /// The words of a table's wagers.
    pub(super) fn words_of_wagers() -> Vec<WagerWord<'static>> {
        vec![
            WagerWord::new(&ANTE, "ante", Arguments::Nothing),
            WagerWord::new(&RAISE, "raise", Arguments::OneOf(vec!["1".into()])),
        ]
    }
}
