//! The kinds of wagers of blackjack, and their words at a table.

use super::Blackjack;
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};
use crate::side::SIDE;

/// The kinds of wagers of blackjack.
pub(super) const KINDS: &[&DeclaredWager] = &[&BOX, &INSURANCE, &SIDE];

/// A box.
pub(super) static BOX: DeclaredWager = DeclaredWager {
    name: "box",
    key: "boxes",
    laid: Laid::Bet,
    examples: &["box 1"],
    takes: "the number of a box",
    meaning: "a hand nearer to 21 than the dealer's",
};

/// Insurance.
pub(super) static INSURANCE: DeclaredWager = DeclaredWager {
    name: "insurance",
    key: "insurance",
    laid: Laid::Insurance,
    examples: &["insurance"],
    takes: "nothing",
    meaning: "the dealer's blackjack, when the dealer shows an Ace. A record writes `ann insures 50 on 1`",
};

impl Blackjack {
    /// The words of this table's wagers.
    pub(super) fn words_of_wagers(&self) -> Vec<WagerWord<'_>> {
        vec![
            WagerWord::new(&BOX, "box", Arguments::Box(self.boxes.most)),
            WagerWord::new(&INSURANCE, "insurance", Arguments::Nothing),
        ]
    }
}
