//! A stake as recorded in the ledger of the house.

use croupier_kit::Money;

use crate::ids::PersonId;
use crate::ledger::Unit;

/// A stake as recorded in the ledger of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedStake {
    /// The player.
    pub person: PersonId,
    /// The unit.
    pub unit: Unit,
    /// The amount that is, or was, pending.
    pub amount: Money,
    /// The amount returned; `None` while the stake is pending.
    pub returned: Option<Money>,
}
