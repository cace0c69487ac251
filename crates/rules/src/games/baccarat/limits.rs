//! How much a baccarat table can hold.

use crate::book::DeclaredLimit;
use crate::side::SIDES;

/// The limits of baccarat.
pub(super) const LIMITS: &[DeclaredLimit] = &[DeclaredLimit::PACKS, AREAS, WAGERS, SIDES];

/// The numbered betting areas.
pub(super) const AREAS: DeclaredLimit = DeclaredLimit {
    of: "numbered betting areas",
    key: "areas",
    from: 1,
    to: 30,
    because: "a layout has no room for more",
};

/// The wagers of a table.
pub(super) const WAGERS: DeclaredLimit = DeclaredLimit { from: 1, ..DeclaredLimit::rows("wager", "wagers") };
