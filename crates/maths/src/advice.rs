//! Advice at a table: the best decision for what a player sees, and the cost of every other decision.
//!
//! An [`Advisor`](crate::Advisor) is created once for a table and can be asked at every decision. It assumes a full shoe and a single
//! box, as the charts do. Cards dealt in earlier rounds are not taken into account.

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::Seat;

use crate::Figure;

/// The decision not to take what is offered when the dealer shows an Ace.
pub const DECLINE: &str = "decline";

/// What a player sees when a decision is due.
#[derive(Clone, Copy, Debug)]
pub struct PlayerView<'c> {
    /// The seat that decides.
    pub seat: Seat,
    /// The cards of this seat, in the order they were dealt.
    pub own: &'c [Card],
    /// All other cards on the table with their seats; `None` for a card that is face down.
    pub others: &'c [(Seat, Option<Card>)],
    /// The number of the hand among the hands of a split pair, starting at 1.
    pub split: Option<u8>,
    /// Whether the rules permit splitting the hand now.
    pub may_split: bool,
}

/// A decision and its expected gain.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAdvice {
    /// The decision: `draw`, `stand`, `raise` …
    pub decision: &'static str,
    /// The probability with which best play makes this decision: 1, 0, or a value between if the choice is random.
    pub share: Figure,
    /// The expected gain in bets. `None` if the choice is random (both decisions then have the same value), or if the
    /// gain was not computed.
    pub worth: Option<Figure>,
}

/// All decisions with their expected gains.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Every available decision, the best first.
    pub options: Vec<MoveAdvice>,
    /// How the advice was computed.
    pub method: &'static str,
}

/// Best play that can be asked at every decision.
pub(crate) trait Advises: Send + Sync {
    /// The best decision for this view; `None` if there is nothing to decide or the cards are impossible.
    fn advise(&self, sight: PlayerView<'_>) -> Option<Advice>;

    /// What to do when insurance is offered; `None` if the game has none.
    fn on_insurance(&self, sight: PlayerView<'_>) -> Option<Advice> {
        let _ = sight;
        None
    }
}

/// The decisions ordered by expected gain; the best gets probability one.
pub(crate) fn ranked(worths: Vec<(&'static str, Figure)>, method: &'static str) -> Advice {
    let mut worths = worths;
    worths.sort_by(|a, b| b.1.value().total_cmp(&a.1.value()));
    let option = |(place, (decision, worth)): (usize, (&'static str, Figure))| {
        let share = if place == 0 { Ratio::one() } else { Ratio::zero() };
        MoveAdvice { decision, share: share.into(), worth: Some(worth) }
    };
    Advice { options: worths.into_iter().enumerate().map(option).collect(), method }
}
