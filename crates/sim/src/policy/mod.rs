//! Policies: how players decide.
//!
//! A policy sees only what its seat sees. Where it decides at random, it receives a number drawn for the round, so
//! that replaying the round gives the same decision.

mod baccarat;
mod by_cards;
mod dealer_poker;
mod error;
mod named;
mod poker;
mod probability;

pub(crate) use baccarat::DrawChoice;
pub use baccarat::{AgreedPlans, Opposite, Thirds};
pub use by_cards::ByCards;
pub(crate) use by_cards::TrackedHand;
pub use dealer_poker::HandRaises;
pub use error::{BEST, COMPOSITION, DEALER, PolicyError, USUAL};
pub(crate) use poker::hand_profits;
pub use poker::{HoldEmCards, Raises};
pub use probability::{DecisionBits, Probability};

use croupier_maths::blackjack::Chart;

/// The policy of a table, by family.
#[allow(clippy::large_enum_variant, reason = "a table has one, and it is not moved")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Nobody has a decision.
    Chance,
    /// The boxes of blackjack play by a chart.
    Chart(Chart),
    /// The boxes of blackjack play by the exact cards of each hand.
    ByCards(ByCards),
    /// Third cards at baccarat.
    Thirds(Box<Thirds>),
    /// The raises of Arizona Hold-Em.
    Raises(Raises),
    /// The raises against a dealer's hand.
    HandRaises(HandRaises),
}

impl Policy {
    /// Whether any decision is random.
    pub fn is_mixed(&self) -> bool {
        if let Self::Thirds(thirds) = self { thirds.is_mixed() } else { false }
    }

    /// A digest of all its decisions. Jobs with different policies are different jobs.
    pub fn digest(&self) -> String {
        let text = match self {
            Self::Chance => String::from("chance"),
            Self::Chart(chart) => chart.to_string(),
            Self::ByCards(by_cards) => by_cards.digest(),
            Self::Thirds(thirds) => thirds.digest_text(),
            Self::Raises(raises) => raises.digest(),
            Self::HandRaises(raises) => raises.digest(),
        };
        blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
    }
}
