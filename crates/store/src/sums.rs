//! What a group of batches comes to: where each journal ends, and what each balance changes by. Hundreds of bets at a few
//! tables are a few rows, and each is still held to what it was promised.

use std::collections::hash_map::Entry;

use croupier_house::ids::Stream;
use croupier_house::ledger::Account;
use croupier_house::store::{Batch, Change, Kept, StoreError};
use rustc_hash::FxHashMap;

/// Where a journal stands before a group, and after it.
pub(crate) struct Head {
    pub(crate) stream: Stream,
    pub(crate) expected: u64,
    pub(crate) last: u64,
}

impl Head {
    fn before(entry: &Kept) -> Self {
        let expected = entry.version.saturating_sub(1);
        Self { stream: entry.stream, expected, last: expected }
    }

    /// Takes the next entry, which must follow the last.
    fn take(&mut self, entry: &Kept) -> Result<(), StoreError> {
        if self.last.checked_add(1) != Some(entry.version) {
            return Err(StoreError::Stale { stream: self.stream, expected: entry.version.saturating_sub(1) });
        }
        self.last = entry.version;
        Ok(())
    }

    /// The journal stands elsewhere.
    pub(crate) const fn stale(&self) -> StoreError {
        StoreError::Stale { stream: self.stream, expected: self.expected }
    }
}

/// What a balance changes by in a group.
pub(crate) struct Balance {
    pub(crate) account: Account,
    pub(crate) by: i64,
    /// The least that it has changed by after a change that must not leave it below nought.
    pub(crate) least: Option<i64>,
}

impl Balance {
    const fn of(account: Account) -> Self {
        Self { account, by: 0, least: None }
    }

    fn take(&mut self, change: &Change) -> Result<(), StoreError> {
        self.by = self.by.checked_add(change.by).ok_or_else(|| self.overflow())?;
        if change.by < 0 && !change.may_owe {
            self.least = Some(self.least.map_or(self.by, |least| least.min(self.by)));
        }
        Ok(())
    }

    /// What it comes to, where it was never below nought on the way unless it might be.
    pub(crate) fn after(&self, before: i64) -> Result<i64, StoreError> {
        match (before.checked_add(self.by), self.least) {
            (_, Some(least)) if before.saturating_add(least) < 0 => Err(StoreError::Overdrawn(self.account)),
            (Some(after), _) => Ok(after),
            (None, _) => Err(self.overflow()),
        }
    }

    fn overflow(&self) -> StoreError {
        StoreError::Failed(format!("account {} cannot be counted", self.account.number()))
    }
}

/// The sums of a group.
#[derive(Default)]
pub(crate) struct Sums {
    heads: FxHashMap<i64, Head>,
    balances: FxHashMap<i64, Balance>,
}

impl Sums {
    /// Sums a group up, batch after batch.
    ///
    /// # Errors
    /// When entries of a journal do not follow one another.
    pub(crate) fn of(group: &[Batch]) -> Result<Self, StoreError> {
        let mut sums = Self::default();
        for batch in group {
            for entry in &batch.entries {
                let head = sums.heads.entry(entry.stream.number());
                head.or_insert_with(|| Head::before(entry)).take(entry)?;
            }
            for change in &batch.changes {
                let balance = match sums.balances.entry(change.account.number()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(Balance::of(change.account)),
                };
                balance.take(change)?;
            }
        }
        Ok(sums)
    }

    pub(crate) fn heads(&self) -> impl Iterator<Item = &Head> {
        self.heads.values()
    }

    pub(crate) fn balances(&self) -> impl Iterator<Item = &Balance> {
        self.balances.values()
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::ids::{HouseId, TableId};
    use croupier_house::ledger::{Place, Unit};

    use super::*;

    fn change(by: i64, may_owe: bool) -> Change {
        let account = Account { house: HouseId(1), unit: Unit::Chips, place: Place::Float(TableId(1)) };
        Change { account, by, may_owe }
    }

    fn balance(changes: &[Change]) -> Balance {
        let batch = Batch { entries: Vec::new(), changes: changes.to_vec(), keys: Vec::new() };
        let sums = Sums::of(&[batch]).unwrap();
        sums.balances.into_values().next().unwrap()
    }

    #[test]
    fn a_balance_that_was_short_on_the_way_is_told_though_it_ends_above_nought() {
        let short = balance(&[change(-30, false), change(50, false)]);
        assert_eq!((short.by, short.least), (20, Some(-30)));
        assert_eq!(short.after(10), Err(StoreError::Overdrawn(short.account)));
        assert_eq!(short.after(30), Ok(50));
    }

    #[test]
    fn what_may_run_short_may_and_what_comes_in_never_fails() {
        assert_eq!(balance(&[change(-30, true), change(5, false)]).after(0), Ok(-25));
        assert_eq!(balance(&[change(-30, true), change(-1, false)]).least, Some(-31));
    }
}
