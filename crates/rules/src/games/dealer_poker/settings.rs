//! The settings of tables of poker against a dealer's hand.

use super::limits::PLAYERS;
use super::{DealOrder, DealerPoker};
use crate::book::{DeclaredSetting, Effect, Need};

/// The key of the number of seats.
pub(super) const SEATS: &str = PLAYERS.key;

/// The settings of tables of poker against a dealer's hand.
pub(super) const SETTINGS: &[DeclaredSetting<DealerPoker>] = &[
    DeclaredSetting {
        key: "deal",
        meaning: "the order of the deal: one card to each hand in turn, or hand by hand; the dealer comes last",
        need: Need::Must,
        effect: Effect::Choice(&[
            ("one-by-one", |rules| rules.order = DealOrder::OneByOne),
            ("hands", |rules| rules.order = DealOrder::Hands),
        ]),
    },
    DeclaredSetting {
        key: SEATS,
        meaning: "the number of players, up to those that one pack serves with the cards of a hand",
        need: Need::Must,
        effect: Effect::Whole(PLAYERS.range(), |rules, seats| rules.seats = seats),
    },
];
