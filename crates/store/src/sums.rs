//! The totals of a group of batches: the new version of each journal, the new head of each house, and the change of
//! each balance. Hundreds of bets at a few tables thus become a few rows, and every single change is still checked.
//! Every store writes them.

use std::collections::hash_map;

use croupier_house::ids::{HouseId, StreamId};
use croupier_house::ledger::Account;
use croupier_house::store::{BalanceChange, Batch, HouseHead, StoreError, StoredEntry};
use rustc_hash::FxHashMap;

/// The version of a journal before and after a group.
#[derive(Debug)]
pub struct VersionUpdate {
    /// The journal.
    pub stream: StreamId,
    /// The version that it must have before.
    pub expected: u64,
    /// Its version after.
    pub last: u64,
}

impl VersionUpdate {
    fn before(entry: &StoredEntry) -> Self {
        let expected = entry.version.saturating_sub(1);
        Self { stream: entry.stream, expected, last: expected }
    }

    /// Adds the next entry, which must follow the last one.
    fn add(&mut self, entry: &StoredEntry) -> Result<(), StoreError> {
        if self.last.checked_add(1) != Some(entry.version) {
            return Err(StoreError::Stale { stream: self.stream, expected: entry.version.saturating_sub(1) });
        }
        self.last = entry.version;
        Ok(())
    }

    /// The error for a journal that is at another version.
    pub const fn stale(&self) -> StoreError {
        StoreError::Stale { stream: self.stream, expected: self.expected }
    }
}

/// The sequence of a house before and after a group.
#[derive(Debug)]
pub struct HeadUpdate {
    /// The house.
    pub house: HouseId,
    /// The sequence that it must have before.
    pub expected: u64,
    /// Its head after.
    pub head: HouseHead,
}

impl HeadUpdate {
    fn before(entry: &StoredEntry) -> Self {
        let (house, expected) = (entry.stream.house, entry.sequence.saturating_sub(1));
        Self { house, expected, head: HouseHead { sequence: expected, hash: entry.hash } }
    }

    fn add(&mut self, entry: &StoredEntry) -> Result<(), StoreError> {
        if self.head.sequence.checked_add(1) != Some(entry.sequence) {
            let expected = entry.sequence.saturating_sub(1);
            return Err(StoreError::OutOfSequence { house: self.house, expected });
        }
        self.head = HouseHead { sequence: entry.sequence, hash: entry.hash };
        Ok(())
    }

    /// The error for a house that is at another sequence.
    pub const fn stale(&self) -> StoreError {
        StoreError::OutOfSequence { house: self.house, expected: self.expected }
    }
}

/// The change of a balance in a group.
#[derive(Debug)]
pub struct BalanceUpdate {
    /// The account.
    pub account: Account,
    /// The change.
    pub by: i64,
    /// The lowest intermediate total among the changes that must not make the balance negative.
    pub least: Option<i64>,
}

impl BalanceUpdate {
    const fn of(account: Account) -> Self {
        Self { account, by: 0, least: None }
    }

    fn add(&mut self, change: &BalanceChange) -> Result<(), StoreError> {
        self.by = self.by.checked_add(change.by).ok_or_else(|| self.overflow())?;
        if change.by < 0 && !change.may_overdraw {
            self.least = Some(self.least.map_or(self.by, |least| least.min(self.by)));
        }
        Ok(())
    }

    /// The new balance. Fails if the balance would be negative at a step where that is not permitted.
    ///
    /// # Errors
    /// When it would, or would be too large.
    pub fn after(&self, before: i64) -> Result<i64, StoreError> {
        match (before.checked_add(self.by), self.least) {
            (_, Some(least)) if before.saturating_add(least) < 0 => Err(StoreError::Overdrawn(self.account)),
            (Some(after), _) => Ok(after),
            (None, _) => Err(self.overflow()),
        }
    }

    /// The error for a balance that would be too large.
    pub fn overflow(&self) -> StoreError {
        StoreError::Failed(format!("the balance of account {} is too large", self.account.number()))
    }
}

/// The totals of a group.
#[derive(Debug, Default)]
pub struct Sums {
    versions: FxHashMap<i64, VersionUpdate>,
    heads: FxHashMap<HouseId, HeadUpdate>,
    balances: FxHashMap<i64, BalanceUpdate>,
}

impl Sums {
    /// Sums up a group, batch by batch.
    ///
    /// # Errors
    /// When entries of a journal or of a house are not consecutive.
    pub fn of<'b>(group: impl IntoIterator<Item = &'b Batch>) -> Result<Self, StoreError> {
        let mut sums = Self::default();
        for batch in group {
            for entry in &batch.entries {
                let version = sums.versions.entry(entry.stream.number());
                version.or_insert_with(|| VersionUpdate::before(entry)).add(entry)?;
                let head = sums.heads.entry(entry.stream.house);
                head.or_insert_with(|| HeadUpdate::before(entry)).add(entry)?;
            }
            for change in &batch.changes {
                let balance = match sums.balances.entry(change.account.number()) {
                    hash_map::Entry::Occupied(known) => known.into_mut(),
                    hash_map::Entry::Vacant(new) => new.insert(BalanceUpdate::of(change.account)),
                };
                balance.add(change)?;
            }
        }
        Ok(sums)
    }

    /// The versions of journals.
    pub fn versions(&self) -> impl Iterator<Item = &VersionUpdate> {
        self.versions.values()
    }

    /// The heads of houses.
    pub fn heads(&self) -> impl Iterator<Item = &HeadUpdate> {
        self.heads.values()
    }

    /// The changes of balances.
    pub fn balances(&self) -> impl Iterator<Item = &BalanceUpdate> {
        self.balances.values()
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{HouseId, TableId};
    use croupier_house::ledger::{Location, Unit};

    use super::*;

    fn change(by: i64, may_overdraw: bool) -> BalanceChange {
        let account = Account { house: HouseId(1), unit: Unit::Chips, location: Location::Float(TableId(1)) };
        BalanceChange { account, by, may_overdraw }
    }

    fn balance(changes: &[BalanceChange]) -> BalanceUpdate {
        let batch = Batch { entries: Vec::new(), changes: changes.to_vec(), keys: Vec::new() };
        let sums = Sums::of(&[batch]).unwrap();
        sums.balances.into_values().next().unwrap()
    }

    #[test]
    fn a_balance_that_was_negative_on_the_way_is_an_error_though_it_ends_above_zero() {
        let short = balance(&[change(-30, false), change(50, false)]);
        assert_eq!((short.by, short.least), (20, Some(-30)));
        assert_eq!(short.after(10), Err(StoreError::Overdrawn(short.account)));
        assert_eq!(short.after(30), Ok(50));
    }

    #[test]
    fn what_may_be_overdrawn_may_and_deposits_never_fail() {
        assert_eq!(balance(&[change(-30, true), change(5, false)]).after(0), Ok(-25));
        assert_eq!(balance(&[change(-30, true), change(-1, false)]).least, Some(-31));
    }
}
