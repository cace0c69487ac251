//! How much a roulette table can hold.

use croupier_kit::{Layout, Wheel};

use crate::book::{DeclaredLimit, small};

/// The limits of roulette.
pub(super) const LIMITS: &[DeclaredLimit] = &[NUMBERS, COLUMNS, WAGERS, CALLS, CHIPS, LEVELS];

/// The numbers of a wheel.
pub(super) const NUMBERS: DeclaredLimit = DeclaredLimit {
    of: "numbers of the wheel, up to three zeros among them",
    key: "wheel",
    from: 2,
    to: small(Wheel::LARGEST),
    because: "a wheel has a place for each",
};

/// The numbers of a row of the cloth.
pub(super) const COLUMNS: DeclaredLimit = DeclaredLimit {
    of: "numbers in a row of the cloth",
    key: "columns",
    from: 1,
    to: small(Layout::ACROSS_MAX),
    because: "a cloth has room for that many",
};

/// The wagers of a table.
pub(super) const WAGERS: DeclaredLimit = DeclaredLimit { from: 1, ..DeclaredLimit::rows("wager", "wagers") };

/// The calls of a table.
pub(super) const CALLS: DeclaredLimit = DeclaredLimit::rows("call", "calls");

/// The chips of a call.
pub(super) const CHIPS: DeclaredLimit = DeclaredLimit {
    of: "chips of a call",
    key: "chips",
    from: 1,
    to: 100,
    because: "what they win together must be countable",
};

/// The levels at which a stake can be held.
pub(super) const LEVELS: DeclaredLimit = DeclaredLimit {
    of: "levels at which a zero holds a stake",
    key: "levels",
    from: 2,
    to: 8,
    because: "prices follow a stake through all of them",
};
