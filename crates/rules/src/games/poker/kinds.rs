//! The kinds of wagers of hold'em, and their words at a table.

use super::HoldEm;
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};

/// The kinds of wagers of hold'em.
pub(super) const KINDS: &[&DeclaredWager] = &[&ANTE, &RAISE];

/// The ante.
pub(super) static ANTE: DeclaredWager = DeclaredWager {
    name: "ante",
    key: "pay",
    laid: Laid::Bet,
    examples: &["ante"],
    takes: "nothing",
    meaning: "one's own cards with those in common",
};

/// A raise.
pub(super) static RAISE: DeclaredWager = DeclaredWager {
    name: "raise",
    key: "circles",
    laid: Laid::Raise,
    examples: &["raise 1", "raise 2"],
    takes: "the number of the circle",
    meaning: "the same hand, by a further stake as large as the ante. A record writes `ann raises`",
};

impl HoldEm {
    /// The words of this table's wagers.
    pub(super) fn words_of_wagers(&self) -> Vec<WagerWord<'_>> {
        let circles = (1..=self.raises).map(|circle| circle.to_string().into()).collect();
        let ante = WagerWord::new(&ANTE, "ante", Arguments::Nothing);
        let raise = WagerWord::new(&RAISE, "raise", Arguments::OneOf(circles));
        [ante].into_iter().chain((self.raises > 0).then_some(raise)).collect()
    }
}
