//! A stake as the house has it in its ledger.

use croupier_kit::Money;

use crate::ids::PersonId;
use crate::ledger::Unit;

/// A stake as the house has it in its ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedStake {
    /// Whose it is.
    pub person: PersonId,
    /// The unit.
    pub unit: Unit,
    /// The amount that is pending, or was.
    pub amount: Money,
    /// What was returned; `None` while it is pending.
    pub returned: Option<Money>,
}
