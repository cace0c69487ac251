//! How much an In-Between table can hold.

use super::deal::PLAYERS_MAX;
use crate::book::{DeclaredLimit, small};

/// The limits of In-Between.
pub(super) const LIMITS: &[DeclaredLimit] = &[DeclaredLimit::PACKS, SEATS];

/// The players.
pub(super) const SEATS: DeclaredLimit = DeclaredLimit {
    of: "players",
    key: "seats",
    from: 1,
    to: small(PLAYERS_MAX),
    because: "a deal has a place for each; the packs must serve them with three cards",
};
