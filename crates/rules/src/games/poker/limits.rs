//! How much a hold'em table can hold.

use super::rules::{COMMUNITY, PLAYERS_MAX};
use crate::book::{DeclaredLimit, small};

/// The limits of hold'em.
pub(super) const LIMITS: &[DeclaredLimit] = &[DeclaredLimit::PACKS, CIRCLES, PLAYERS];

/// The circles for bets.
pub(super) const CIRCLES: DeclaredLimit = DeclaredLimit {
    of: "circles of a player, the ante's included",
    key: "circles",
    from: 1,
    to: small(COMMUNITY + 1),
    because: "a raise comes before each common card",
};

/// The players.
const PLAYERS: DeclaredLimit = DeclaredLimit {
    of: "players",
    key: "",
    from: 1,
    to: small(PLAYERS_MAX),
    because: "one pack serves no more",
};
