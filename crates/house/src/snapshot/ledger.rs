//! The balances of a house as they are stored.

use serde::{Deserialize, Serialize};

use super::error::SnapshotError;
use crate::ids::HouseId;
use crate::ledger::{Account, Ledger, Location, Unit};

/// The balance of an account. Accounts without a balance are left out: an account that was never used is equal to one
/// that has been emptied.
#[derive(Serialize, Deserialize)]
pub(super) struct BalanceSnapshot {
    unit: Unit,
    location: Location,
    minor: i64,
}

impl BalanceSnapshot {
    pub(super) fn all(ledger: &Ledger) -> Vec<Self> {
        let balance = |(account, balance): (Account, croupier_kit::Money)| {
            let Account { house: _, unit, location } = account;
            Self { unit, location, minor: balance.minor() }
        };
        ledger.accounts().into_iter().map(balance).filter(|balance| balance.minor != 0).collect()
    }

    pub(super) fn restore(house: HouseId, all: Vec<Self>) -> Result<Ledger, SnapshotError> {
        let ledger = Ledger::with_balances(
            house,
            all.into_iter().map(|balance| (balance.unit, balance.location, balance.minor)),
        );
        match Unit::ALL.into_iter().find(|unit| ledger.sum(*unit) != 0) {
            None => Ok(ledger),
            Some(unit) => Err(SnapshotError::Contradiction(format!("{unit:?} is not conserved"))),
        }
    }
}
