//! The kinds of wagers of baccarat, and their words at a table.

use super::{Baccarat, Backs};
use crate::kind::{Arguments, DeclaredWager, Laid, WagerWord};
use crate::side::SIDE;

/// The kinds of wagers of baccarat.
pub(super) const KINDS: &[&DeclaredWager] = &[&HAND, &BOTH, &BANKER, &TIE, &SIDE];

/// A hand against the banker's.
pub(super) static HAND: DeclaredWager = DeclaredWager {
    name: "hand",
    key: "wager",
    laid: Laid::Bet,
    examples: &["player", "punto", "right", "left"],
    takes: "nothing",
    meaning: "a hand against the banker's",
};

/// Two hands.
pub(super) static BOTH: DeclaredWager = DeclaredWager {
    name: "both",
    key: "wager",
    laid: Laid::Bet,
    examples: &["both"],
    takes: "nothing",
    meaning: "both hands against the banker's",
};

/// The banker's hand.
pub(super) static BANKER: DeclaredWager = DeclaredWager {
    name: "banker",
    key: "wager",
    laid: Laid::Bet,
    examples: &["banco"],
    takes: "nothing",
    meaning: "the banker's hand against the player's",
};

/// A tie.
pub(super) static TIE: DeclaredWager = DeclaredWager {
    name: "tie",
    key: "wager",
    laid: Laid::Bet,
    examples: &["egalite"],
    takes: "nothing",
    meaning: "equal scores",
};

impl Backs {
    /// The kind of the wager.
    pub(super) const fn kind(self) -> &'static DeclaredWager {
        match self {
            Self::Hand(_) => &HAND,
            Self::Both => &BOTH,
            Self::Banker => &BANKER,
            Self::Tie => &TIE,
        }
    }
}

impl Baccarat {
    /// The words of this table's wagers.
    pub(super) fn words_of_wagers(&self) -> Vec<WagerWord<'_>> {
        let words = self.clauses.iter();
        words.map(|clause| WagerWord::new(clause.backs.kind(), &*clause.name, Arguments::Nothing)).collect()
    }
}
