//! How much a blackjack table can hold.

use super::deal::{BOXES_MAX, HANDS_MAX};
use crate::book::{DeclaredLimit, small};
use crate::side::SIDES;

/// The limits of blackjack.
pub(super) const LIMITS: &[DeclaredLimit] = &[DeclaredLimit::PACKS, BOXES, HANDS, SIDES];

/// The boxes of a table.
pub(super) const BOXES: DeclaredLimit = DeclaredLimit {
    of: "boxes of a table",
    key: "boxes",
    from: 1,
    to: small(BOXES_MAX),
    because: "a deal has a place for each",
};

/// The hands of a box.
pub(super) const HANDS: DeclaredLimit = DeclaredLimit {
    of: "hands of a box after splitting",
    key: "max-hands",
    from: 1,
    to: small(HANDS_MAX),
    because: "a deal has a place for each",
};
