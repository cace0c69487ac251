//! A fault with a name, and how it is planted.

use super::board::{Board, Plan};

/// A fault with a name.
pub struct NamedFault {
    /// Its name. It never changes.
    pub id: &'static str,
    /// What was done, in a line.
    pub meaning: &'static str,
    /// How it is planted, if the journal has a place for it.
    pub(super) plant: fn(&Board) -> Option<Plan>,
}

/// A row of a list.
pub(super) const fn row(
    id: &'static str,
    meaning: &'static str,
    plant: fn(&Board) -> Option<Plan>,
) -> NamedFault {
    NamedFault { id, meaning, plant }
}
