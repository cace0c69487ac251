//! The settings of tables of poker against a dealer's hand.

use super::rules::PLAYERS_MAX;
use super::{DealOrder, DealerPoker};
use crate::book::{DeclaredSetting, Effect, Need};

/// The key of the number of seats.
pub(super) const SEATS: &str = "seats";

/// The settings of tables of poker against a dealer's hand.
#[allow(clippy::cast_possible_truncation, reason = "there are few players")]
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
        meaning: "the number of players, up to those that one pack serves: 16 with three cards, 9 with five",
        need: Need::Must,
        effect: Effect::Whole(1..=PLAYERS_MAX as u8, |rules, seats| rules.seats = seats),
    },
];
