//! What the mathematics asks of a family of games. Each family answers in its own folder, in `family.rs`; what it does
//! not answer does not compile.

use croupier_rules::offer::Offers;

use crate::Strategy;
use crate::advice::Advises;
use crate::clauses::RuleSwap;
use crate::covariance::Covariances;
use crate::price::{Price, PriceList};
use crate::query::{PriceError, PriceQuery};
use crate::removal::Removal;

/// The mathematics of a family.
pub(crate) trait FamilyMaths: Offers {
    /// What the prices were checked against, as sentences.
    const PROOFS: &'static [&'static str];
    /// How `--shoe` writes cards that the rules do not distinguish.
    const CARDS: CardWords;
    /// Whether cards dealt in one round can be missing in the next, so that a query may specify the cards left.
    const LASTS: bool;

    /// The exact price of every wager at best play.
    fn price_list(&self, ask: &PriceQuery) -> Result<PriceList, PriceError>;

    /// The exact price of one wager, where wagers that share a name in the list have different prices; otherwise `None`.
    fn price_alone(&self, _wager: Self::Wager, _ask: &PriceQuery) -> Result<Option<Price>, PriceError> {
        Ok(None)
    }

    /// The covariances of all wagers that have a price, from a whole shoe at best play; `None` unless the same cards decide
    /// all bets of a round.
    fn covariances(&self) -> Result<Option<Covariances>, PriceError> {
        Ok(None)
    }

    /// Best play; `None` if no player has a decision.
    fn best_play(&self, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError>;

    /// Best play, ready to give advice; `None` if no player has a decision.
    fn advisor(&self) -> Result<Option<Box<dyn Advises>>, PriceError>;

    /// The best chart as a file.
    fn chart_file(&self, _ask: &PriceQuery) -> Result<String, PriceError> {
        Err(no_chart())
    }

    /// Checks that the table can be priced by a chart.
    fn check_chart(&self) -> Result<(), PriceError> {
        Err(no_chart())
    }

    /// Checks that best play depends on what the sides know about their cards.
    fn check_known(&self) -> Result<(), PriceError> {
        Err(PriceError::new("what the sides know", "only games in which two sides decide depend on it"))
    }

    /// Checks that best play depends on the stakes against the banker.
    fn check_against(&self) -> Result<(), PriceError> {
        Err(PriceError::new(
            "stakes against the banker",
            "only a banker who plays against two hands depends on them",
        ))
    }

    /// The effect of removing each card from the shoe.
    fn removals(&self, _ask: &PriceQuery) -> Result<Vec<Removal>, PriceError> {
        Err(PriceError::new("one card less", "this game is not dealt from a shoe that lasts over rounds"))
    }

    /// The table with one clause of another table of its family, for every clause in which they differ. There are none
    /// where tables differ only in the odds of single wagers: there the edges can be compared directly.
    fn swaps(&self, _from: &Self) -> Vec<RuleSwap<Self>> {
        Vec::new()
    }
}

/// How cards are written in the text of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CardWords {
    /// There are no cards.
    None,
    /// By rank and suit: every card counts on its own.
    Suited,
    /// By rank.
    Ranks,
    /// By rank; `10` is tens and pictures together.
    TensAlike,
    /// By rank; `0` and `10` are tens and pictures together.
    PipsAlike,
}

fn no_chart() -> PriceError {
    PriceError::new("a chart", "charts are for blackjack")
}
