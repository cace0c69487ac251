//! How much a table of poker against a dealer's hand can hold.

use super::hand::HandSize;
use crate::book::DeclaredLimit;
use crate::side::SIDES;

/// The limits of poker against a dealer's hand.
pub(super) const LIMITS: &[DeclaredLimit] = &[PLAYERS, PLAYERS_OF_FIVE, MULTIPLE, SIDES];

/// The players, with three cards each.
pub(super) const PLAYERS: DeclaredLimit = DeclaredLimit {
    of: "players with three cards each",
    key: "seats",
    from: 1,
    to: HandSize::Three.seats(),
    because: "one pack serves no more",
};

/// The players, with five cards each.
const PLAYERS_OF_FIVE: DeclaredLimit =
    DeclaredLimit { of: "players with five cards each", key: "", to: HandSize::Five.seats(), ..PLAYERS };

/// The raise, as a multiple of the ante.
pub(super) const MULTIPLE: DeclaredLimit = DeclaredLimit {
    of: "times the ante, as a raise",
    key: "raise",
    from: 1,
    to: 10,
    because: "what a hand can lose must be countable when the ante is made",
};
